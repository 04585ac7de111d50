type Tail = Promise<unknown>;
const shared = globalThis as typeof globalThis & { cordonQueues?: Map<string, Tail> };

/**
 * Runs work one at a time for each key, in the order of asking, before a connection is taken. Fifty
 * writers of one review would else hold fifty connections while they wait for one row lock, and
 * another review's readers would wait for them.
 */
export async function inOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
  shared.cordonQueues ??= new Map();
  const queues = shared.cordonQueues;
  const before = queues.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const tail = mine.catch(() => {});
  queues.set(key, tail);
  try {
    return await mine;
  } finally {
    if (queues.get(key) === tail) queues.delete(key);
  }
}
