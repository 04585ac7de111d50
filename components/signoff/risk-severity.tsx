import { Severity } from "@/components/ui/severity";
import { type RiskSeverity, severityNote } from "@/lib/signoff/risk-severity";

/** The severity of a risk that counts and, where another one is written, that one and why; nothing where there is none. */
export function RiskSeverityMark({ severity }: { severity: RiskSeverity }) {
  const note = severityNote(severity);
  if (!severity.counts) return null;
  return (
    <>
      <Severity level={severity.counts} />
      {note ? <span className="block text-small text-ink-3">{note}</span> : null}
    </>
  );
}
