/** How many workers read configurations at once; the others wait, so that memory and processors are left. */
const AT_ONCE = 2;

type Turns = { running: number; waiting: (() => void)[] };

declare global {
  var cordonDeriveTurns: Turns | undefined;
}

/** Over `globalThis`: the server and Next's bundles each hold this module, and there is one machine. */
function turns(): Turns {
  globalThis.cordonDeriveTurns ??= { running: 0, waiting: [] };
  return globalThis.cordonDeriveTurns;
}

/**
 * Waits for a turn. Whoever was given one gives it back by calling what this answers, once.
 * @throws the signal's reason when it is aborted while waiting.
 */
export async function takeTurn(signal?: AbortSignal): Promise<() => void> {
  signal?.throwIfAborted();
  const all = turns();
  if (all.running < AT_ONCE) all.running += 1;
  else
    await new Promise<void>((go, fail) => {
      const next = () => {
        signal?.removeEventListener("abort", leave);
        go();
      };
      const leave = () => {
        all.waiting.splice(all.waiting.indexOf(next), 1);
        fail(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      all.waiting.push(next);
    });
  let given = false;
  return () => {
    if (given) return;
    given = true;
    // The turn goes on to the next, so that nobody comes between.
    const next = all.waiting.shift();
    if (next) next();
    else all.running -= 1;
  };
}
