import { listed } from "@/lib/rules/words";
import { type ApprovalOutlook, type BarredApprover, isOutOfReach } from "./approval-outlook";
import { firstOf } from "./terms";

/** What is said of a revision that too few people could approve: what, why, and what can be done. */
export type OutlookWords = { lead: string; reasons: string[]; remedies: string[] };

/**
 * Says why too few people could approve a revision, and what would change that; null where enough can.
 * The reasons name people in the order in which they are given.
 */
export function outlookWords(outlook: ApprovalOutlook): OutlookWords | null {
  if (!isOutOfReach(outlook)) return null;
  const { quorum, able } = outlook;
  const asked =
    quorum === 1 ? "One approval is needed" : `${quorum} approvals by different people are needed`;
  const could =
    able.length === 0
      ? "nobody could give one"
      : `only ${listed(able)} could give ${able.length === 1 ? "one" : "one each"}`;
  return {
    lead: `${asked}, and as things are ${could}.`,
    reasons: [...reasonsOf(outlook), ...namingWords(outlook)],
    remedies: remediesOf(outlook),
  };
}

/** The most people of whom it is said one by one what they wrote in. */
const MOST_WRITERS = 5;

function reasonsOf({ barred, namesNobody }: ApprovalOutlook): string[] {
  const said = (by: BarredApprover["by"], one: string, many: string, rest: string): string[] => {
    const names = barred.filter((member) => member.by === by).map(({ name }) => name);
    return names.length === 0 ? [] : [`${listed(names)} ${names.length === 1 ? one : many}${rest}`];
  };
  const writers = barred.filter(({ by }) => by === "wrote");
  const more = writers.length - MOST_WRITERS;
  return [
    ...said("requester", "asks", "ask", " for the approval, and nobody gives their own."),
    ...writers
      .slice(0, MOST_WRITERS)
      .map(
        ({ name, wrote }) =>
          `${name} wrote in ${firstOf(wrote)}, and by the policy nobody approves what they wrote in.`,
      ),
    ...(more > 0 ? [`${more} more wrote in it too.`] : []),
    ...said("admin", "is an admin", "are admins", ", and by the policy admins do not approve."),
    ...(namesNobody ? [] : said("unnamed", "is", "are", " not among the people whom the policy names.")),
    ...said("unseen", "does", "do", " not see the system, which is restricted."),
  ];
}

function namingWords({ lostNames, namesNobody }: ApprovalOutlook): string[] {
  if (namesNobody) return ["Two policies hold here that name people, and nobody is named by both."];
  if (lostNames === 0) return [];
  return [
    lostNames === 1
      ? "One person whom the policy names is no approver, or has left."
      : `${lostNames} people whom the policy names are no approvers, or have left.`,
  ];
}

function remediesOf({ barred, lostNames, namesNobody, quorum }: ApprovalOutlook): string[] {
  const has = (by: BarredApprover["by"]) => barred.some((member) => member.by === by);
  const isNamed = has("unnamed") || lostNames > 0 || namesNobody;
  return [
    isNamed
      ? "name more people in the policy, or nobody, so that every approver may"
      : "invite another approver",
    ...(has("unseen") ? ["add an approver to the people of the system"] : []),
    ...(has("wrote") ? ["let people approve what they wrote in"] : []),
    ...(has("admin") ? ["let admins approve"] : []),
    ...(quorum > 1 ? ["ask for fewer approvals"] : []),
  ];
}
