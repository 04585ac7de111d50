import { notify, notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { Cell } from "@/lib/review/cell";
import type { Created } from "@/lib/review/server/create-row";

type Stored = { id: string; number: number; name: string };

/** What is done with whole rows of a collection; each says how it went. */
export function rowActs(path: string, letter: string) {
  const label = ({ number, name }: Stored) => `${letter}${number} ${name}`;

  const setArchived = async (rows: readonly Stored[], archived: boolean): Promise<void> => {
    const word = archived ? "archive" : "restore";
    const done: Stored[] = [];
    for (const row of rows) {
      const answer = await callApi("POST", `${path}/${row.id}/${word}`);
      if (answer.ok) done.push(row);
      else notifyError(`${label(row)} was not ${word}d`, { description: answer.problem.detail });
    }
    const [only] = done;
    if (!only) return;
    const what = done.length === 1 ? label(only) : `${done.length} rows`;
    notify(`${what} ${archived ? "archived" : "restored"}`, {
      action: archived
        ? { label: "Restore", onClick: () => void setArchived(done, false) }
        : { label: "Archive", onClick: () => void setArchived(done, true) },
    });
  };

  /** Adds a row that answers everything as another does, and gives its short number. */
  const duplicate = async (row: Stored, cells: Readonly<Record<string, Cell>>): Promise<number | null> => {
    const answered = Object.entries(cells).filter(([, cell]) => cell.state !== "unset");
    const answer = await callApi<Created>("POST", path, {
      cells: { ...Object.fromEntries(answered), name: { state: "value", value: copyName(row.name) } },
    });
    if (answer.ok) return answer.value.number;
    notifyError(`${label(row)} was not duplicated`, { description: answer.problem.detail });
    return null;
  };

  return { setArchived, duplicate };
}

const LONGEST = 300;
const copyName = (name: string): string => `${name.slice(0, LONGEST - 7)} (copy)`;
