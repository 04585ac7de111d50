import { problem } from "@/lib/kernel/errors";

/** How many documents are made at once; each takes a processor and some hundred megabytes. */
const AT_ONCE = 2;
/** How many wait for their turn; whoever comes then is told to come again. */
const MOST_WAITING = 20;

type Waiting = { go: () => void; onPlace?: (place: number) => void };
type Turns = { running: number; waiting: Waiting[] };

declare global {
  var cordonPdfTurns: Turns | undefined;
}

/** Over `globalThis`: the server and Next's bundles each hold this module, and there is one machine. */
function turns(): Turns {
  globalThis.cordonPdfTurns ??= { running: 0, waiting: [] };
  return globalThis.cordonPdfTurns;
}

/**
 * Waits for a turn. Whoever was given one gives it back by calling what this answers, once.
 *
 * @param onPlace is told how many stand in front, each time that changes
 * @throws ProblemError `busy` when too many wait already; the signal's reason when it is aborted
 */
export async function takePdfTurn(
  signal?: AbortSignal,
  onPlace?: (place: number) => void,
): Promise<() => void> {
  signal?.throwIfAborted();
  const all = turns();
  if (all.running < AT_ONCE) all.running += 1;
  else if (all.waiting.length >= MOST_WAITING) {
    throw problem("busy", `${MOST_WAITING} reports wait to be made already. Try again in a minute.`, {
      extra: { headers: { "retry-after": "60" } },
    });
  } else {
    await new Promise<void>((go, fail) => {
      const waiting: Waiting = {
        go: () => {
          signal?.removeEventListener("abort", leave);
          go();
        },
        onPlace,
      };
      const leave = () => {
        all.waiting.splice(all.waiting.indexOf(waiting), 1);
        tellPlaces(all);
        fail(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      all.waiting.push(waiting);
      onPlace?.(all.waiting.length);
    });
  }
  let given = false;
  return () => {
    if (given) return;
    given = true;
    // The turn goes on to the next, so that nobody comes between.
    const next = all.waiting.shift();
    if (next) next.go();
    else all.running -= 1;
    tellPlaces(all);
  };
}

const tellPlaces = ({ waiting }: Turns): void => {
  for (const [at, { onPlace }] of waiting.entries()) onPlace?.(at + 1);
};
