import { authenticate, requestFacts } from "@/lib/platform/http/authenticate";
import { problemOf, problemResponse } from "@/lib/platform/http/problem-response";
import { takeTurn } from "@/lib/platform/http/rate-limit";
import { streamResponse } from "@/lib/platform/live/stream-response";
import { reviewHead } from "@/lib/review/server/access";

export const dynamic = "force-dynamic";

export async function GET(
  request: Request,
  context: { params: Promise<{ reviewId: string }> },
): Promise<Response> {
  const facts = requestFacts(request.headers);
  try {
    const { reviewId } = await context.params;
    const actor = await authenticate(request, facts);
    await takeTurn("live", actor.id, 120);
    const head = await reviewHead(actor, reviewId);
    const asked = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("since");
    const since = asked !== null && /^\d{1,15}$/.test(asked) ? Number(asked) : head.seq;
    const stillAllowed = () =>
      authenticate(request, facts)
        .then((now) => reviewHead(now, reviewId))
        .then(() => true)
        .catch((error) => {
          if (problemOf(error, facts.id).code === "unavailable") throw error;
          return false;
        });
    return streamResponse(actor, head.id, since, request.signal, stillAllowed);
  } catch (error) {
    return problemResponse(problemOf(error, facts.id), facts.id);
  }
}
