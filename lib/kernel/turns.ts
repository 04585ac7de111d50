/** How long one piece of work may have the event loop, in milliseconds. */
const TURN = 6;

/**
 * For loops over very many rows: gives a function to call after each row, which is something to wait
 * for once the work has had its turn, so that other requests are answered in between.
 *
 *     const turn = turns();
 *     for (const row of rows) {
 *       …
 *       await turn();
 *     }
 */
export function turns(length: number = TURN): () => Promise<void> | undefined {
  let until = performance.now() + length;
  return () => {
    if (performance.now() < until) return undefined;
    return new Promise((next) =>
      setImmediate(() => {
        until = performance.now() + length;
        next();
      }),
    );
  };
}
