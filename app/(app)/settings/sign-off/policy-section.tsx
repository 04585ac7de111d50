import { KeyValue } from "@/components/ui/key-value";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { PolicyView } from "@/lib/signoff/policy-view";
import { approvalRefusal } from "@/lib/signoff/terms";
import { termsInWords } from "@/lib/signoff/terms-words";
import { PolicyForm } from "./policy-form";

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
