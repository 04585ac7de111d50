export const COMMANDS: Record<string, string>;
export const PROGRAMS: Record<string, string>;
export const WORKERS_OF: Record<string, string[]>;
