"use client";
import { useState } from "react";
import { ShownOnce } from "@/app/shown-once";
import { useAction } from "@/app/use-action";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import type { MemberView } from "@/lib/identity/views";

/** Asks first, then shows the generated password this one time. */
export function ResetPassword({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null);
  const { run, isBusy } = useAction();
  const reset = () =>
    run<{ password: string }>("POST", `/members/${member.id}/password-reset`, undefined, (made) =>
      setPassword(made.password),
    );
  if (password === null) {
    return (
      <AlertDialog
        open
        onOpenChange={onClose}
        title={`Reset the password of ${member.name}?`}
        confirm="Reset password"
        busy={isBusy}
        onConfirm={reset}
      >
        You get a password to hand to them. All their sessions end, all their API tokens are revoked, they
        have to choose another password when they sign in, and they cannot sign decisions for 24 hours.
      </AlertDialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={`New password of ${member.name}`}
      description="It is shown this once. Hand it over by a way that only they read."
      footer={
        <DialogClose>
          <Button variant="primary">Done</Button>
        </DialogClose>
      }
    >
      <ShownOnce label="Password" text={password} />
    </Dialog>
  );
}
