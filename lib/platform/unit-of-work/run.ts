import type { PoolClient } from "pg";
import type { EventPayload, EventType } from "@/lib/audit/events";
import type { Actor } from "@/lib/identity/actor";
import { type Action, authorize, type Permit, type Subject } from "@/lib/identity/policy";
import { newId } from "@/lib/kernel/ids";
import type { RowChange } from "@/lib/review/change";
import { connect, isDatabaseGone } from "../db/pool";
import type { Sql } from "../db/sql";
import { said, sqlOf } from "../db/transaction";
import { writeInParts } from "../db/write-in-parts";
import { writingParts } from "../db/write-rows";
import { contestInForce } from "./contest-in-force";
import { deriveFindings } from "./derive-findings";
import { type LockedReview, lockReview } from "./locked-review";
import { inOrder } from "./queue";
import { reopenUncovered } from "./reopen-uncovered";
import { writeEvent } from "./write-event";

/** What a command writes: the rows and the event that says so. */
export type Writing = {
  type: EventType;
  changes: RowChange[];
  /** A short sentence for the activity page, where the changes do not speak for themselves. */
  words?: string;
  /** More for the payload: what clients need and the changes do not hold. */
  more?: Record<string, unknown>;
  /** Leaves the findings as they are: for decisions that no rule reads. */
  keepFindings?: boolean;
  /** Derives every finding again, whatever the changes touch. */
  everyFinding?: boolean;
  /** Target keys whose findings may differ although no row of theirs changes: by the time that went by. */
  touched?: string[];
  /** Needs no draft: for decisions about a revision that exists. */
  keepDraft?: boolean;
  /** Writes in several statements: for very many changes, whose tables come in the order in which they refer to each other. */
  inParts?: boolean;
};

/** A command's view of the transaction. */
export type Tx = {
  actor: Actor;
  review: LockedReview;
  now: Date;
  /** The seq of the event that this command writes: the version of every cell it changes. */
  seq: number;
  /** Reads under the lock. */
  sql: Sql;
  /** Checks the policy on what was loaded under the lock. */
  authorize<A extends Action>(action: A, subject?: Subject): Permit<A>;
  /** The next short number of a letter (`E` → 13). */
  nextNumber(letter: string): number;
  /** Says what is to be written, once; it is written when the command returns. */
  write(permit: Permit, writing: Writing): void;
};

/** What a unit of work answers; `seq` is null when the command wrote nothing. */
export type Done<T> = { value: T; seq: number | null };

/**
 * The only write to reviewed content. Locks the review, runs the command (which loads what it
 * touches, is authorised on that, and says what to write), and writes rows, findings, one event and
 * one NOTIFY in the same transaction.
 *
 * @throws ProblemError `not-found` when the actor cannot see the review, and whatever the command throws
 */
export async function runUnitOfWork<T>(
  actor: Actor,
  reviewId: string,
  command: (tx: Tx) => Promise<T>,
): Promise<Done<T>> {
  return inOrder(reviewId, async () => {
    const client = await connect();
    let broken: Error | undefined;
    try {
      const review = await lockReview(client, actor, reviewId);
      let isEnded = false;
      const end = () => {
        isEnded = true;
        return client.query("COMMIT");
      };
      const done = await runLocked(client, actor, review, command, end);
      if (!isEnded) await end();
      return done;
    } catch (error) {
      if (isDatabaseGone(error)) broken = error as Error;
      else await client.query("ROLLBACK").catch((failed: Error) => (broken = failed));
      throw said(error);
    } finally {
      client.release(broken);
    }
  });
}

/**
 * Runs a command on a review whose row the caller's transaction holds already: the one that makes
 * the review, so that its first event comes to be with it. Everything else is `runUnitOfWork`.
 *
 * @param end ends the transaction; called behind the last statement where the command wrote something
 */
export async function runLocked<T>(
  client: PoolClient,
  actor: Actor,
  review: LockedReview,
  command: (tx: Tx) => Promise<T>,
  end?: () => Promise<unknown>,
): Promise<Done<T>> {
  const counters = { ...review.counters };
  const sql = sqlOf(client);
  let writing: Writing | undefined;
  const tx: Tx = {
    actor,
    review,
    now: new Date(),
    seq: review.eventSeq + 1,
    sql,
    authorize(action, subject = {}) {
      const whole = {
        isArchived: review.isArchived,
        revisionState: review.revision?.state,
        requestedById: review.revision?.requestedById,
        ...subject,
      };
      return authorize(actor, action, whole, tx.now);
    },
    nextNumber(letter) {
      counters[letter] = (counters[letter] ?? 0) + 1;
      return counters[letter];
    },
    write(_permit, what) {
      if (writing) throw new Error("a command writes once");
      writing = what;
    },
  };
  const value = await command(tx);
  if (!writing) return { value, seq: null };
  await commitWriting(tx, writing, counters, end);
  return { value, seq: tx.seq };
}

async function commitWriting(
  tx: Tx,
  writing: Writing,
  counters: Record<string, number>,
  end?: () => Promise<unknown>,
): Promise<void> {
  const { review, actor, sql } = tx;
  const where = { workspaceId: actor.workspaceId, reviewId: review.id };
  const draft = writing.keepDraft ? [] : openDraft(tx);
  const changes = [...writing.changes, ...draft];
  const nextFinding = () => {
    counters.F = (counters.F ?? 0) + 1;
    return counters.F;
  };
  if (writing.inParts) await writeInParts(sql, changes, where);
  // The rows, and what the rules read of them, go in one flight; PostgreSQL runs them in this order.
  const [, findings] = await Promise.all([
    writing.inParts ? undefined : writeRows(sql, changes, where),
    writing.keepFindings
      ? { changes: [] as RowChange[], marks: undefined as EventPayload["findings"] }
      : deriveFindings(
          sql,
          review.id,
          tx.seq,
          writing.everyFinding ? "all" : writing.changes,
          nextFinding,
          writing.touched,
        ),
  ]);
  if (!writing.keepFindings && writing.changes.some(({ table }) => table === "risk")) {
    const already = new Set(findings.changes.map((change) => (change.op === "update" ? change.id : "")));
    const more = await reopenUncovered(sql, review.id, tx.seq, already);
    findings.changes.push(...more.changes);
    findings.marks = togetherMarks(findings.marks, more.marks);
  }
  findings.changes.push(...(await contestInForce(sql, review.id, tx.now, findings.marks)));
  if (writing.inParts) {
    await writeInParts(sql, findings.changes, where);
    findings.changes = [];
  }
  // The first draft comes with the review; a later one is news.
  const opensDraft = review.revision && draft.length > 0 ? review.revision.number + 1 : undefined;
  await writeEvent(
    tx,
    opensDraft ? { ...writing, more: { ...writing.more, opensDraft } } : writing,
    findings,
    counters,
    end,
  );
}

async function writeRows(
  sql: Sql,
  changes: RowChange[],
  where: { workspaceId: string; reviewId: string },
): Promise<void> {
  if (changes.length === 0) return;
  const { parts, values } = writingParts(changes, where, 1);
  const list = parts.map((part, index) => `w${index} as (${part})`).join(", ");
  await sql.query(`with ${list} select 1`, values);
}

const togetherMarks = (a: EventPayload["findings"], b: EventPayload["findings"]): EventPayload["findings"] =>
  a && b ? { opened: [...a.opened, ...b.opened], resolved: [...a.resolved, ...b.resolved] } : (a ?? b);

/** After a submission the next edit opens the next revision; there is at most one draft. */
function openDraft({ review, seq, now }: Tx): RowChange[] {
  if (review.revision?.state === "draft") return [];
  const row = {
    id: newId(),
    number: (review.revision?.number ?? 0) + 1,
    state: "draft",
    openedAt: now.toISOString(),
    openedSeq: seq,
  };
  return [{ op: "insert", table: "revision", row }];
}
