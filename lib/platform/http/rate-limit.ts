import { RateLimiterMemory } from "rate-limiter-flexible";
import { problem } from "@/lib/kernel/errors";

const shared = globalThis as typeof globalThis & { cordonLimits?: Map<number, RateLimiterMemory> };

/**
 * Takes one of a caller's turns a minute on one thing.
 *
 * @throws ProblemError `rate-limited`, with Retry-After, when none is left
 */
export async function takeTurn(what: string, caller: string, perMinute: number): Promise<void> {
  shared.cordonLimits ??= new Map();
  let limiter = shared.cordonLimits.get(perMinute);
  if (!limiter) {
    limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
    shared.cordonLimits.set(perMinute, limiter);
  }
  try {
    await limiter.consume(`${what} ${caller}`);
  } catch (refused) {
    const seconds = secondsToWait(refused);
    throw problem(
      "rate-limited",
      `That was more than ${perMinute} times in a minute. Try again in ${seconds} s.`,
      {
        extra: { headers: { "retry-after": String(seconds) } },
      },
    );
  }
}

/**
 * How long a caller has to wait who was refused by a limiter. By shape: the API and the pages are
 * bundled apart and share the limiters, so the class of a refusal may be the other bundle's.
 *
 * @throws what was refused, when it is no limiter's refusal
 */
export function secondsToWait(refused: unknown): number {
  const wait = (refused as { msBeforeNext?: unknown } | null)?.msBeforeNext;
  if (typeof wait !== "number") throw refused;
  return Math.max(1, Math.ceil(wait / 1000));
}
