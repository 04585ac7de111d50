import { describe, expect, test } from "vitest";
import { type Approver, approvalOutlook } from "@/lib/signoff/approval-outlook";
import { outlookWords } from "@/lib/signoff/outlook-words";
import { DEFAULT_TERMS, type SignOffTerms, tighter } from "@/lib/signoff/terms";

const approver = (name: string, role = "approver", seesSystem = true): Approver => ({
  id: name.toLowerCase(),
  name,
  role,
  seesSystem,
});
const [ana, adam, eve, hans] = [
  approver("Ana", "admin"),
  approver("Adam"),
  approver("Eve"),
  approver("Hans", "approver", false),
];

const outlook = (
  more: Partial<SignOffTerms>,
  approvers: Approver[],
  of: { by?: string; wrote?: Record<string, string[]> } = {},
) =>
  approvalOutlook({ ...DEFAULT_TERMS, ...more }, approvers, {
    requesterId: of.by ?? null,
    wrote: new Map(Object.entries(of.wrote ?? {})),
  });

describe("too few people could approve a revision", () => {
  test("is not said where enough can", () => {
    expect(outlookWords(outlook({ quorum: 2 }, [ana, adam, hans]))).toBeNull();
    expect(outlook({ quorum: 2 }, [ana, adam, hans]).able).toEqual(["Ana", "Adam"]);
  });

  test("because nobody has the role", () => {
    expect(outlookWords(outlook({}, []))).toEqual({
      lead: "One approval is needed, and as things are nobody could give one.",
      reasons: [],
      remedies: ["invite another approver"],
    });
  });

  test("because the only approver asks for it", () => {
    expect(outlookWords(outlook({}, [adam], { by: "adam" }))).toMatchObject({
      reasons: ["Adam asks for the approval, and nobody gives their own."],
      remedies: ["invite another approver"],
    });
  });

  test("because admins do not approve, and one does not see the restricted system", () => {
    expect(outlookWords(outlook({ quorum: 2, adminsApprove: false }, [ana, adam, hans]))).toEqual({
      lead: "2 approvals by different people are needed, and as things are only Adam could give one.",
      reasons: [
        "Ana is an admin, and by the policy admins do not approve.",
        "Hans does not see the system, which is restricted.",
      ],
      remedies: [
        "invite another approver",
        "add an approver to the people of the system",
        "let admins approve",
        "ask for fewer approvals",
      ],
    });
  });

  test("because they wrote in it, where the policy forbids that and only there", () => {
    const wrote = { adam: ["C1", "C2", "C3", "C4", "C5", "R1"], ana: ["R1"] };
    expect(outlook({}, [ana, adam], { wrote }).able).toEqual(["Ana", "Adam"]);
    expect(outlookWords(outlook({ ownText: false }, [ana, adam], { wrote }))).toMatchObject({
      reasons: [
        "Ana wrote in R1, and by the policy nobody approves what they wrote in.",
        "Adam wrote in C1, C2, C3, C4, C5 and 1 more, and by the policy nobody approves what they wrote in.",
      ],
      remedies: ["invite another approver", "let people approve what they wrote in"],
    });
  });

  test("because those who are named ask for it, or have left", () => {
    const named = { approverIds: ["adam", "liv"] };
    expect(outlookWords(outlook(named, [ana, adam, eve], { by: "adam" }))).toEqual({
      lead: "One approval is needed, and as things are nobody could give one.",
      reasons: [
        "Adam asks for the approval, and nobody gives their own.",
        "Ana and Eve are not among the people whom the policy names.",
        "One person whom the policy names is no approver, or has left.",
      ],
      remedies: ["name more people in the policy, or nobody, so that every approver may"],
    });
  });

  test("because the workspace and the system name different people", () => {
    const both = tighter(
      { ...DEFAULT_TERMS, approverIds: ["adam"] },
      { ...DEFAULT_TERMS, approverIds: ["eve"] },
    );
    expect(outlookWords(outlook(both, [adam, eve]))).toMatchObject({
      reasons: ["Two policies hold here that name people, and nobody is named by both."],
    });
  });
});
