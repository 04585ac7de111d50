/** A thin moving line instead of a skeleton: something is being fetched. */
export function LoadingLine({ label = "Loading" }: { label?: string }) {
  return (
    <div role="progressbar" aria-label={label} className="h-0.5 w-full overflow-hidden bg-paper-3">
      <div className="h-full w-1/4 animate-[slide-line_1.6s_linear_infinite] bg-accent" />
    </div>
  );
}
