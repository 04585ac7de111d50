import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";

/** Before the first configuration: the one next thing to do. */
export function NothingGranted({ importHref }: { importHref: string | null }) {
  return (
    <EmptyState
      title="Nothing is known yet of what is granted"
      action={
        importHref === null ? null : (
          <LinkButton href={importHref} variant="secondary">
            Import a configuration
          </LinkButton>
        )
      }
    >
      Import what is deployed. Cordon lists everything that it grants, silence included, and asks which
      containers run submitted code.
    </EmptyState>
  );
}
