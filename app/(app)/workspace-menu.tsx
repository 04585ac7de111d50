"use client";
import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";

/** Goes to another workspace of the same person; shown to those who have more than one. */
export function WorkspaceMenu({
  workspaces,
}: {
  workspaces: { id: string; name: string; isPresent: boolean }[];
}) {
  const go = async (workspaceId: string) => {
    const answer = await callApi("POST", "/session/workspace", { workspaceId });
    if (answer.ok) window.location.assign("/systems");
    else notifyError(answer.problem.detail);
  };
  return (
    <Menu
      align="end"
      label="Workspaces"
      trigger={
        <Button variant="quiet" size="small">
          Workspaces
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
      entries={workspaces.map((each) => ({
        kind: "check",
        label: each.name,
        checked: each.isPresent,
        onChange: () => (each.isPresent ? undefined : void go(each.id)),
      }))}
    />
  );
}
