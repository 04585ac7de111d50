"use client";
import { type ReactElement, type ReactNode, useEffect, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";

/** A dialog that holds one form: Enter in a field sends it, and what went wrong stands above its buttons. */
export function FormDialog({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  submit,
  also,
  busy,
  error,
  onSubmit,
  children,
}: {
  title: string;
  description?: ReactNode;
  trigger?: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What the button says: the deed. */
  submit: string;
  /** Another way to send it, beside the button. */
  also?: ReactNode;
  busy: boolean;
  error?: string | null;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const form = useId();
  useEffect(() => {
    // After a refusal the first wrong field gets the focus.
    if (busy) return;
    document.getElementById(form)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [busy, form]);
  return (
    <Dialog
      title={title}
      description={description}
      trigger={trigger}
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          {also}
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
        onKeyDown={(event) => {
          // In a text area Enter breaks the line.
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          if (event.nativeEvent.isComposing || !event.currentTarget.contains(event.target as Node)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        {children}
        {error ? (
          <div className="pt-4">
            <Notice tone="error">{error}</Notice>
          </div>
        ) : null}
      </form>
    </Dialog>
  );
}
