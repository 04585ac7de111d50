import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { PolicyVersions } from "@/components/signoff/policy-versions";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { policyView } from "@/lib/signoff/server/policy-page";
import { PolicySection } from "./policy-section";

export const metadata: Metadata = { title: "Policy of signing off" };

export default async function SignOffPolicyPage() {
  const policy = await policyView(await requirePageActor());
  return (
    <Page
      above={
        <Breadcrumbs
          crumbs={[{ label: "Settings", href: "/settings" }, { label: "Policy of signing off" }]}
        />
      }
      title="Policy of signing off"
      lead="On which terms a revision comes into force, in every system of this workspace. Whoever asks for an approval never gives it."
      width="text"
    >
      <PolicySection key={policy.version} policy={policy} />
      <PolicyVersions policy={policy} />
    </Page>
  );
}
