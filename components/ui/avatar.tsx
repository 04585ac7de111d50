import { initials } from "@/components/ui/initials";

/** A person as initials; the name in the title and for screen readers. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-full border border-line-control bg-paper-2 text-note font-medium text-ink-2"
    >
      <span aria-hidden>{initials(name)}</span>
    </span>
  );
}
