"use client";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { EntryHeads, EntryRow } from "@/components/catalogue/entry-row";
import { Button } from "@/components/ui/button";
import { count, counted } from "@/components/ui/count";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { type Filtered, passes } from "@/lib/authority/catalogue/catalogue-filter";
import type { CatalogueItem, SilenceMeans } from "@/lib/authority/catalogue/catalogue-item";
import type { CatalogueFormat } from "@/lib/authority/catalogue/formats/every-format";
import {
  CAPABILITY_CLASSES,
  CAPABILITY_GROUPS,
  type CapabilityClass,
  type CapabilityGroup,
  SEVERITIES,
  SEVERITY_WORDS,
} from "@/lib/review/vocabulary";

/** An entry as the list needs it. */
export type ListedEntry = Pick<CatalogueItem, "id" | "title" | "grants" | "endsConfinement"> &
  Filtered & { silence: Partial<Record<CatalogueFormat, SilenceMeans>> };

const CLASS_IDS = Object.keys(CAPABILITY_CLASSES) as CapabilityClass[];
const GROUP_IDS = Object.keys(CAPABILITY_GROUPS) as CapabilityGroup[];
const ANY = "any";

/** A choice of one, or of any. */
const choices = <V extends string>(any: string, labels: Record<V, string>, ids: readonly V[]) => [
  { value: ANY, label: any },
  ...ids.map((value) => ({ value, label: labels[value] })),
];

/** Every entry by group, searched as one types; what it is narrowed by stands in the address. */
export function CatalogueList({
  entries,
  formats,
}: {
  entries: readonly ListedEntry[];
  formats: readonly { id: CatalogueFormat; name: string }[];
}) {
  const formatIds = formats.map(({ id }) => id);
  const [filter, setFilter] = useQueryStates(
    {
      text: parseAsString.withDefault(""),
      class: parseAsStringLiteral(CLASS_IDS),
      group: parseAsStringLiteral(GROUP_IDS),
      format: parseAsStringLiteral(formatIds),
      severity: parseAsStringLiteral(SEVERITIES),
    },
    { history: "replace", clearOnDefault: true, urlKeys: { text: "q" } },
  );
  const passing = entries.filter((entry) => passes(entry, filter));
  const isNarrowed = passing.length < entries.length;
  const clear = () => void setFilter(null);
  const select = <K extends "class" | "group" | "format" | "severity">(
    key: K,
    label: string,
    options: { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      size="small"
      className="w-auto! min-w-36 max-sm:w-full!"
      value={filter[key] ?? ANY}
      onChange={(value) => void setFilter({ [key]: value === ANY ? null : value })}
      options={options}
    />
  );
  return (
    <>
      <search className="flex flex-wrap items-center gap-2 pb-3 max-sm:grid max-sm:grid-cols-2">
        <TextField
          type="search"
          aria-label="Search the catalogue"
          placeholder="Search names, fields, checks of other tools…"
          value={filter.text}
          maxLength={200}
          onChange={(text) => void setFilter({ text })}
          className="min-h-7! min-w-60 flex-1 py-[3px]! max-sm:col-span-2"
        />
        {select("group", "Group", choices("Every group", CAPABILITY_GROUPS, GROUP_IDS))}
        {select("class", "Class", choices("Every class", CAPABILITY_CLASSES, CLASS_IDS))}
        {select(
          "format",
          "Format",
          choices(
            "Every format",
            Object.fromEntries(formats.map(({ id, name }) => [id, name])) as Record<CatalogueFormat, string>,
            formatIds,
          ),
        )}
        {select("severity", "Severity", choices("Every severity", SEVERITY_WORDS, SEVERITIES))}
        <p className="flex min-h-7 basis-full items-center gap-2 text-ink-3 max-sm:col-span-2">
          <span role="status">
            {isNarrowed
              ? `${count(passing.length)} of ${counted(entries.length, "entry", "entries")}`
              : counted(entries.length, "entry", "entries")}
          </span>
          {isNarrowed ? (
            <Button size="small" variant="quiet" onClick={clear}>
              Show all
            </Button>
          ) : null}
          <span className="ml-auto text-small max-sm:hidden">
            By silence: what {formats.find(({ id }) => id === filter.format)?.name ?? "Kubernetes"} gives when
            nothing is written
          </span>
        </p>
      </search>
      {passing.length === 0 ? (
        <EmptyState
          title="Nothing in the catalogue is like this"
          action={<Button onClick={clear}>Show all</Button>}
        >
          Search fewer words, or take a filter away.
        </EmptyState>
      ) : null}
      {GROUP_IDS.map((group) => {
        const own = passing.filter((entry) => entry.group === group);
        return own.length === 0 ? null : (
          <Section
            key={group}
            title={CAPABILITY_GROUPS[group]}
            actions={<span className="text-ink-3">{counted(own.length, "entry", "entries")}</span>}
          >
            <EntryHeads />
            <ul>
              {own.map((entry) => (
                <EntryRow key={entry.id} entry={entry} silence={silenceOf(entry, filter.format)} />
              ))}
            </ul>
          </Section>
        );
      })}
    </>
  );
}

/** In the format chosen, else in the first that can express it. */
const silenceOf = ({ silence, formats }: ListedEntry, format: CatalogueFormat | null): SilenceMeans =>
  silence[format ?? formats[0]!] ?? "not-granted";
