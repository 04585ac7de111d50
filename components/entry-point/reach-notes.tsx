import Link from "next/link";
import { authorityHref } from "@/components/entry-point/hrefs";
import { Section } from "@/components/ui/section";
import { Severity } from "@/components/ui/severity";
import type { Executor } from "@/lib/review/content";
import type { ReachGroup } from "@/lib/review/entry-point-sheet";
import { CAPABILITY_GROUPS, type CapabilityGroup } from "@/lib/review/vocabulary";

const ORDER = Object.keys(CAPABILITY_GROUPS) as CapabilityGroup[];

/** What an executor's authority holds, in counts that lead to the rows. */
export function ReachNotes({
  reviewId,
  executor,
  groups,
  title = "What the executor reaches",
}: {
  reviewId: string;
  executor: Pick<Executor, "id" | "number" | "name">;
  groups: readonly ReachGroup[];
  title?: string;
}) {
  const ordered = [...groups].sort((a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group));
  return (
    <Section
      title={title}
      level={3}
      description={
        <>
          Derived from the authority of X{executor.number} {executor.name}.{" "}
          <Link href={authorityHref(reviewId, executor.id)} className="link">
            All its rows
          </Link>
        </>
      }
    >
      {ordered.length === 0 ? (
        <p className="text-ink-3">No configuration says what it is granted.</p>
      ) : (
        <ul className="flex flex-col">
          {ordered.map((group) => (
            <li key={group.group} className="border-b py-1.5 first:border-t">
              <div className="flex items-baseline justify-between gap-3">
                <Link href={authorityHref(reviewId, executor.id, group.group)} className="link">
                  {CAPABILITY_GROUPS[group.group]}
                </Link>
                <Severity level={group.worst} />
              </div>
              <p className="text-ink-2">{countsOf(group)}</p>
              {group.titles.length > 0 ? (
                <p className="break-words text-ink-3">
                  {group.titles.join(", ")}
                  {group.grants > group.titles.length
                    ? ` and ${group.grants - group.titles.length} more`
                    : ""}
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function countsOf({ grants, missingLimits, undecided }: ReachGroup): string {
  const parts = [
    grants > 0 ? `${grants} ${grants === 1 ? "grant" : "grants"}` : "",
    missingLimits > 0 ? `${missingLimits} missing ${missingLimits === 1 ? "limit" : "limits"}` : "",
    undecided > 0 ? `${undecided} undecided` : "all decided",
  ];
  return parts.filter(Boolean).join(" · ");
}
