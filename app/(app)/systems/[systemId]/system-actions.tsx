"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { SystemDetail } from "@/lib/review/systems";
import { EditSystem } from "./edit-system";
import { SystemMembers } from "./system-members";

/** What may be done with a system besides beginning a review. */
export function SystemActions({
  system,
  everybody,
  canSetMembers,
}: {
  system: SystemDetail;
  everybody: { id: string; name: string; email: string }[];
  canSetMembers: boolean;
}) {
  const router = useRouter();
  const [shown, setShown] = useState<"edit" | "members" | "archive" | null>(null);
  const [busy, setBusy] = useState(false);
  const close = () => setShown(null);
  const archive = async () => {
    setBusy(true);
    const answer = await callApi("POST", `/systems/${system.id}/archive`);
    setBusy(false);
    close();
    if (answer.ok) router.refresh();
    else notifyError(answer.problem.detail);
  };
  return (
    <>
      <Menu
        align="end"
        label="More about this system"
        trigger={<Button>More</Button>}
        entries={[
          { label: "Edit…", onSelect: () => setShown("edit") },
          ...(canSetMembers
            ? [{ label: "Name members…", onSelect: () => setShown("members") } as const]
            : []),
          { kind: "separator" },
          { label: "Archive system…", danger: true, onSelect: () => setShown("archive") },
        ]}
      />
      {shown === "edit" ? <EditSystem system={system} onClose={close} /> : null}
      {shown === "members" ? <SystemMembers system={system} everybody={everybody} onClose={close} /> : null}
      <AlertDialog
        title={`Archive ${system.name}?`}
        confirm="Archive system"
        busy={busy}
        onConfirm={archive}
        open={shown === "archive"}
        onOpenChange={(open) => !open && close()}
      >
        It leaves the list. Its reviews can still be read, and you can restore it at any time.
      </AlertDialog>
    </>
  );
}
