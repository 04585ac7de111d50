import Link from "next/link";
import { Digest } from "@/components/ui/digest";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { SystemDetail } from "@/lib/review/systems";
import { PROVENANCES, type Provenance } from "@/lib/review/vocabulary";

/** What is known of a system besides its reviews: where it is deployed, and who sees it. */
export function SystemFacts({ system }: { system: SystemDetail }) {
  return (
    <div className="grid gap-x-10 lg:grid-cols-2">
      <Section title="Environments" description="The newest configuration of each.">
        {system.environments.length === 0 ? (
          <p className="text-ink-3">None captured yet.</p>
        ) : (
          <ul className="border-b">
            {system.environments.map((item) => (
              <li key={item.environment} className="flex flex-wrap gap-x-4 border-t py-2">
                <Link href={`/reviews/${item.reviewId}/authority`} className="link min-w-28">
                  {item.environment}
                </Link>
                <span className="flex-1">{PROVENANCES[item.provenance as Provenance]}</span>
                <span className="text-ink-3">
                  <Time value={item.attachedAt} precision="day" />
                </span>
                <Digest value={item.authorityDigest} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section
        title="Who sees it"
        description={
          system.visibility === "open"
            ? "Every member of the workspace; contributors only once they are named here."
            : "The people named here, and admins."
        }
      >
        {system.members.length === 0 ? (
          <p className="text-ink-3">Nobody is named.</p>
        ) : (
          <ul className="border-b">
            {system.members.map((member) => (
              <li key={member.id} className="flex flex-wrap justify-between gap-x-4 border-t py-2">
                <span>{member.name}</span>
                <span className="text-ink-3">{member.role}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
