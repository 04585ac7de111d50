import { whyNot } from "@/components/authority/decide-question";
import { type Deciding, decisionOfKey } from "@/components/authority/decide-target";
import { notify } from "@/components/ui/toast";
import type { Decision } from "@/lib/review/vocabulary";

/**
 * Does what a key decides on a line, or says why it does nothing there. Taking back on a line without a
 * decision of its own takes back the last one made on the page.
 *
 * @returns whether the key is used up
 */
export function decideWith(
  key: string,
  deciding: Deciding | null,
  acts: { onDecide: (deciding: Deciding, decision: Decision | "unset") => void; onTakeBack: () => boolean },
): boolean {
  const decision = decisionOfKey(key, deciding?.classes ?? []);
  if (decision === "unset" && !deciding?.isDecided) {
    if (!acts.onTakeBack()) notify("Nothing was decided on this page that could be taken back.");
    return true;
  }
  if (deciding && decision && deciding.count > 0) {
    acts.onDecide(deciding, decision);
    return true;
  }
  const why = whyNot(key, deciding);
  if (why) notify(why);
  return why !== null;
}
