import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Page } from "@/components/frame/page";
import { requireSignedIn } from "@/lib/platform/http/page-actor";
import { PasswordForm } from "../password-form";

export const metadata: Metadata = { title: "Choose a new password" };

/** Where everybody lands whose password an admin has reset; every other page leads here until it is done. */
export default async function NewPasswordPage() {
  const actor = await requireSignedIn();
  if (!actor.session?.mustChangePassword) redirect("/account");
  return (
    <Page
      title="Choose a new password"
      lead="Your password was reset, so somebody else has seen the one you signed in with. Choose one that only you know; then go on."
      width="text"
    >
      <PasswordForm email={actor.email} then="/systems" present="The password you signed in with" />
    </Page>
  );
}
