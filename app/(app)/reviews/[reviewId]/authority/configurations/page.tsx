import type { Metadata } from "next";
import Link from "next/link";
import { found } from "@/app/(app)/found";
import { AuthorityTabs } from "@/components/authority/authority-tabs";
import { ReviewPage } from "@/components/frame/review-page";
import { count, counted } from "@/components/ui/count";
import { Digest } from "@/components/ui/digest";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Tag } from "@/components/ui/tag";
import { Time } from "@/components/ui/time";
import { readSql } from "@/lib/platform/db/transaction";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import type { ConfigurationItem } from "@/lib/review/authority/configuration";
import { reviewHead } from "@/lib/review/server/access";
import { listConfigurations } from "@/lib/review/server/configurations-read";
import { PROVENANCES } from "@/lib/review/vocabulary";
import { RefreshOnEvents } from "../../refresh-on-events";

export const metadata: Metadata = { title: "Configurations" };

/** Whether the environment had a configuration before this one. */
const hasEarlier = (
  items: readonly ConfigurationItem[],
  { environment, number }: ConfigurationItem,
): boolean => items.some((other) => other.environment === environment && other.number < number);

/** Every configuration that was attached, the newest first. */
export default async function ConfigurationsPage({ params }: { params: Promise<{ reviewId: string }> }) {
  const { reviewId } = await params;
  const actor = await requirePageActor();
  const { abilities } = await found(reviewHead(actor, reviewId));
  const items = await readSql(actor, (sql) => listConfigurations(sql, reviewId));
  const base = `/reviews/${reviewId}/authority`;
  const importLink = abilities.includes("configuration.attach") ? (
    <LinkButton href={`${base}/import`} variant="primary">
      Import configuration
    </LinkButton>
  ) : null;
  return (
    <ReviewPage
      title="Authority"
      lead="Captures of what is deployed, each with its digest."
      actions={importLink}
    >
      <RefreshOnEvents />
      <AuthorityTabs reviewId={reviewId} current="configurations" />
      {items.length === 0 ? (
        <div className="pt-4">
          <EmptyState title="No configuration is attached yet">
            Import what is deployed, and Cordon lists what it grants.
          </EmptyState>
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section aria-label="Configurations" tabIndex={0} className="overflow-x-auto">
          <table className="w-full min-w-[760px] text-left">
            <thead className="text-small text-ink-2">
              <tr className="border-b border-line-control">
                <th className="py-2 pr-4 font-medium">No.</th>
                <th className="py-2 pr-4 font-medium">Environment</th>
                <th className="py-2 pr-4 font-medium">Provenance</th>
                <th className="py-2 pr-4 text-right font-medium">Capabilities</th>
                <th className="py-2 pr-4 font-medium">Authority</th>
                <th className="py-2 pr-4 font-medium">Remarks</th>
                <th className="py-2 font-medium">Attached</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id} className="border-b align-top">
                  <td className="py-2 pr-4">
                    <Link href={`${base}/configurations/${item.id}`} className="link">
                      {item.number}
                    </Link>
                  </td>
                  <td className="py-2 pr-4">
                    {item.environment} {item.isNewest ? <Tag>newest</Tag> : null}
                  </td>
                  <td className="py-2 pr-4">{PROVENANCES[item.provenance]}</td>
                  <td className="py-2 pr-4 text-right">{count(item.capabilities)}</td>
                  <td className="py-2 pr-4">
                    <Digest value={item.authorityDigest} />
                    {hasEarlier(items, item) ? (
                      <Link
                        href={`${base}/configurations/${item.id}/drift`}
                        className="link block text-small"
                      >
                        What changed
                      </Link>
                    ) : null}
                  </td>
                  <td className="py-2 pr-4">
                    {item.notes.error > 0 ? `${item.notes.error} not understood` : ""}
                    {item.notes.error > 0 && item.notes.warning > 0 ? ", " : ""}
                    {item.notes.warning > 0 ? counted(item.notes.warning, "warning") : ""}
                  </td>
                  <td className="py-2 whitespace-nowrap">
                    <Time value={item.attachedAt} />{" "}
                    {item.attachedBy.name ? `by ${item.attachedBy.name}` : ""}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </ReviewPage>
  );
}
