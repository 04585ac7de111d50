export function interfaceKey(): string;
export function interfaceIsCurrent(distDir: string, key?: string): boolean;
export function buildInterface(distDir: string, key?: string): Promise<void>;
