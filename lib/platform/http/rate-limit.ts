import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
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
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.ceil(refused.msBeforeNext / 1000);
    throw problem(
      "rate-limited",
      `That was more than ${perMinute} times in a minute. Try again in ${seconds} s.`,
      {
        extra: { headers: { "retry-after": String(seconds) } },
      },
    );
  }
}
