"use client";
import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, type MenuEntry } from "@/components/ui/menu";
import { notifyError } from "@/components/ui/toast";
import type { Action } from "@/lib/identity/policy";
import { callApi } from "@/lib/platform/http/browser";

/** What may be done with a review as a whole; nothing is shown where that is nothing. */
export function ReviewActions({
  reviewId,
  title,
  abilities,
}: {
  reviewId: string;
  title: string;
  abilities: Action[];
}) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async (deed: "archive" | "restore") => {
    setBusy(true);
    const answer = await callApi("POST", `/reviews/${reviewId}/${deed}`);
    setBusy(false);
    setAsking(false);
    if (answer.ok) router.refresh();
    else notifyError(answer.problem.detail);
  };
  const entries: MenuEntry[] = [];
  if (abilities.includes("review.archive"))
    entries.push({ label: "Archive review…", danger: true, onSelect: () => setAsking(true) });
  if (abilities.includes("review.restore"))
    entries.push({ label: "Restore review", onSelect: () => void send("restore") });
  if (entries.length === 0) return null;
  return (
    <>
      <Menu
        align="end"
        label="More about this review"
        trigger={
          <IconButton label="More about this review" icon={<Ellipsis aria-hidden className="size-4" />} />
        }
        entries={entries}
      />
      <AlertDialog
        title={`Archive “${title}”?`}
        confirm="Archive review"
        busy={busy}
        onConfirm={() => void send("archive")}
        open={asking}
        onOpenChange={setAsking}
      >
        It can still be read and its number stays. An admin can restore it.
      </AlertDialog>
    </>
  );
}
