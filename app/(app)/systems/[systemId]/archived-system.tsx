"use client";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { notifyError } from "@/components/ui/toast";
import { useSending } from "../use-sending";

/** Says that a system is archived, and takes it back. */
export function ArchivedSystem({ systemId, canRestore }: { systemId: string; canRestore: boolean }) {
  const router = useRouter();
  const { busy, send, problem } = useSending();
  return (
    <div className="pb-6">
      <Notice
        title="This system is archived"
        action={
          canRestore ? (
            <Button
              size="small"
              busy={busy}
              onClick={async () => {
                if (await send("POST", `/systems/${systemId}/restore`)) router.refresh();
                else notifyError(problem?.detail ?? "It could not be restored.");
              }}
            >
              Restore
            </Button>
          ) : undefined
        }
      >
        Its reviews can be read; no new one begins.
      </Notice>
    </div>
  );
}
