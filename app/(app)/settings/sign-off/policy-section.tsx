"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { PolicyFields } from "@/components/signoff/policy-fields";
import { Button } from "@/components/ui/button";
import { KeyValue } from "@/components/ui/key-value";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { notify } from "@/components/ui/toast";
import { type ClientProblem, callApi } from "@/lib/platform/http/browser";
import type { PolicyView } from "@/lib/signoff/policy-view";
import { approvalRefusal, type SignOffTerms } from "@/lib/signoff/terms";
import { termsInWords } from "@/lib/signoff/terms-words";

/** The terms that hold, and for an admin the form that sets the next version. */
export function PolicySection({ policy }: { policy: PolicyView }) {
  const { system, own, effective, approvers, abilities } = policy;
  const names = new Map(approvers.map(({ id, name }) => [id, name]));
  const canSet = abilities.includes("policy.set");
  const asked = approvers.filter((member) => approvalRefusal(effective, member, []) === null).length;
  return (
    <>
      {effective.quorum > asked ? (
        <div className="pb-6">
          <Notice tone="warn" title="Nothing can be approved at present">
            {effective.quorum} approvals are asked for, and{" "}
            {asked === 0 ? "nobody" : asked === 1 ? "one person" : `${asked} people`} can give one. Invite
            approvers, or lower the number.
          </Notice>
        </div>
      ) : null}
      {system || !canSet ? (
        <Section title={system ? "What holds for this system" : "What holds"}>
          <KeyValue items={termsInWords(effective, names)} />
        </Section>
      ) : null}
      {canSet ? (
        <Section
          title={system ? "Tighter for this system" : "Terms"}
          description={
            own
              ? `Version ${policy.version} holds. What you set becomes version ${policy.version + 1}.`
              : system
                ? "Nothing is asked besides the workspace’s policy."
                : "Nobody has set a policy yet: these are the terms that Cordon begins with."
          }
        >
          <PolicyForm policy={policy} />
        </Section>
      ) : null}
    </>
  );
}

function PolicyForm({ policy }: { policy: PolicyView }) {
  const router = useRouter();
  const begun = policy.own ?? policy.workspace;
  const [terms, setTerms] = useState<SignOffTerms>(begun);
  const [problem, setProblem] = useState<ClientProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const isSame = JSON.stringify(terms) === JSON.stringify(begun) && policy.own !== null;
  const at = (field: string) =>
    problem?.fields?.find(({ pointer }) => pointer === `/${field}` || pointer === `/terms/${field}`)?.message;
  const save = async () => {
    setBusy(true);
    const path = policy.system
      ? `/systems/${policy.system.id}/sign-off-policy`
      : "/workspace/sign-off-policy";
    const answer = await callApi<{ version: number }>("PUT", path, { terms, version: policy.version });
    setBusy(false);
    setProblem(answer.ok ? null : answer.problem);
    if (!answer.ok) return;
    notify(`Version ${answer.value.version} of the policy holds`);
    router.refresh();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <PolicyFields
        terms={terms}
        onTerms={(patch) => setTerms((now) => ({ ...now, ...patch }))}
        approvers={policy.approvers}
        errorAt={at}
      />
      {problem && !(problem.fields ?? []).some(({ pointer }) => at(pointer.split("/").at(-1) ?? "")) ? (
        <Notice tone="error">{problem.detail}</Notice>
      ) : null}
      <div>
        <Button type="submit" variant="primary" busy={busy} disabled={isSame}>
          Set version {policy.version + 1}
        </Button>
      </div>
    </form>
  );
}
