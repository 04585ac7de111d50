import { RateLimiterMemory } from "rate-limiter-flexible";
import { problem } from "@/lib/kernel/errors";
import { networkOf } from "@/lib/platform/http/network-of";
import { secondsToWait } from "@/lib/platform/http/rate-limit";
import { log } from "@/lib/platform/log";
import type { RequestFacts } from "../actor";

type Limits = { pair: RateLimiterMemory; address: RateLimiterMemory; subject: RateLimiterMemory };

const shared = globalThis as typeof globalThis & { cordonGuesses?: Limits };

/**
 * Five wrong tries for one address on one account, thirty for one address on all, a hundred an hour
 * on one account from anywhere. The last is large: a stranger must not be able to lock somebody out
 * with a few tries.
 */
function limits(): Limits {
  shared.cordonGuesses ??= {
    pair: new RateLimiterMemory({ points: 5, duration: 300 }),
    address: new RateLimiterMemory({ points: 30, duration: 900 }),
    subject: new RateLimiterMemory({ points: 100, duration: 3600 }),
  };
  return shared.cordonGuesses;
}

/** A try at a secret; one that turns out right is given back. */
export type Guess = { wasRight(): Promise<void> };

/**
 * Takes a try at a secret before the secret is looked at, so that tries at the same time count too.
 *
 * @param what `password`, `set-up code`, `invitation`: said in the refusal
 * @param subject the account's e-mail address in its normal form (emailSchema); the network address again for a secret of 256 bits, whose
 *   guessing is hopeless and must lock out nobody else
 * @throws ProblemError `rate-limited` with the seconds to wait, in `retryAfter` and Retry-After
 */
export async function takeGuess(what: string, subject: string, address: string): Promise<Guess> {
  const { pair, address: byAddress, subject: bySubject } = limits();
  const network = networkOf(address);
  const account = subject === address ? network : subject;
  const taken: [RateLimiterMemory, string][] = [
    [pair, `${what} ${account} ${network}`],
    [byAddress, `${what} ${network}`],
    [bySubject, `${what} ${account}`],
  ];
  for (const [limiter, key] of taken) {
    try {
      await limiter.consume(key);
    } catch (refused) {
      const seconds = secondsToWait(refused);
      log.warn({ what, address }, "too many wrong tries");
      throw problem(
        "rate-limited",
        `The ${what} was wrong too many times. Try again in ${inWords(seconds)}.`,
        { extra: { retryAfter: seconds, headers: { "retry-after": String(seconds) } } },
      );
    }
  }
  return {
    wasRight: async () => {
      for (const [limiter, key] of taken) await limiter.reward(key);
    },
  };
}

/**
 * Leaves a trace of a wrong password, in the log and not in the events: nobody did anything.
 *
 * @param email the account's, where there is one; never what somebody typed
 */
export function logWrongPassword(
  at: "sign-in" | "re-authentication" | "invitation",
  facts: RequestFacts,
  email: string | undefined,
): void {
  log.warn({ requestId: facts.id, address: facts.address, at, ...(email && { email }) }, "wrong password");
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
