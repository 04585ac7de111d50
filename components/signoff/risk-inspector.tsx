"use client";
import type { ReactNode } from "react";
import { RowLinks } from "@/components/finding/row-links";
import { Inspector } from "@/components/frame/inspector";
import { CellField } from "@/components/review/cell-field";
import { CoversField } from "@/components/signoff/covers-field";
import type { Links } from "@/components/signoff/covers-links";
import type { SearchCoverable } from "@/components/signoff/covers-picker";
import { SEVERITY_OPTIONS } from "@/components/signoff/risk-columns";
import { RiskDecision } from "@/components/signoff/risk-decision";
import type { RiskRow } from "@/components/signoff/risk-row";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { OnSaveCell } from "@/components/worksheet/types";
import type { ResidualRisk } from "@/lib/review/content";
import type { RowLink } from "@/lib/review/row-link";
import type { RiskDecisionView } from "@/lib/signoff/risk-decision";

interface RiskInspectorProps {
  reviewId: string;
  row: RiskRow | null;
  links: Links;
  members: readonly { id: string; name: string }[];
  /** What the draft cannot be submitted with, if it is about this risk. */
  lacking: string | null;
  canEdit: boolean;
  /** What approvers decided about it. */
  decisionOf: (risk: ResidualRisk) => RiskDecisionView;
  /** What can be done with it next. */
  actions: ReactNode;
  onSave: OnSaveCell;
  onSearch: SearchCoverable;
  onPicked: (link: RowLink) => void;
  onArchive: (rows: readonly RiskRow[], to: boolean) => Promise<void>;
  onClose: () => void;
}

/** One residual risk with every cell of it, and what it covers in words. */
export function RiskInspector(props: RiskInspectorProps) {
  const { row, reviewId, links, members, onSave } = props;
  if (!row) return null;
  const { risk } = row;
  const field = (name: string) => ({
    entity: "risk" as const,
    field: name,
    rowId: risk.id,
    cell: row.cells[name] ?? { state: "unset" as const },
    version: risk.versions[name] ?? 0,
    editable: row.canEdit,
    onSave,
  });
  const covered = (risk.covers ?? []).flatMap((target) => links[target] ?? []);
  return (
    <Inspector open number={row.number} title={risk.title} onClose={props.onClose}>
      <div key={risk.id} className="flex flex-col gap-5">
        <div className="-mb-6">
          <RiskDecision decision={props.decisionOf(risk)} state={risk.state} actions={props.actions} />
        </div>
        {row.ending ? (
          <Notice tone={row.ending.severity === "high" ? "error" : "warn"}>{row.ending.reason}</Notice>
        ) : null}
        {props.lacking ? <Notice tone="warn">{props.lacking}</Notice> : null}
        <CellField {...field("title")} />
        {row.canEdit ? (
          <CoversField
            {...field("covers")}
            links={links}
            onSearch={props.onSearch}
            onPicked={props.onPicked}
          />
        ) : null}
        <section>
          <h3 className="pb-1 font-medium">What it covers</h3>
          {covered.length > 0 ? (
            <RowLinks links={covered} />
          ) : (
            <p className="text-ink-3">Nothing yet: it takes no finding off the list of what is open.</p>
          )}
        </section>
        <CellField {...field("description")} />
        <CellField {...field("severity")} options={SEVERITY_OPTIONS} description={countsAs(row)} />
        <CellField {...field("treatment")} />
        <CellField {...field("rationale")} placeholder="Why it is right to live with this, for now" />
        <CellField {...field("controls")} placeholder="What holds the harm down meanwhile" />
        <CellField
          {...field("owner")}
          options={members.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <CellField {...field("expiresAt")} description="It holds to the end of that day, UTC." />
        <div className="-mb-8 pt-2">
          <Section title="Recommendation" description="A reviewer’s advice to whoever decides." level={3}>
            <CellField {...field("recommendation")} placeholder="What you would decide, and why" />
          </Section>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton size="small" href={`/reviews/${reviewId}/activity?row=${row.number}`}>
            Show history
          </LinkButton>
          {props.canEdit ? (
            <Button size="small" onClick={() => void props.onArchive([row], risk.archivedAt === null)}>
              {risk.archivedAt === null ? "Archive" : "Restore"}
            </Button>
          ) : null}
        </div>
      </div>
    </Inspector>
  );
}

/** Where another severity counts than the one that is written: which, and why. */
function countsAs({ severity: { counts, by } }: RiskRow): string | undefined {
  if (by === null) return undefined;
  return `It counts as ${counts} when it is decided, because it covers ${by}.`;
}
