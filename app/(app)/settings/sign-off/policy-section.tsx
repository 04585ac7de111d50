import { OutOfReach } from "@/components/signoff/out-of-reach";
import { KeyValue } from "@/components/ui/key-value";
import { Section } from "@/components/ui/section";
import { approvalOutlook } from "@/lib/signoff/approval-outlook";
import type { PolicyView } from "@/lib/signoff/policy-view";
import { termsInWords } from "@/lib/signoff/terms-words";
import { PolicyForm } from "./policy-form";

/** The terms that hold, and for an admin the form that sets the next version. */
export function PolicySection({ policy }: { policy: PolicyView }) {
  const { system, own, effective, approvers, abilities } = policy;
  const names = new Map(approvers.map(({ id, name }) => [id, name]));
  const canSet = abilities.includes("policy.set");
  // Nobody asks yet, and nobody has written anything: it can only get less.
  const outlook = approvalOutlook(effective, approvers, { requesterId: null, wrote: new Map() });
  return (
    <>
      <OutOfReach
        className="pb-6"
        title="Nothing can be approved at present"
        outlook={outlook}
        policyLinks={canSet ? [{ label: "The terms", href: "#terms" }] : []}
      />
      {system || !canSet ? (
        <Section title={system ? "What holds for this system" : "What holds"}>
          <KeyValue items={termsInWords(effective, names)} />
        </Section>
      ) : null}
      {canSet ? (
        <Section
          id="terms"
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
