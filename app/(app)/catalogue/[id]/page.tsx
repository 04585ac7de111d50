import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EntryFacts } from "@/components/catalogue/entry-facts";
import { FactList } from "@/components/catalogue/fact-list";
import { FormatTable } from "@/components/catalogue/format-table";
import { HolderTable } from "@/components/catalogue/holder-table";
import { RemovalList } from "@/components/catalogue/removal-list";
import { Page } from "@/components/frame/page";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { count, counted } from "@/components/ui/count";
import { Section } from "@/components/ui/section";
import { CATALOGUE_ITEMS, type CatalogueItem } from "@/lib/authority/catalogue/catalogue-item";
import { referenceTitle } from "@/lib/authority/catalogue/reference-title";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { catalogueHolders, MOST_HOLDERS } from "@/lib/review/server/catalogue-holders";
import { CAPABILITY_GROUPS } from "@/lib/review/vocabulary";

type Props = { params: Promise<{ id: string }> };

const itemOf = async ({ params }: Props): Promise<CatalogueItem | undefined> => {
  const { id } = await params;
  return CATALOGUE_ITEMS.find((item) => item.id === id);
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${(await itemOf(props))?.title ?? "Not found"} · Catalogue · Cordon` };
}

/** One kind of capability: what it grants, what each format says of it, and where it is granted now. */
export default async function CatalogueEntryPage(props: Props) {
  const actor = await requirePageActor();
  const item = await itemOf(props);
  if (!item) notFound();
  const holders = await catalogueHolders(actor, item.id);
  const rows = holders.items.reduce((sum, holder) => sum + holder.rows, 0);
  return (
    <Page
      title={item.title}
      lead={item.grants}
      above={
        <Breadcrumbs
          crumbs={[
            { label: "Catalogue", href: "/catalogue" },
            { label: CAPABILITY_GROUPS[item.group], href: `/catalogue?group=${item.group}` },
            { label: item.id },
          ]}
        />
      }
    >
      <div className="pb-8">
        <EntryFacts item={item} siblings={siblingsOf(item)} />
      </div>
      <Section
        title="Granted now"
        actions={
          rows === 0 ? null : (
            <span className="text-ink-3">
              {counted(rows, "row")} in {counted(holders.items.length, "review")}
            </span>
          )
        }
      >
        {holders.items.length === 0 ? (
          <p className="text-ink-3">No review that you can see holds a row of this kind.</p>
        ) : (
          <HolderTable id={item.id} holders={holders.items} />
        )}
        {holders.more ? (
          <p className="pt-2 text-ink-3">The first {count(MOST_HOLDERS)} reviews are listed.</p>
        ) : null}
      </Section>
      {item.formats.length === 0 ? (
        <Section title="In configurations">
          <p className="max-w-[68ch] text-ink-2">
            No configuration format writes it: add it by hand to the executor, from the code that sets the
            inner layer up.
          </p>
        </Section>
      ) : (
        <>
          <Section title="What each format says">
            <FormatTable formats={item.formats} />
          </Section>
          <Section title="How to take it away">
            <RemovalList formats={item.formats} />
          </Section>
        </>
      )}
      <Section title="The same check in other tools">
        {item.peers.length === 0 ? (
          <p className="text-ink-3">None among the tools that were read.</p>
        ) : (
          <FactList
            facts={item.peers.map(({ name, ids }) => ({
              key: name,
              value: <code className="text-small break-words">{ids.join(", ")}</code>,
            }))}
          />
        )}
      </Section>
      <Section title="To read">
        <ul>
          {item.references.map((reference) => (
            <li key={reference} className="py-0.5">
              <a href={reference} rel="noreferrer" className="link break-words">
                {referenceTitle(reference)}
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}

/** Entries that are degrees of the same thing: their rows are one row. */
const siblingsOf = ({ id, family }: CatalogueItem): CatalogueItem[] =>
  CATALOGUE_ITEMS.filter((other) => other.family === family && other.id !== id);
