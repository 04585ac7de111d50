import { Page } from "@/components/frame/page";
import { LinkButton } from "@/components/ui/link-button";

/** The same page for what is not there and for what somebody may not see. */
export default function NotFound() {
  return (
    <Page
      title="There is nothing here that you can see"
      lead="The address may be wrong, or it belongs to a system that you are not named on. An admin can name you on it."
      width="text"
    >
      <LinkButton href="/systems">Go to the systems</LinkButton>
    </Page>
  );
}
