import { Verdict } from "@/components/ui/verdict";
import type { CatalogueItem, SilenceMeans } from "@/lib/authority/catalogue/catalogue-item";
import { SILENCE_WORDS } from "@/lib/review/catalogue-words";

const TONES: Record<SilenceMeans, "warn" | "neutral" | "open"> = {
  granted: "warn",
  "not-granted": "neutral",
  unknown: "open",
};

/** "Granted: no limit." beside the word "Granted" would say it twice. */
const rest = (silence: string): string => {
  const text = silence.replace(/^(Granted|Unknown|Not granted)[:,]? ?/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** What each format says: what silence means in it, and where it is written. One block a format where it is narrow. */
export function FormatTable({ formats }: { formats: CatalogueItem["formats"] }) {
  return (
    <table className="w-full max-md:block">
      <thead className="text-left text-small text-ink-3 max-md:sr-only">
        <tr>
          <th scope="col" className="w-36 border-b pr-4 pb-1 font-normal">
            Format
          </th>
          <th scope="col" className="w-[42%] border-b pr-4 pb-1 font-normal">
            When nothing is written
          </th>
          <th scope="col" className="border-b pb-1 font-normal">
            Where it is written
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {formats.map((one) => (
          <tr key={one.format} className="align-top max-md:block max-md:border-b max-md:py-2">
            <th scope="row" className="py-2 pr-4 text-left font-medium max-md:block max-md:p-0 md:border-b">
              <a href={one.specification} rel="noreferrer" className="link">
                {one.name}
              </a>
            </th>
            <td className="py-2 pr-4 max-md:block max-md:p-0 md:border-b">
              <Verdict tone={TONES[one.silenceMeans]}>{SILENCE_WORDS[one.silenceMeans]}</Verdict>
              {rest(one.silence) === "" ? null : <p className="text-ink-2">{rest(one.silence)}</p>}
            </td>
            <td className="py-2 max-md:block max-md:p-0 max-md:pt-1 md:border-b">
              {one.fields.length === 0 ? (
                <span className="text-ink-3">No field for it</span>
              ) : (
                <ul>
                  {one.fields.map((field) => (
                    <li key={field}>
                      <code className="text-small break-words">{field}</code>
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
