"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSigning } from "@/app/(app)/use-signing";
import { PolicyFields } from "@/components/signoff/policy-fields";
import { SignedDialog } from "@/components/signoff/signed-dialog";
import { Button } from "@/components/ui/button";
import { KeyValue } from "@/components/ui/key-value";
import { notify } from "@/components/ui/toast";
import type { FieldProblem } from "@/lib/kernel/errors";
import { callApi } from "@/lib/platform/http/browser";
import type { PolicyView } from "@/lib/signoff/policy-view";
import type { SignOffTerms } from "@/lib/signoff/terms";
import { termsSchema } from "@/lib/signoff/terms-schema";
import { changedTerms } from "@/lib/signoff/terms-words";

/** The form that sets the next version of the terms, with the password again. */
export function PolicyForm({ policy }: { policy: PolicyView }) {
  const router = useRouter();
  const begun = policy.own ?? policy.workspace;
  const [terms, setTerms] = useState<SignOffTerms>(begun);
  const [wrong, setWrong] = useState<readonly FieldProblem[]>([]);
  const [isAsking, setAsking] = useState(false);
  const { signing, sign, forget } = useSigning({ asksWords: false });
  const isSame = JSON.stringify(terms) === JSON.stringify(begun) && policy.own !== null;
  const version = policy.version + 1;
  const close = () => {
    setAsking(false);
    forget();
  };
  const ask = () => {
    const found = wrongTerms(terms);
    setWrong(found);
    if (found.length === 0) setAsking(true);
  };
  const save = async () => {
    const path = policy.system
      ? `/systems/${policy.system.id}/sign-off-policy`
      : "/workspace/sign-off-policy";
    let refused: readonly FieldProblem[] = [];
    const isDone = await sign(async () => {
      const answer = await callApi("PUT", path, { terms, version: policy.version });
      refused = answer.ok ? [] : (answer.problem.fields ?? []);
      return answer;
    });
    // What is wrong with a field is said beside it, not in front of it.
    setWrong(refused);
    if (!isDone && refused.length === 0) return;
    close();
    if (!isDone) return;
    notify(`Version ${version} of the policy holds`);
    router.refresh();
  };
  const names = new Map(policy.approvers.map(({ id, name }) => [id, name]));
  const changed = isAsking ? changedTerms(begun, terms, names) : [];
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <PolicyFields
        terms={terms}
        onTerms={(patch) => setTerms((now) => ({ ...now, ...patch }))}
        approvers={policy.approvers}
        errorAt={(field) =>
          wrong.find(({ pointer }) => pointer === `/${field}` || pointer === `/terms/${field}`)?.message
        }
      />
      <div>
        <Button type="submit" variant="primary" disabled={isSame}>
          Set version {version}…
        </Button>
      </div>
      <SignedDialog
        title={`Set version ${version} of the policy`}
        description={`It holds at once${policy.system ? ` for ${policy.system.name}` : ""}. A revision that waits is decided under the tighter of it and the version it was submitted under.`}
        open={isAsking}
        submit={`Set version ${version}`}
        signing={signing}
        onSign={() => void save()}
        onClose={close}
      >
        {changed.length > 0 ? (
          <KeyValue
            items={changed.map(({ key, before, after }) => ({
              key,
              value: (
                <>
                  {after}
                  <span className="block text-ink-3">Before: {before}</span>
                </>
              ),
            }))}
          />
        ) : null}
      </SignedDialog>
    </form>
  );
}

/** What is wrong with the terms before anybody is asked for a password. */
function wrongTerms(terms: SignOffTerms): FieldProblem[] {
  const { error } = termsSchema.safeParse(terms);
  return (error?.issues ?? []).map(({ path, message }) => ({ pointer: `/terms/${path.join("/")}`, message }));
}
