"use client";
import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useMedia } from "@/components/frame/use-media";
import { PANEL, usePanelWidth } from "@/components/frame/use-panel-width";
import { IconButton } from "@/components/ui/icon-button";

interface InspectorProps {
  /** Nothing is shown while this is false. */
  open: boolean;
  title: ReactNode;
  /** Above the title: the short number ("C17"). */
  number?: string;
  onClose: () => void;
  children: ReactNode;
}

const CLOSE = <X aria-hidden className="size-4" />;

function Heading({ number, title, close }: { number?: string; title: ReactNode; close: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-2 border-b px-4 py-3">
      <div className="min-w-0">
        {number ? <div className="text-small text-ink-3">{number}</div> : null}
        <div className="text-section font-semibold">{title}</div>
      </div>
      {close}
    </div>
  );
}

function Panel({ title, number, onClose, children }: InspectorProps) {
  const [width, setWidth] = usePanelWidth();
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = event.key === "ArrowLeft" ? 16 : event.key === "ArrowRight" ? -16 : 0;
    if (!step) return;
    event.preventDefault();
    setWidth(width + step);
  };
  const onPointerDown = (event: React.PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => setWidth(width + from - moved.clientX);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", () => handle.removeEventListener("pointermove", move), {
      once: true,
    });
  };
  return (
    <aside aria-label="Inspector" className="relative flex shrink-0 flex-col border-l" style={{ width }}>
      {/* biome-ignore lint/a11y/useSemanticElements: hr cannot be a focusable window splitter. */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the inspector"
        aria-valuenow={width}
        aria-valuemin={PANEL.min}
        aria-valuemax={PANEL.max}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none outline-offset-[-2px]"
      />
      <Heading
        number={number}
        title={<h2>{title}</h2>}
        close={<IconButton label="Close inspector" icon={CLOSE} onClick={onClose} className="-mr-2" />}
      />
      <div className="relative min-h-0 flex-1 overflow-y-auto px-4 py-4">{children}</div>
    </aside>
  );
}

function Sheet({ title, number, onClose, children }: InspectorProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Popup className="fixed inset-x-0 bottom-0 z-50 flex max-h-[85dvh] flex-col border-t border-line-control bg-paper text-grid text-ink outline-none sm:inset-y-0 sm:left-auto sm:max-h-none sm:w-[420px] sm:border-t-0 sm:border-l">
          <Heading
            number={number}
            title={<Dialog.Title>{title}</Dialog.Title>}
            close={
              <Dialog.Close render={<IconButton label="Close inspector" icon={CLOSE} className="-mr-2" />} />
            }
          />
          <div className="relative min-h-0 flex-1 overflow-y-auto px-4 py-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What is known of the selected row: a panel beside the page from 1100 px on, a sheet below that. */
export function Inspector(props: InspectorProps) {
  const wide = useMedia("(min-width: 1100px)", true);
  if (!props.open) return null;
  return wide ? <Panel {...props} /> : <Sheet {...props} />;
}
