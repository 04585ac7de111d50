import { fieldOf } from "@/lib/review/fields";
import { ROW_KINDS } from "@/lib/review/row-link";
import { indexContent } from "@/lib/rules/content-index";
import { notApplicableAnswers } from "@/lib/rules/not-applicable";
import { parseTarget } from "@/lib/rules/targets";
import { asDecided } from "./as-decided";
import { authorityOf } from "./authority";
import { certificatesOf } from "./certificates";
import { coverOf } from "./cover";
import { entryPointsOf, kindsOf } from "./entry-points";
import { findingsOf } from "./findings";
import { GLOSSARY } from "./glossary";
import type { Report } from "./model";
import { risksOf } from "./risks";
import { scopeOf } from "./scope";
import type { ReportSource } from "./source";
import { summaryOf } from "./summary";
import { namer } from "./words";

/**
 * Makes the report of a revision or of the live draft. Pure: the same source gives the same report,
 * and a frozen revision's source never changes.
 */
export function reportOf(given: ReportSource): Report {
  const source = { ...given, findings: asDecided(given) };
  const { content, findings } = source;
  const index = indexContent(content);
  const nameTarget = namer(index, findings, source.rules);
  const used = [...new Set(findings.map(({ ruleId }) => ruleId))];
  const notApplicable = notApplicableAnswers(content).map(({ target, field, reason }) => {
    const kind = parseTarget(target)?.kind ?? "review";
    const entity = kind === "review" ? "review" : ROW_KINDS[kind].entity;
    return {
      row: nameTarget(target) ?? { label: "", name: "The review" },
      label: fieldOf(entity, field)?.label ?? field,
      reason,
    };
  });
  return {
    format: "urn:cordon:report:v1",
    cover: coverOf(source),
    summary: summaryOf(source, index),
    scope: scopeOf(content),
    entryPoints: entryPointsOf(index),
    kinds: kindsOf(index),
    executors: authorityOf(index),
    findings: findingsOf(source, nameTarget),
    notApplicable,
    risks: risksOf(source, nameTarget),
    certificates: certificatesOf(source),
    rules: used
      .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
      .flatMap((id) => {
        const rule = source.rules[id];
        if (!rule) return [];
        const { title, explanation, resolve, reference } = rule;
        return [{ rule: id, title, explanation, resolve, reference }];
      }),
    glossary: GLOSSARY,
    events: source.events,
  };
}
