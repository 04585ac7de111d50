import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { filtered } from "@/lib/authority/catalogue/catalogue-filter";
import { CATALOGUE_ITEMS } from "@/lib/authority/catalogue/catalogue-item";
import { CATALOGUE_FORMATS, FORMAT_SPECIFICATIONS } from "@/lib/authority/catalogue/formats/every-format";
import { CATALOGUE_VERSION } from "@/lib/authority/catalogue/index-of-ids";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { CatalogueList, type ListedEntry } from "./catalogue-list";

export const metadata: Metadata = { title: "Catalogue of authority" };

const ENTRIES: ListedEntry[] = CATALOGUE_ITEMS.map((item) => ({
  ...filtered(item),
  id: item.id,
  title: item.title,
  grants: item.grants,
  endsConfinement: item.endsConfinement,
  silence: Object.fromEntries(item.formats.map((one) => [one.format, one.silenceMeans])),
}));

const FORMATS = CATALOGUE_FORMATS.map((id) => ({ id, name: FORMAT_SPECIFICATIONS[id].name }));

/** What every kind of capability means, in the order in which authority is read. */
export default async function CataloguePage() {
  await requirePageActor();
  return (
    <Page
      title="Catalogue of authority"
      lead="What each kind of capability grants, and what it means when a configuration says nothing."
      actions={<span className="text-ink-3">Version {CATALOGUE_VERSION}</span>}
    >
      <CatalogueList entries={ENTRIES} formats={FORMATS} />
    </Page>
  );
}
