import type { Option } from "@/components/ui/select";
import type { Cell } from "@/lib/review/cell";

/** What a cell says in words; "" when nobody has answered. */
export function cellWords(cell: Cell, options: readonly Option[] = []): string {
  if (cell.state === "unset") return "";
  if (cell.state === "unknown") return "Unknown";
  if (cell.state === "not-applicable") return `Not applicable: ${cell.reason}`;
  const values = Array.isArray(cell.value) ? cell.value : [cell.value];
  return values
    .map((value) => options.find((option) => option.value === value)?.label ?? String(value))
    .join(", ");
}
