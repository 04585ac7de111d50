export const ROOT: string;
export const HOME: string;
export const BUILD: string;
export class Refusal extends Error {}
export function makeDirectory(path: string): void;
export function makeHome(): void;
export function explain(error: unknown): string | null;
export function runProgram(
  command: string,
  args: string[],
  options?: { env?: NodeJS.ProcessEnv; label?: string },
): Promise<string>;
export function bundle(name: string, entry: string): Promise<string>;
export function clientIsCurrent(): boolean;
export function generateClient(): Promise<void>;
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
