import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PlainPage } from "@/components/frame/page";
import { isSetUp } from "@/lib/identity/server/set-up";
import { pageActor, safeNext } from "@/lib/platform/http/page-actor";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const { next, error, ended } = await searchParams;
  const to = safeNext(next);
  if (!(await isSetUp())) redirect("/setup");
  if (await pageActor()) redirect(to);
  return (
    <PlainPage title="Sign in" lead={ended === undefined ? undefined : "You are signed out."}>
      <SignInForm next={to} hasFailed={error !== undefined} />
      <p className="pt-6 text-ink-3">
        No account? An admin of your workspace makes an invitation link for you. Forgot your password? An
        admin can reset it, or whoever runs Cordon with <code className="text-small">cordon admin</code>.
      </p>
      <noscript>
        <p className="pt-4">Cordon needs JavaScript; switch it on for this site.</p>
      </noscript>
    </PlainPage>
  );
}
