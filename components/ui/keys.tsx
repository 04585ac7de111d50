/** A keyboard hint: `<Keys>Ctrl+C</Keys>`. */
export function Keys({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-[18px] items-center rounded-control border px-1 text-note text-ink-3">
      {children}
    </kbd>
  );
}
