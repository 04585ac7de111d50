import { CopyButton } from "@/components/ui/copy-button";

/** `sha256:0123…` as its first twelve hexadecimal digits; whole in the title, and to copy. */
export function Digest({ value, copy = true }: { value: string; copy?: boolean }) {
  const hex = value.replace(/^[a-z0-9]+:/, "");
  return (
    <span className="inline-flex items-center gap-0.5">
      <code title={value} className="text-small">
        {hex.slice(0, 12)}
      </code>
      {copy ? <CopyButton text={value} label={`Copy digest ${hex.slice(0, 12)}`} /> : null}
    </span>
  );
}
