"use client";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { TREE_COLUMNS } from "@/components/authority/tree-columns";
import { HEADINGS, type TreeLine, worstOpen } from "@/components/authority/tree-lines";
import { classes } from "@/components/ui/classes";
import { count, counted } from "@/components/ui/count";
import { Severity } from "@/components/ui/severity";
import { Tag } from "@/components/ui/tag";
import { roleLabel } from "@/lib/review/authority/by-need";

/** Folds and unfolds a line. */
export function Fold({ isOpen, label, onToggle }: { isOpen: boolean; label: string; onToggle: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${isOpen ? "Fold" : "Unfold"} ${label}`}
      onClick={onToggle}
      className="-ml-1 flex size-6 shrink-0 items-center justify-center text-ink-3"
    >
      <ChevronRight aria-hidden className={classes("size-3.5", isOpen && "rotate-90")} />
    </button>
  );
}

/** An executor: what it is, and how much of it waits. */
export function ExecutorHead({
  line,
  reviewId,
  actions,
  onToggle,
}: {
  line: Extract<TreeLine, { kind: "executor" }>;
  reviewId: string;
  actions: ReactNode;
  onToggle: () => void;
}) {
  const { executor, branch } = line;
  const worst = worstOpen(branch);
  const live = branch.count - (branch.places.find(({ key }) => key === "closed")?.count ?? 0);
  const name = executor ? executor.name : "Held by nobody here";
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 pt-2 pb-1">
      <Fold isOpen={line.isOpen} label={name} onToggle={onToggle} />
      <span className="flex min-w-0 items-baseline gap-2">
        {executor ? <span className="text-ink-3">X{executor.number}</span> : null}
        <span className="min-w-0 truncate text-section font-semibold">{name}</span>
      </span>
      {executor ? (
        <Link
          tabIndex={-1}
          href={`/reviews/${reviewId}/entry-points/executors?row=X${executor.number}`}
          className="hover:underline"
        >
          <Tag {...(executor.role === null ? { tone: "amber" as const } : {})}>
            {roleLabel(executor.role)}
          </Tag>
        </Link>
      ) : null}
      {executor?.workload ? (
        <span className="min-w-0 truncate font-mono text-small text-ink-3">{executor.workload}</span>
      ) : null}
      <span className="ml-auto flex items-center gap-3 text-ink-2">
        {worst ? <Severity level={worst} iconOnly /> : null}
        {branch.open > 0
          ? `${count(branch.open)} of ${count(live)} undecided`
          : `${count(live)}, none undecided`}
        {actions}
      </span>
      {executor?.role === "out-of-scope" && executor.roleReason ? (
        <p className="w-full pl-5 text-ink-3">Out of scope, because {executor.roleReason}</p>
      ) : null}
    </div>
  );
}

/** "Serves no stated need": the parts of an executor. */
export function PartHeading({ line }: { line: Extract<TreeLine, { kind: "heading" }> }) {
  const { title, lead } = HEADINGS[line.heading];
  return (
    <div className="flex w-full flex-wrap items-baseline gap-x-3 pt-3 pb-1 pl-5">
      <span className="font-semibold">{title}</span>
      {line.count > 0 ? <span className="text-ink-3">{count(line.count)}</span> : null}
      <span className="text-ink-3">{lead}</span>
    </div>
  );
}

/** A group of rows under an executor. */
export function PlaceHead({
  line,
  actions,
  onToggle,
}: {
  line: Extract<TreeLine, { kind: "place" }>;
  actions: ReactNode;
  onToggle: () => void;
}) {
  const { place, label } = line;
  return (
    <div className={`flex w-full items-center gap-3 py-1 pl-5 sm:grid ${TREE_COLUMNS}`}>
      <span className="flex min-w-0 items-center gap-3">
        <Fold isOpen={line.isOpen} label={label} onToggle={onToggle} />
        <span className="min-w-0">{label}</span>
        <span className="text-ink-3">{count(place.count)}</span>
        {place.ofPod > 0 ? (
          <span className="hidden text-ink-3 md:inline">
            {place.count === 1
              ? "The pod’s: decided once for all its containers"
              : `${counted(place.ofPod, "of them is", "of them are")} the pod’s, decided once for all its containers`}
          </span>
        ) : null}
      </span>
      <span className="ml-auto shrink-0 sm:ml-0">
        <Severity level={place.worst} />
      </span>
      <span className="hidden sm:block" />
      <span className="flex shrink-0 justify-end">{actions}</span>
    </div>
  );
}
