import type { Metadata } from "next";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { scopeOf } from "@/lib/review/server/load-scope";
import { found } from "../../../found";
import { ScopeView } from "./scope-view";

export const metadata: Metadata = { title: "Scope" };

export default async function ScopePage({ params }: { params: Promise<{ reviewId: string }> }) {
  const actor = await requirePageActor();
  return <ScopeView data={await found(scopeOf(actor, (await params).reviewId))} />;
}
