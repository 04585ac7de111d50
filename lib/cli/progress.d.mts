/** Prints a step's label, runs it, and prints its time and the remark that it returns. */
export function step(label: string, work: () => unknown): Promise<void>;
