export type Holder = { pid: number; command: string };
export function lockHolder(home: string): Holder | null;
export function tryLock(
  home: string,
  command: string,
): { holder: Holder; release?: undefined } | { holder?: undefined; release: () => void; wasLeft: boolean };
