import type { FilledScalar } from "@/lib/authority/engine/fact";
import type { ListValue, ScalarValue } from "@/lib/authority/read/value";
import { kindIn } from "@/lib/authority/secrets/detect";
import { commandSecrets, type Redactions, redactCommand } from "@/lib/authority/secrets/marks";
import { maskTemplate, redactTemplate, unmask } from "./redact-template";
import { fillTemplate } from "./template";

/** A word of a command line as it is shown, the kind of secret in it, and the flag before it. */
export type Word = { text: string; kind: string | null; flag: string };

const rawOf = (scalar: ScalarValue): string => (scalar as FilledScalar & { raw?: string }).raw ?? scalar.text;

/** The words of a command line, variables in them: secrets by the flag before them, by shape and by default. */
export function wordsOf(list: ListValue): Word[] {
  const masks = list.items.map((item) =>
    item.kind === "scalar" ? maskTemplate(rawOf(item), "", null) : { text: "", pieces: [] },
  );
  const masked = copyOf(list, (_, i) => masks[i]!.text);
  const shown: Redactions = new Map();
  redactCommand(masked, shown, () => {});
  const flags = new Map(commandSecrets(masked).map(({ scalar, flag }) => [scalar, flag]));
  const filled = copyOf(list, (scalar) => fillTemplate(rawOf(scalar), () => null).text);
  const inFilled = new Map(commandSecrets(filled).map(({ scalar, kind, flag }) => [scalar, { kind, flag }]));
  return list.items.map((item, i) => {
    if (item.kind !== "scalar") return { text: "", kind: null, flag: "" };
    const raw = rawOf(item);
    const scalar = masked.items[i] as ScalarValue;
    const text = unmask(shown.get(scalar) ?? scalar.text, masks[i]!);
    const own = kindIn(text);
    if (own !== null) return { text, kind: own, flag: flags.get(scalar) ?? "" };
    const found = inFilled.get(filled.items[i] as ScalarValue);
    if (!found) return { text: redactTemplate("", raw).text, kind: null, flag: "" };
    const marked = maskTemplate(raw, "", found.kind);
    return { text: redactTemplate("", unmask(marked.text, marked)).text, ...found };
  });
}

/** The same list with other texts, none of them the original's scalars. */
const copyOf = (list: ListValue, text: (scalar: ScalarValue, i: number) => string): ListValue => ({
  ...list,
  items: list.items.map((item, i) =>
    item.kind === "scalar"
      ? { ...item, text: text(item, i) }
      : { kind: "scalar", at: 0, end: 0, text: "", plain: false },
  ),
});
