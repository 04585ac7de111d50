import { Notice } from "@/components/ui/notice";
import type { ClientProblem } from "@/lib/platform/http/browser";

/** Why a form was refused, unless each reason stands at its field. */
export function FormProblem({ problem }: { problem: ClientProblem | null }) {
  return problem ? <Notice tone="error">{problem.detail}</Notice> : null;
}
