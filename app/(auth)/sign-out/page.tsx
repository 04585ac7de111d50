import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { PlainPage } from "@/components/frame/page";
import { pageActor } from "@/lib/platform/http/page-actor";
import { SignOut } from "./sign-out";

export const metadata: Metadata = { title: "Sign out" };

/** Signs out at once when the person came here from Cordon; a link on another site only asks. */
export default async function SignOutPage() {
  const actor = await pageActor();
  if (!actor) redirect("/sign-in?ended");
  const isOurs = (await headers()).get("sec-fetch-site") === "same-origin";
  return (
    <PlainPage title="Sign out" lead={`You are signed in as ${actor.name}.`}>
      <SignOut isAtOnce={isOurs} />
    </PlainPage>
  );
}
