"use client";
import { useState } from "react";
import { useSigning } from "@/app/(app)/use-signing";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { Decide } from "./use-decide";

type Kept = { revision: number; words: string };

/**
 * Approving and rejecting. The words belong to the revision that was read: when it is gone, they are
 * kept to be copied and never sent about another one.
 */
export function useDeciding({ reviewId, waiting, readAgain }: Decide) {
  const [decision, setDecision] = useState<"approve" | "reject" | null>(null);
  const { signing, sign, forget } = useSigning();
  const [read, setRead] = useState(waiting);
  const [kept, setKept] = useState<Kept | null>(null);
  const [rejects, setRejects] = useState<string[]>([]);
  if (read?.id !== waiting?.id && !signing.busy) {
    if (read && signing.words.trim() !== "")
      setKept({ revision: read.frozen.revision, words: signing.words });
    setRead(waiting);
    signing.setWords("");
    setRejects([]);
    forget();
    setDecision(null);
  }

  const decide = async () => {
    if (!read || !decision) return;
    const isDone = await sign((words) =>
      callApi("POST", `/reviews/${reviewId}/revisions/${read.id}/sign-offs`, {
        decision,
        words,
        digest: read.digest,
        ...(decision === "reject" ? { rejects } : {}),
      }),
    );
    if (!isDone) return;
    setDecision(null);
    notify(`Revision ${read.frozen.revision} ${decision === "approve" ? "approved" : "rejected"}`);
    readAgain();
  };

  return {
    decision,
    signing,
    rejects,
    setRejects,
    kept,
    forgetKept: () => setKept(null),
    open: (next: "approve" | "reject") => {
      forget();
      setDecision(next);
    },
    close: () => {
      setDecision(null);
      // What was refused may have been refused because of something new.
      if (signing.errors.whole) readAgain();
      forget();
    },
    sign: () => void decide(),
  };
}
