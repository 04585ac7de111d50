import type { Severity } from "@/lib/authority/schema";

/**
 * What a tool's name, and the names of its parameters, suggest that it does. A suggestion for whoever reads
 * the row: names prove nothing, and a tool of any name can do anything that its server can.
 */
const SUGGESTIONS: readonly { words: RegExp; severity: Severity; does: string }[] = [
  {
    words:
      /^(?:exec|execute|run|shell|bash|sh|command|cmd|terminal|eval|spawn|subprocess|powershell|script|code|python|sudo)$/,
    severity: "critical",
    does: "runs commands or code",
  },
  {
    words:
      /^(?:write|edit|create|update|delete|remove|drop|move|rename|upload|push|merge|deploy|apply|install|patch|put|insert|set|kill|stop|restart|grant|revoke|pay|transfer|purchase|order|refund|publish|commit|fork|overwrite|truncate)$/,
    severity: "high",
    does: "changes something",
  },
  {
    words: /^(?:send|post|email|mail|message|notify|share|reply|comment|tweet|invite|export)$/,
    severity: "high",
    does: "sends something out",
  },
  {
    words: /^(?:secret|secrets|password|passwords|token|credential|credentials|key|keys|vault)$/,
    severity: "high",
    does: "handles credentials",
  },
  {
    words:
      /^(?:fetch|http|https|url|uri|browse|browser|navigate|download|crawl|scrape|request|webhook|click|open)$/,
    severity: "medium",
    does: "reaches the network",
  },
  {
    words: /^(?:query|sql|select|database|db)$/,
    severity: "medium",
    does: "queries a database",
  },
  {
    words:
      /^(?:read|get|list|search|find|describe|show|view|lookup|count|status|time|now|ping|echo|think|add|sum|calculate|help)$/,
    severity: "low",
    does: "reads something",
  },
];

/** `readFile`, `read_file`, `fs.read-file` → read, file. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, 300)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** What a tool's name and parameters suggest, the gravest first; null where nothing is known. */
export function suggestionOf(
  name: string,
  parameters: readonly string[],
): { severity: Severity; does: string } | null {
  const ofName = new Set(wordsOf(name));
  // A parameter that is a command or an address says more than a verb; one called `key` or `set` says nothing.
  const ofParameters = new Set(
    parameters
      .flatMap(wordsOf)
      .filter((word) => /^(?:command|cmd|script|code|shell|sql|url|uri|password|secret)$/.test(word)),
  );
  return (
    SUGGESTIONS.find(({ words }) => [...ofName, ...ofParameters].some((word) => words.test(word))) ?? null
  );
}
