import { CoversLinks, type Links } from "@/components/signoff/covers-links";
import type { SearchCoverable } from "@/components/signoff/covers-picker";
import { CoversEditor, coversIn, DayEditor } from "@/components/signoff/risk-editors";
import { type RiskRow, riskState } from "@/components/signoff/risk-row";
import { Severity } from "@/components/ui/severity";
import { absoluteTime } from "@/components/ui/time-text";
import { Verdict } from "@/components/ui/verdict";
import type { Column } from "@/components/worksheet/types";
import { ENTITIES } from "@/lib/review/fields";
import type { RowLink } from "@/lib/review/row-link";
import {
  RISK_STATES,
  type RiskState,
  SEVERITIES,
  type Severity as SeverityWord,
  TREATMENTS,
} from "@/lib/review/vocabulary";
import { severityWords } from "@/lib/signoff/risk-severity";

const { fields } = ENTITIES.risk;
const editable = (row: RiskRow): boolean => row.canEdit;
const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));
export const TREATMENT_OPTIONS = optionsOf(TREATMENTS);

/** The columns of the worksheet of residual risks. */
export function riskColumns(given: {
  links: Links;
  members: readonly { id: string; name: string }[];
  onSearch: SearchCoverable;
  onPicked: (link: RowLink) => void;
}): Column<RiskRow>[] {
  const { links, members } = given;
  const text = (id: "description" | "rationale" | "controls" | "recommendation", width: number) => ({
    id,
    header: id === "controls" ? "Controls" : fields[id].label,
    description: fields[id].label,
    width,
    kind: "long-text" as const,
    editable,
  });
  return [
    { id: "number", header: "No.", width: 56, kind: "read-only", groupable: false },
    {
      id: "title",
      header: fields.title.label,
      width: 176,
      kind: "text",
      editable,
      required: true,
      groupable: false,
    },
    {
      id: "covers",
      header: "Covers",
      description: "The findings, entry points and capabilities that this risk is about",
      width: 140,
      kind: "custom",
      editable,
      sortable: false,
      filterable: false,
      groupable: false,
      text: (cell) =>
        coversIn(cell)
          .map((target) => links[target]?.label ?? "")
          .join(" "),
      render: (cell) => <CoversLinks covers={coversIn(cell)} links={links} isInGrid />,
      editor: (props) => <CoversEditor {...props} {...given} />,
    },
    {
      id: "severity",
      header: "Severity",
      description: "What counts when it is decided: as written, or as the worst finding that it covers",
      width: 112,
      kind: "choice",
      options: SEVERITY_OPTIONS,
      editable,
      rank: (cell) => (cell.state === "value" ? SEVERITIES.indexOf(cell.value as SeverityWord) : 9),
      render: (_, { severity }) => (
        <span className="flex flex-col" title={severityWords(severity)}>
          {severity.counts ? <Severity level={severity.counts} /> : null}
          {severity.by ? (
            <span className="truncate text-small text-ink-3">
              {severity.written ? `written ${severity.written}` : "none written"}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "treatment",
      header: "Treatment",
      width: 104,
      kind: "choice",
      options: TREATMENT_OPTIONS,
      editable,
    },
    text("rationale", 160),
    text("controls", 140),
    {
      id: "owner",
      header: "Owner",
      width: 104,
      kind: "reference",
      options: members.map(({ id, name }) => ({ value: id, label: name })),
      editable,
    },
    {
      id: "expiresAt",
      header: "Expires",
      width: 104,
      kind: "custom",
      editable,
      groupable: false,
      text: (cell) => (cell.state === "value" ? String(cell.value) : ""),
      render: (cell, row) =>
        cell.state === "value" ? (
          <span className="flex flex-col whitespace-nowrap" title={row.ending?.reason}>
            {absoluteTime(String(cell.value), "day")}
            {row.ending ? (
              <Verdict tone={row.ending.severity === "high" ? "bad" : "warn"}>
                {row.ending.severity === "high" ? "Is over" : "Ends soon"}
              </Verdict>
            ) : null}
          </span>
        ) : null,
      editor: (props) => <DayEditor {...props} />,
    },
    {
      id: "state",
      header: "State",
      width: 98,
      kind: "read-only",
      options: optionsOf(RISK_STATES),
      render: (cell) => {
        const { tone, word } = riskState((cell.state === "value" ? cell.value : "proposed") as RiskState);
        return <Verdict tone={tone}>{word}</Verdict>;
      },
    },
    { ...text("description", 240), hidden: true },
    { ...text("recommendation", 240), hidden: true },
  ];
}
