"use client";
import { useEffect, useRef, useState } from "react";
import type { Deciding } from "@/components/authority/decide-target";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { counted } from "@/components/ui/count";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { AuthorityJustification } from "@/lib/review/authority/page";
import { type Decision, ENFORCERS, type Enforcer } from "@/lib/review/vocabulary";

/** What a decision says besides itself. */
export type DecisionWords = {
  justificationId?: string;
  justification?: { purpose: string; limit?: string; enforcer?: string; evidence?: string };
  layer?: string;
  note?: string;
};

type Asked = Extract<Decision, "needed" | "layer" | "baseline">;

/** Asks for what a decision needs to say: a justification, the layer that holds, the baseline that settles. */
export function DecideDialog({
  deciding,
  decision,
  justifications,
  hint,
  busy,
  onDecide,
  onClose,
}: {
  deciding: Deciding;
  decision: Asked;
  justifications: readonly AuthorityJustification[];
  /** How the catalogue says such a thing is usually limited; never an answer. */
  hint?: { purpose: string; limiter: string } | null;
  busy: boolean;
  onDecide: (words: DecisionWords) => void;
  onClose: () => void;
}) {
  const isNeed = decision === "needed";
  const [way, setWay] = useState<"existing" | "new">(justifications.length > 0 ? "existing" : "new");
  const [chosen, setChosen] = useState<string | null>(null);
  const [purpose, setPurpose] = useState("");
  const [limit, setLimit] = useState("");
  const [enforcer, setEnforcer] = useState<Enforcer | null>(null);
  const [evidence, setEvidence] = useState("");
  const [which, setWhich] = useState("");
  const [error, setError] = useState<string | null>(null);
  // The first thing to do is to answer, not to close.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const timer = setTimeout(() =>
      form.current?.querySelector<HTMLElement>("textarea, input:not([type=radio])")?.focus(),
    );
    return () => clearTimeout(timer);
  }, []);
  const submit = () => {
    if (!isNeed) {
      if (!which.trim())
        return setError(
          decision === "layer" ? "Say which layer holds it." : "Say which baseline settles it.",
        );
      return onDecide(decision === "layer" ? { layer: which.trim() } : { note: which.trim() });
    }
    if (way === "existing") {
      if (!chosen) return setError("Choose a justification, or write a new one.");
      return onDecide({ justificationId: chosen });
    }
    if (!purpose.trim()) return setError("Say why it is needed.");
    onDecide({
      justification: {
        purpose: purpose.trim(),
        ...(limit.trim() ? { limit: limit.trim() } : {}),
        ...(enforcer ? { enforcer } : {}),
        ...(evidence.trim() ? { evidence: evidence.trim() } : {}),
      },
    });
  };
  const about =
    deciding.count === 1
      ? deciding.label
      : `${deciding.label}: ${counted(deciding.count, "capability", "capabilities")}`;
  const title = isNeed
    ? "Why is it needed?"
    : decision === "layer"
      ? "Which layer holds it?"
      : "Which baseline settles it?";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={about}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} onClick={submit}>
            {isNeed && way === "new" ? "Write and cover" : isNeed ? "Cover" : "Decide"}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) submit();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
            return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        {isNeed && justifications.length > 0 ? (
          <RadioGroup
            label="Justification"
            value={way}
            onChange={setWay}
            options={[
              { value: "existing", label: "One that is written already" },
              { value: "new", label: "A new one" },
            ]}
          />
        ) : null}
        {isNeed && way === "existing" ? (
          <Field label="Covered by" error={error}>
            <Combobox
              value={chosen}
              onChange={(next) => {
                setChosen(next);
                setError(null);
              }}
              placeholder="Type to find a justification…"
              options={justifications.map(({ id, number, purpose: why, limit: how }) => ({
                value: id,
                label: `J${number} ${why ?? "Not written yet"}`.slice(0, 160),
                ...(how ? { hint: how.slice(0, 160) } : {}),
              }))}
            />
          </Field>
        ) : null}
        {isNeed && way === "new" ? (
          <>
            <Field
              label="Why it is needed"
              error={error}
              {...(hint?.purpose ? { description: `Usually seen for: ${hint.purpose.toLowerCase()}` } : {})}
            >
              <TextArea value={purpose} onChange={setPurpose} rows={2} />
            </Field>
            <Field
              label="How misuse is limited"
              optional
              {...(hint?.limiter ? { description: `Usually limited by: ${hint.limiter}` } : {})}
            >
              <TextArea value={limit} onChange={setLimit} rows={2} />
            </Field>
            <Field label="What enforces the limit" optional>
              <Select
                value={enforcer}
                onChange={setEnforcer}
                options={Object.entries(ENFORCERS).map(([value, label]) => ({
                  value: value as Enforcer,
                  label,
                }))}
              />
            </Field>
            <Field label="Evidence" optional description="A link to what shows it.">
              <TextField value={evidence} onChange={setEvidence} />
            </Field>
          </>
        ) : null}
        {isNeed ? null : (
          <Field
            label={decision === "layer" ? "Layer" : "Baseline"}
            error={error}
            description={
              decision === "layer"
                ? "The inner layer that stops it, for example “nsjail without network”. It counts as intent until a canary shows it."
                : "The fact of the cluster or host that settles it, for example “kubelet podPidsLimit 512”. It counts as intent until a baseline is attached."
            }
          >
            <TextArea value={which} onChange={setWhich} rows={2} />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
