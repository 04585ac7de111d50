import { PlainPage } from "@/components/frame/page";
import { LinkButton } from "@/components/ui/link-button";

/** An address that leads nowhere. */
export default function NotFound() {
  return (
    <PlainPage title="There is nothing here" lead="Cordon has no page at this address.">
      <LinkButton href="/systems">Go to the systems</LinkButton>
    </PlainPage>
  );
}
