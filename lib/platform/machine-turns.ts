/** Work of which a machine bears only so much at once. */
export type MachineWork = {
  /** What is counted together. */
  name: string;
  /** How many run at once; the others wait, so that memory and processors are left. */
  atOnce: number;
  /** How many may wait, and what whoever comes then is told; without it any number waits. */
  queue?: { most: number; full: () => Error };
};

export type TurnOptions = {
  signal?: AbortSignal;
  /** Is told how many stand in front, each time that changes. */
  onPlace?: (place: number) => void;
};

type Waiting = { go: () => void; onPlace?: (place: number) => void };
type Turns = { running: number; waiting: Waiting[] };

// Over `globalThis`: the server and Next's bundles each hold this module, and there is one machine.
const shared = globalThis as typeof globalThis & { cordonTurns?: Map<string, Turns> };

function turnsOf(name: string): Turns {
  shared.cordonTurns ??= new Map();
  const known = shared.cordonTurns.get(name);
  if (known) return known;
  const made: Turns = { running: 0, waiting: [] };
  shared.cordonTurns.set(name, made);
  return made;
}

/**
 * Waits for a turn. Whoever was given one gives it back by calling what this answers, once.
 *
 * @throws what `queue.full` says when too many wait already; the signal's reason when it is aborted
 *   while waiting
 */
export async function takeMachineTurn(
  { name, atOnce, queue }: MachineWork,
  { signal, onPlace }: TurnOptions = {},
): Promise<() => void> {
  signal?.throwIfAborted();
  const all = turnsOf(name);
  if (all.running < atOnce) all.running += 1;
  else if (queue && all.waiting.length >= queue.most) throw queue.full();
  else await waitIn(all, signal, onPlace);
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

function waitIn(all: Turns, signal?: AbortSignal, onPlace?: (place: number) => void): Promise<void> {
  return new Promise<void>((go, fail) => {
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

const tellPlaces = ({ waiting }: Turns): void => {
  for (const [at, { onPlace }] of waiting.entries()) onPlace?.(at + 1);
};
