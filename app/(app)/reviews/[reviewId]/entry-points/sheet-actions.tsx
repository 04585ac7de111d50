import { Button, buttonClasses } from "@/components/ui/button";

interface SheetActionsProps {
  /** The address of the worksheet as it stands. */
  csv: string;
  /** How many rows are archived. */
  archived: number;
  isArchive: boolean;
  onArchive: (on: boolean) => void;
  canEdit: boolean;
  noun: string;
  onAdd: () => void;
  /** Set while a new row has no name. */
  onDiscard?: () => void;
}

/** What stands at the right of a worksheet's toolbar. */
export function SheetActions(props: SheetActionsProps) {
  const { archived, isArchive, onArchive, canEdit, onDiscard } = props;
  return (
    <>
      {isArchive ? (
        <Button size="small" variant="quiet" onClick={() => onArchive(false)}>
          Back to what is in use
        </Button>
      ) : archived > 0 ? (
        <Button size="small" variant="quiet" onClick={() => onArchive(true)}>
          {archived} archived
        </Button>
      ) : null}
      <a href={props.csv} download className={buttonClasses("quiet", "small")}>
        Export CSV
      </a>
      {onDiscard && !isArchive ? (
        <Button size="small" variant="quiet" onClick={onDiscard}>
          Discard new row
        </Button>
      ) : null}
      {canEdit && !isArchive ? (
        <Button size="small" variant="primary" onClick={props.onAdd}>
          Add {props.noun}
        </Button>
      ) : null}
    </>
  );
}
