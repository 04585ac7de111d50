import type { Metadata } from "next";
import { found } from "@/app/(app)/found";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { authorityPage } from "@/lib/review/server/authority-page";
import { ImportFlow } from "./import-flow";

export const metadata: Metadata = { title: "Import a configuration" };

/** Importing a configuration: its text, a look at what it would do, attaching. */
export default async function ImportPage({ params }: { params: Promise<{ reviewId: string }> }) {
  const { reviewId } = await params;
  const page = await found(authorityPage(await requirePageActor(), reviewId));
  return (
    <ImportFlow
      reviewId={reviewId}
      environments={page.configurations.map(({ environment }) => environment)}
      canAttach={page.abilities.includes("configuration.attach")}
    />
  );
}
