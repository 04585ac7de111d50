"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "@/components/review/form-dialog";
import { type SystemDraft, SystemForm } from "@/components/review/system-form";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { SystemDetail } from "@/lib/review/systems";
import { useSending } from "../use-sending";

type Present = SystemDraft & { version: string };

/** Changes a system's words; when somebody else was first it shows theirs and offers both. */
export function EditSystem({ system, onClose }: { system: SystemDetail; onClose: () => void }) {
  const router = useRouter();
  const { name, description, visibility } = system;
  const [draft, setDraft] = useState<SystemDraft>({ name, description, visibility });
  const { busy, error, fields, problem, reset, send } = useSending();
  const present = problem?.present as Present | undefined;
  const save = async (version: string) => {
    if (!(await send("PATCH", `/systems/${system.id}`, { version, ...draft }))) return;
    router.refresh();
    onClose();
  };
  return (
    <FormDialog
      title="Edit system"
      open
      onOpenChange={(open) => !open && onClose()}
      submit={present ? "Keep mine" : "Save"}
      busy={busy}
      error={present ? null : error}
      onSubmit={() => save(present?.version ?? system.version)}
    >
      <SystemForm
        draft={draft}
        onChange={setDraft}
        errors={fields}
        canSetVisibility={system.abilities.includes("system.set-members")}
      />
      {present ? (
        <div className="pt-4">
          <Notice
            tone="warn"
            title="Somebody changed this system after you opened it"
            action={
              <Button
                size="small"
                onClick={() => {
                  reset();
                  router.refresh();
                  onClose();
                }}
              >
                Take theirs
              </Button>
            }
          >
            Theirs: {present.name}
            {present.description ? `. ${present.description}` : ""}
            {present.visibility === "restricted" ? " (restricted)" : " (open to the workspace)"}
          </Notice>
        </div>
      ) : null}
    </FormDialog>
  );
}
