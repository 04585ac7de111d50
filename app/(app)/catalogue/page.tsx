import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { Section } from "@/components/ui/section";
import { Severity } from "@/components/ui/severity";
import { Tag } from "@/components/ui/tag";
import { GROUPS } from "@/lib/authority/catalogue/entry";
import { CATALOGUE, CATALOGUE_VERSION } from "@/lib/authority/catalogue/index-of-ids";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { CAPABILITY_CLASSES, CAPABILITY_GROUPS } from "@/lib/review/vocabulary";

export const metadata: Metadata = { title: "Catalogue of authority · Cordon" };

/** The letters before other tools' checks, spelt out once. */
const PEERS =
  "KS kubescape, TV Trivy (KSV), KL KubeLinter, CK Checkov (CKV_K8S), DB the Docker benchmark of CIS, PSS the Pod Security Standards of Kubernetes, KH KubeHound, IK IceKube, CDK the container toolkit of that name";

/** What every kind of capability means, in the order in which authority is read. */
export default async function CataloguePage() {
  await requirePageActor();
  return (
    <Page
      title="Catalogue of authority"
      lead={`What each kind of capability grants, and what it means when a configuration says nothing. Version ${CATALOGUE_VERSION}, ${CATALOGUE.length} entries.`}
    >
      <p className="max-w-[72ch] pb-6 text-ink-2">
        “The same check elsewhere” names other tools’ checks: {PEERS}.
      </p>
      {GROUPS.map((group) => (
        <Section key={group} title={CAPABILITY_GROUPS[group]}>
          <dl>
            {CATALOGUE.filter((entry) => entry.group === group).map((entry) => (
              <div
                key={entry.id}
                id={entry.id}
                className="grid scroll-mt-4 gap-x-6 border-t py-3 target:bg-accent-wash md:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]"
              >
                <dt>
                  <span className="block font-medium">{entry.title}</span>
                  <code className="block text-small text-ink-3">{entry.id}</code>
                  <span className="flex flex-wrap items-center gap-2 pt-1">
                    <Severity level={entry.severity} />
                    <Tag>{CAPABILITY_CLASSES[entry.class]}</Tag>
                    {entry.endsConfinement === false ? null : (
                      <Tag tone="red">
                        {entry.endsConfinement === true ? "Ends confinement" : "May end confinement"}
                      </Tag>
                    )}
                  </span>
                </dt>
                <dd className="flex max-w-[72ch] flex-col gap-1 max-md:pt-2">
                  <p>{entry.grants}</p>
                  <p className="text-ink-2">When nothing is written: {entry.silence}</p>
                  {entry.purpose ? <p className="text-ink-2">Usually seen for: {entry.purpose}.</p> : null}
                  {entry.limiter ? <p className="text-ink-2">Usually limited by: {entry.limiter}.</p> : null}
                  <p className="text-small text-ink-3">
                    The same check elsewhere:{" "}
                    {entry.peers.flatMap((peer) => peer.ids).join(", ") || "none found"}
                  </p>
                  {entry.references.map((reference) => (
                    <a
                      key={reference}
                      href={reference}
                      rel="noreferrer"
                      className="link w-fit text-small break-all"
                    >
                      {reference}
                    </a>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      ))}
    </Page>
  );
}
