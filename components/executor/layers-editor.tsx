"use client";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { EditorProps, WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";
import type { Layer } from "@/lib/review/fields";
import { LAYER_KINDS, type LayerKind } from "@/lib/review/vocabulary";

/** What each kind of isolation holds, in words. */
export const ISOLATION = {
  kernel: "own kernel",
  namespace: "namespaces",
  "syscall-filter": "system-call filter",
  runtime: "runtime",
  process: "own process",
  language: "words only",
} as const;

const ICON = "size-3.5";
const MOST = 20;
type Draft = Layer & { key: number };
let last = 0;
const keyed = (layer: Layer): Draft => {
  last += 1;
  return { ...layer, key: last };
};

/** The layers around submitted code, outermost first. Enter saves, Alt with an arrow moves a layer. */
export function LayersEditor<R extends WorksheetRow>({ cell, commit, cancel, draft }: EditorProps<R>) {
  const [layers, setLayers] = useState<Draft[]>(() =>
    (cell.state === "value" && (cell.value as Layer[]).length > 0
      ? (cell.value as Layer[])
      : [{ kind: "container" as const, note: "" }]
    ).map(keyed),
  );
  const list = useRef<HTMLOListElement>(null);
  const [focusAt, setFocusAt] = useState<number | null>(0);
  useEffect(() => {
    if (focusAt === null) return;
    list.current?.querySelector<HTMLElement>(`[data-layer="${focusAt}"] select`)?.focus();
    setFocusAt(null);
  }, [focusAt]);

  const cellOf = (drafts: Draft[]): Cell =>
    drafts.length > 0
      ? { state: "value", value: drafts.map(({ kind, note }) => ({ kind, note: note.trim() })) }
      : { state: "unset" };
  const change = (next: Draft[]) => {
    setLayers(next);
    draft(cellOf(next));
  };
  const set = (at: number, patch: Partial<Layer>) =>
    change(layers.map((layer, index) => (index === at ? { ...layer, ...patch } : layer)));
  const move = (at: number, by: -1 | 1) => {
    const to = at + by;
    if (to < 0 || to >= layers.length) return;
    const next = [...layers];
    next.splice(to, 0, ...next.splice(at, 1));
    change(next);
    setFocusAt(to);
  };
  const remove = (at: number) => {
    change(layers.filter((_, index) => index !== at));
    setFocusAt(Math.max(0, at - 1));
  };
  const add = () => {
    change([...layers, keyed({ kind: "process", note: "" })]);
    setFocusAt(layers.length);
  };
  const onKeyDown = (event: React.KeyboardEvent, at: number) => {
    if (event.nativeEvent.isComposing) return;
    if (event.altKey && event.key === "ArrowUp") move(at, -1);
    else if (event.altKey && event.key === "ArrowDown") move(at, 1);
    else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) commit(cellOf(layers));
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex w-[30rem] max-w-[calc(100vw-48px)] flex-col gap-2">
      <ol ref={list} aria-label="Layers, outermost first" className="flex flex-col gap-1.5">
        {layers.map((layer, at) => (
          <li
            key={layer.key}
            data-layer={at}
            onKeyDown={(event) => onKeyDown(event, at)}
            className="flex flex-wrap items-center gap-1 sm:flex-nowrap"
          >
            <select
              aria-label={`Layer ${at + 1}`}
              value={layer.kind}
              onChange={(event) => set(at, { kind: event.target.value as LayerKind })}
              className="control w-52! shrink-0"
            >
              {Object.entries(LAYER_KINDS).map(([kind, { label, isolation }]) => (
                <option key={kind} value={kind}>
                  {label} · {ISOLATION[isolation]}
                </option>
              ))}
            </select>
            <input
              aria-label={`Note on layer ${at + 1}`}
              placeholder="Note"
              value={layer.note}
              maxLength={2000}
              onChange={(event) => set(at, { note: event.target.value })}
              className="control min-w-24 flex-1"
            />
            <IconButton
              label={`Move layer ${at + 1} outwards`}
              icon={<ArrowUp aria-hidden className={ICON} />}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              label={`Move layer ${at + 1} inwards`}
              icon={<ArrowDown aria-hidden className={ICON} />}
              disabled={at === layers.length - 1}
              onClick={() => move(at, 1)}
            />
            <IconButton
              label={`Remove layer ${at + 1}`}
              icon={<X aria-hidden className={ICON} />}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ol>
      {layers.length === 0 ? <p className="text-ink-3">No layer: it runs as it is.</p> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" variant="quiet" disabled={layers.length >= MOST} onClick={add}>
          Add a layer inside
        </Button>
        <Button size="small" variant="quiet" onClick={() => commit({ state: "unknown" })}>
          Unknown
        </Button>
        <span className="ml-auto flex gap-2">
          <Button size="small" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button size="small" onClick={() => commit(cellOf(layers))}>
            Save
          </Button>
        </span>
      </div>
      <p className="text-small text-ink-3">Outermost first · Alt ↑ ↓ moves · Enter saves · Esc restores</p>
    </div>
  );
}
