import Link from "next/link";
import { type CoveringRisk, coveringWords } from "@/lib/signoff/covering-risk";

/** The residual risks that cover something: which, until when, and whether they are accepted. */
export function CoveredBy({ risks }: { risks: readonly CoveringRisk[] }) {
  return (
    <ul className="border-b">
      {risks.map((risk) => (
        <li key={risk.target} className="border-t py-1.5">
          <span className="flex gap-3">
            <Link href={risk.href} className="link shrink-0">
              {risk.label}
            </Link>
            <span className="min-w-0 break-words">{risk.name}</span>
          </span>
          <span className="block text-ink-2">{coveringWords(risk)}</span>
        </li>
      ))}
    </ul>
  );
}
