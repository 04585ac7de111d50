import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { PolicyVersions } from "@/components/signoff/policy-versions";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { policyView } from "@/lib/signoff/server/policy-page";
import { found } from "../../../found";
import { PolicySection } from "../../../settings/sign-off/policy-section";

export const metadata: Metadata = { title: "Policy of signing off" };

export default async function SystemPolicyPage({ params }: { params: Promise<{ systemId: string }> }) {
  const actor = await requirePageActor();
  const policy = await found(policyView(actor, (await params).systemId));
  const { id, name } = policy.system!;
  return (
    <Page
      above={
        <Breadcrumbs
          crumbs={[
            { label: "Systems", href: "/systems" },
            { label: name, href: `/systems/${id}` },
            { label: "Policy of signing off" },
          ]}
        />
      }
      title={`Policy of signing off for ${name}`}
      lead="What is asked of this system besides the workspace’s policy. Where they differ, the tighter of both holds."
      width="text"
    >
      <PolicySection key={policy.version} policy={policy} />
      <PolicyVersions policy={policy} />
    </Page>
  );
}
