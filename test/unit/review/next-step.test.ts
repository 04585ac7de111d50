import { expect, it } from "vitest";
import type { CheckSection } from "@/lib/review/checklist";
import { isUntouched, nextStep } from "@/lib/review/next-step";
import { completenessOf } from "@/lib/review/review-state";

/** Sections whose checks are open as given: id → [done, open]. */
type Open = Record<string, Record<string, [done: number, open: number]>>;
function sections(open: Open): CheckSection[] {
  return Object.entries(open).map(([id, checks]) => {
    const list = Object.entries(checks).map(([check, [done, left]]) => ({
      id: check,
      label: check,
      done,
      open: left,
      link: { page: "scope" as const },
    }));
    const sum = (key: "done" | "open") => list.reduce((total, check) => total + check[key], 0);
    return { id: id as CheckSection["id"], label: id, done: sum("done"), open: sum("open"), checks: list };
  });
}

it("Asks first for what is submitted, then for what is deployed, then for the ways in", () => {
  const blank: Open = {
    scope: { artifacts: [0, 1] },
    authority: { captured: [0, 1] },
    "entry-points": { kinds: [0, 9] },
  };
  expect(nextStep(sections(blank))?.title).toBe("Say what is submitted");
  const named: Open = { ...blank, scope: { artifacts: [1, 0] } };
  expect(nextStep(sections(named))?.title).toBe("Import what is deployed");
  const imported: Open = { ...named, authority: { captured: [1, 0] } };
  expect(nextStep(sections(imported))?.title).toBe("List the ways in");
});

it("Has nothing to say when every check is done", () => {
  expect(nextStep(sections({ scope: { artifacts: [2, 0] }, decide: { covered: [3, 0] } }))).toBeNull();
});

it("A review is untouched until something besides its scope is done", () => {
  expect(isUntouched(sections({ scope: { artifacts: [1, 0] }, "entry-points": { kinds: [0, 9] } }))).toBe(
    true,
  );
  expect(isUntouched(sections({ scope: { artifacts: [1, 0] }, "entry-points": { kinds: [1, 8] } }))).toBe(
    false,
  );
});

it("A part is empty, partial or complete; nothing to do is not done", () => {
  const draft = { revision: { number: 1, state: "draft" }, inForce: null };
  const of = (done: number, open: number) => completenessOf({ id: "scope", done, open }, draft);
  expect([of(0, 3), of(1, 3), of(4, 0), of(0, 0)]).toEqual(["empty", "partial", "complete", "empty"]);
});

it("Deciding is complete with the newest revision in force, and in part while one is submitted", () => {
  const of = (standing: Parameters<typeof completenessOf>[1]) =>
    completenessOf({ id: "decide", done: 0, open: 0 }, standing);
  const inForce = { number: 1, validUntil: null };
  expect(of({ revision: { number: 1, state: "draft" }, inForce: null })).toBe("empty");
  expect(of({ revision: { number: 1, state: "submitted" }, inForce: null })).toBe("partial");
  expect(of({ revision: { number: 1, state: "in-force" }, inForce })).toBe("complete");
  expect(of({ revision: { number: 2, state: "draft" }, inForce })).toBe("partial");
});
