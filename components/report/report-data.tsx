/** Links to the same revision as data: one file for each worksheet, and one with everything. */
export function ReportData({
  json,
  sheets,
}: {
  json: string;
  sheets: readonly { label: string; href: string }[];
}) {
  return (
    <dl className="max-w-[68ch]">
      <div className="grid gap-x-4 border-y py-1.5 sm:grid-cols-[6rem_minmax(0,1fr)]">
        <dt className="text-ink-3">CSV</dt>
        <dd className="flex flex-wrap gap-x-4 gap-y-1">
          {sheets.map(({ label, href }) => (
            <a key={href} href={href} download className="link">
              {label}
            </a>
          ))}
        </dd>
      </div>
      <div className="grid gap-x-4 border-b py-1.5 sm:grid-cols-[6rem_minmax(0,1fr)]">
        <dt className="text-ink-3">JSON</dt>
        <dd>
          <a href={json} target="_blank" rel="noreferrer" className="link">
            Everything that the PDF prints
          </a>
        </dd>
      </div>
    </dl>
  );
}
