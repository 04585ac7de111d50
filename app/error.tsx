"use client";
import { PlainPage } from "@/components/frame/page";
import { Button } from "@/components/ui/button";

/** A page outside the frame, or the frame itself, could not be drawn. */
export default function RootError({ reset }: { error: Error; reset: () => void }) {
  return (
    <PlainPage
      title="This page could not be shown"
      lead="Nothing was changed. Cordon may have lost its database for a moment; try again."
    >
      <Button variant="primary" onClick={reset}>
        Try again
      </Button>
    </PlainPage>
  );
}
