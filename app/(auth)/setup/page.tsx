import type { Metadata } from "next";
import { connection } from "next/server";
import { PlainPage } from "@/components/frame/page";
import { LinkButton } from "@/components/ui/link-button";
import { isSetUp } from "@/lib/identity/server/set-up";
import { SetUpForm } from "./set-up-form";

export const metadata: Metadata = { title: "Set up" };

export default async function SetUpPage() {
  await connection();
  if (await isSetUp()) {
    return (
      <PlainPage
        title="Cordon is set up already"
        lead="It has an admin. Sign in, or ask an admin for an invitation."
      >
        <LinkButton href="/sign-in" variant="primary">
          Sign in
        </LinkButton>
      </PlainPage>
    );
  }
  return (
    <PlainPage
      title="Set up Cordon"
      lead="The terminal in which Cordon was started shows a one-time code. With it you become the first admin."
    >
      <SetUpForm />
    </PlainPage>
  );
}
