import { describe, expect, it } from "vitest";
import { compareRevisions } from "@/lib/signoff/compare-revisions";
import { type ReadableBeside, type ReadableDocument, readingOf } from "@/lib/signoff/frozen-reading";
import { readRows } from "@/lib/signoff/frozen-sections";

const value = (of: unknown) => ({ state: "value", value: of });
const row = (id: string, number: number, cells: ReadableDocument["review"]["cells"]) => ({
  id,
  number,
  cells,
});
const grant = (id: string, number: number, more: Partial<ReadableDocument["capabilities"][number]> = {}) => ({
  ...row(id, number, { title: value(`Grant ${number}`) }),
  class: "grant",
  executor: "x1",
  workload: "Deployment web/proxy",
  container: "proxy",
  severity: "high",
  grant: { access: "read", extent: ["/data"], origin: "explicit", target: "secret/db" },
  ...more,
});
const executor = (id: string, number: number, name: string) => ({
  ...row(id, number, { name: value(name) }),
  workload: null,
  container: null,
});

const SIGNED: ReadableDocument = {
  review: { cells: { title: value("Guardrails"), riskTier: value("high") } },
  artifacts: [row("a1", 1, { name: value("Guardrail code"), submitters: value(["user"]) })],
  executors: [executor("x1", 1, "proxy"), executor("x2", 2, "sandbox worker")],
  entryPoints: [
    row("e1", 1, {
      name: value("Preview"),
      executor: value("x1"),
      crossesBroker: value("no"),
      permission: value("guardrail:edit"),
    }),
    row("e2", 2, { name: value("Install") }),
  ],
  kinds: [{ kind: "migrate", cells: { because: value("Guardrails are text.") } }],
  capabilities: [grant("c1", 1), grant("c2", 2)],
  justifications: [],
  risks: [
    row("r1", 1, {
      title: value("Preview runs beside the proxy"),
      owner: value("ada"),
      covers: value(["finding:f1", "entry:e2"]),
      expiresAt: value("2027-03-31"),
    }),
  ],
  configurations: [
    {
      id: "g1",
      number: 1,
      environment: "production",
      provenance: "captured",
      configDigest: "sha256:c1",
      authorityDigest: "sha256:a1",
    },
  ],
  findings: [
    { rule: "ENT-01", target: "entry:e1", severity: "high", dismissed: false },
    { rule: "ENT-02", target: "entry:e2", severity: "low", dismissed: false },
    { rule: "CAP-01", target: "executor:x1", severity: "medium", dismissed: false },
  ],
  policyVersion: "1",
  ruleSetVersion: "1",
};
const BESIDE: ReadableBeside = {
  people: { ada: "Ada Lovelace" },
  findings: [
    {
      id: "f1",
      number: 9,
      ruleId: "ENT-01",
      target: "entry:e1",
      reason: "Preview avoids the broker.",
      severity: "high",
    },
  ],
};

/** The changes to a copy of the signed content, each as one line. */
function changes(edit: (document: ReadableDocument) => void, beside: ReadableBeside = BESIDE): string[] {
  const document = structuredClone(SIGNED);
  edit(document);
  return compareRevisions(readingOf(SIGNED, BESIDE), readingOf(document, beside)).rows.map(
    ({ section, label, name, change, cells, note }) =>
      `${section} ${change} ${label} ${name}: ${cells.map(({ label: of, before, after }) => `${of} [${before}] → [${after}]`).join("; ")}${note ? ` (${note})` : ""}`,
  );
}

describe("comparing two revisions", () => {
  it("says nothing where nothing changed", () => {
    expect(changes(() => {})).toEqual([]);
    expect(compareRevisions(readingOf(SIGNED, BESIDE), readingOf(SIGNED, BESIDE)).sections).toEqual([]);
  });

  it("says a changed row cell by cell, references by short number and name", () => {
    expect(
      changes(({ entryPoints: [preview] }) => {
        preview!.cells.executor = value("x2");
        preview!.cells.crossesBroker = { state: "not-applicable", reason: "It never executes." };
        delete preview!.cells.permission;
      }),
    ).toEqual([
      "entry-points changed E1 Preview: Permission [guardrail:edit] → []; Executor [X1 proxy] → [X2 sandbox worker]; " +
        "Crosses the broker? [No] → [Not applicable: It never executes.]",
    ]);
  });

  it("tells what is new in full and what is gone by name, in the order of short numbers", () => {
    expect(
      changes((document) => {
        document.entryPoints = [
          document.entryPoints[0]!,
          row("e3", 3, { name: value("Nightly import"), executor: value("x2") }),
        ];
      }),
    ).toEqual([
      "entry-points removed E2 Install: ",
      "entry-points added E3 Nightly import: Executor [] → [X2 sandbox worker]",
    ]);
  });

  it("says what a risk covers by short numbers, and who owns it by name", () => {
    const beside = { ...BESIDE, people: { ada: "Ada King", grace: "Grace Hopper" } };
    expect(
      changes(({ risks: [risk] }) => {
        risk!.cells.covers = value(["finding:f1", "capability:c2"]);
        risk!.cells.owner = value("grace");
        risk!.cells.expiresAt = value("2027-06-30");
      }, beside),
    ).toEqual([
      "risks changed R1 Preview runs beside the proxy: Covers [F9, E2] → [F9, C2]; Owner [Ada Lovelace] → [Grace Hopper]; " +
        "Expires [31 Mar 2027] → [30 Jun 2027]",
    ]);
  });

  it("does not take another name of a person for a change", () => {
    expect(changes(() => {}, { ...BESIDE, people: { ada: "Ada King" } })).toEqual([]);
  });

  it("says findings that came, went, changed their severity or were dismissed", () => {
    expect(
      changes((document) => {
        document.findings = [
          { rule: "ENT-01", target: "entry:e1", severity: "high", dismissed: true },
          { rule: "CAP-01", target: "executor:x1", severity: "critical", dismissed: false },
          { rule: "ENT-08", target: "executor:x2", severity: "high", dismissed: false },
        ];
      }).map((line) => line.replace(/: .*?: /, ": ")),
    ).toEqual([
      expect.stringMatching(/^findings changed CAP-01 .*: Severity \[medium\] → \[critical\]$/),
      // It stood behind CAP-01.
      expect.stringMatching(/^findings removed ENT-02 /),
      expect.stringMatching(/^findings changed ENT-01 .*: Dismissed \[\] → \[Yes\]$/),
      expect.stringMatching(/^findings added ENT-08 .*: Severity \[\] → \[high\]$/),
    ]);
  });

  it("says that authority is unchanged where only the text of the configuration is another", () => {
    expect(
      changes(({ configurations: [production] }) => {
        Object.assign(production!, { id: "g2", number: 2, configDigest: "sha256:c2" });
      }),
    ).toEqual([
      "configurations changed  production: Configuration [1] → [2]; Configuration text [sha256:c1] → [sha256:c2] (Authority unchanged)",
    ]);
    const [wider] = changes(({ configurations: [production] }) => {
      Object.assign(production!, { configDigest: "sha256:c2", authorityDigest: "sha256:a2" });
    });
    expect(wider).toBe(
      "configurations changed  production: Authority [sha256:a1] → [sha256:a2]; Configuration text [sha256:c1] → [sha256:c2]",
    );
  });

  it("says what a grant reaches now, and which version of rules and policy counts", () => {
    expect(
      changes((document) => {
        document.capabilities[0]!.grant!.access = "write";
        document.capabilities[0]!.severity = "critical";
        document.policyVersion = "2";
      }),
    ).toEqual([
      "capabilities changed C1 Grant 1: Severity [high] → [critical]; Access [read] → [write]",
      "terms changed  : Version of the sign-off policy [1] → [2]",
    ]);
  });

  it("counts each section", () => {
    const document = structuredClone(SIGNED);
    document.kinds = [];
    document.review.cells = { title: value("Guardrails, again"), riskTier: value("standard") };
    const { sections } = compareRevisions(readingOf(SIGNED, BESIDE), readingOf(document, BESIDE));
    expect(sections).toEqual([
      { id: "scope", label: "Scope", added: 0, removed: 0, changed: 1, cells: 2 },
      { id: "kinds", label: "Kinds said not to exist", added: 0, removed: 1, changed: 0, cells: 0 },
    ]);
  });
});

describe("reading a revision", () => {
  it("gives the rows of a section in words, empty cells left out", () => {
    const reading = readingOf(SIGNED, BESIDE);
    expect(readRows("entry-points", reading, 0, 10)[1]).toEqual({
      section: "entry-points",
      key: "e2",
      label: "E2",
      name: "Install",
      cells: [],
    });
    expect(readRows("findings", reading, 0, 1)).toMatchObject([
      {
        label: "ENT-01",
        cells: [{ words: "high" }, { label: "Because", words: "Preview avoids the broker." }],
      },
    ]);
  });
});
