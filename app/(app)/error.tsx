"use client";
import { Page } from "@/components/frame/page";
import { Button } from "@/components/ui/button";

/** A page that could not be drawn: the database is away, or a bug. What was written stays where it was. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Page
      title="This page could not be shown"
      lead="Nothing was changed. Cordon may have lost its database for a moment; try again."
      width="text"
    >
      <div className="flex flex-col items-start gap-3">
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
        {error.digest ? (
          <p className="text-ink-3">
            If it stays: the server's log has more under <code>{error.digest}</code>.
          </p>
        ) : null}
      </div>
    </Page>
  );
}
