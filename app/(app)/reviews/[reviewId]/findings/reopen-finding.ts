import { notify, notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";

/** Opens a dismissed finding again, and says how it went. */
export async function reopenFinding(
  reviewId: string,
  { id, number }: { id: string; number: number },
): Promise<boolean> {
  const answer = await callApi("DELETE", `/reviews/${reviewId}/findings/${id}/dismissal`);
  if (answer.ok) notify(`F${number} is open again`);
  else notifyError(`F${number} was not opened again`, { description: answer.problem.detail });
  return answer.ok;
}
