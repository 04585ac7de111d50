const PARTS = [
  ["Cover", "system, environment, status, digests, signatures"],
  ["Summary", "the four questions, answered on one page"],
  ["Scope", "what is submitted, by whom, for which task, whose data"],
  ["Entry points", "each with who may use it and what runs it"],
  ["Authority", "by executor and need; surplus and missing limits with decisions"],
  ["Findings", "by question, with the reason"],
  ["Residual risks", "recommendation and decision apart"],
  ["Certificates", "one for each decision"],
  ["Rules and words", "the text of each rule used, and a glossary"],
] as const;

/** What a report holds, in the order in which it is printed. */
export function ReportContents({ withHistory }: { withHistory: boolean }) {
  const parts = withHistory ? [...PARTS, ["History", "every change, oldest first"] as const] : PARTS;
  return (
    <ol className="flex flex-col">
      {parts.map(([name, words]) => (
        <li key={name} className="border-b py-1.5 first:border-t">
          <span className="font-medium">{name}</span> <span className="text-ink-3">{words}</span>
        </li>
      ))}
    </ol>
  );
}
