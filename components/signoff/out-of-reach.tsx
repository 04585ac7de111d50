import Link from "next/link";
import { classes } from "@/components/ui/classes";
import { Notice } from "@/components/ui/notice";
import type { ApprovalOutlook, PolicyLink } from "@/lib/signoff/approval-outlook";
import { outlookWords } from "@/lib/signoff/outlook-words";

/** Says that too few people could approve a revision, why, and what would change that; else nothing. */
export function OutOfReach({
  title,
  outlook,
  policyLinks,
  className,
}: {
  /** What cannot come together: "Revision 3 cannot be approved at present". */
  title: string;
  outlook: ApprovalOutlook | null;
  /** Where the reader can change the policy; none for who cannot. */
  policyLinks: readonly PolicyLink[];
  /** The space around it, where it is said at all. */
  className?: string;
}) {
  const words = outlook && outlookWords(outlook);
  if (!words) return null;
  const { lead, reasons, remedies } = words;
  const canSet = policyLinks.length > 0;
  const links = canSet ? [{ label: "Invite somebody", href: "/members" }, ...policyLinks] : [];
  return (
    <div className={classes("max-w-[92ch]", className)}>
      <Notice tone="warn" title={title}>
        <p>{lead}</p>
        {reasons.length > 0 ? (
          <ul className="list-disc py-1 pl-4">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        ) : null}
        <p>
          {canSet ? "To change that: " : "An admin can change that: "}
          {orList(remedies)}.
        </p>
        {links.length > 0 ? (
          <p className="flex flex-wrap gap-x-5 pt-1">
            {links.map(({ label, href }) => (
              <Link key={href} href={href} className="link">
                {label}
              </Link>
            ))}
          </p>
        ) : null}
      </Notice>
    </div>
  );
}

const orList = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")}, or ${words.at(-1)}`;
