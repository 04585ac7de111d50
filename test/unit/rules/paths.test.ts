import { describe, expect, it } from "vitest";
import {
  answeredKinds,
  blankEntry,
  exampleArtifact,
  exampleCapability,
  exampleEntry,
  exampleExecutor,
  quietContent,
} from "@/lib/rules/example-content";
import { fired, of } from "./fired";

const direct = (number: number, more = {}) =>
  exampleEntry(number, { name: "Registration", crossesBroker: "no", ...more });

describe("a path that avoids the broker (ENT-01)", () => {
  it("names the entry point and the executor", () => {
    const content = quietContent({
      entryPoints: [direct(2, { executorId: "X2" })],
      executors: [exampleExecutor(2, { name: "Application process" })],
    });
    expect(of("ENT-01", content)).toEqual([
      {
        ruleId: "ENT-01",
        target: "executor:X2",
        severity: "critical",
        reason: "Registration (E2) runs in Application process (X2) and does not cross the broker.",
        lists: ["entry:E2"],
      },
    ]);
  });

  it("is one finding for twelve entry points into one executor", () => {
    const content = quietContent({
      entryPoints: Array.from({ length: 12 }, (_, at) => direct(at + 1, { name: `Path ${at + 1}` })),
    });
    const [finding, ...others] = of("ENT-01", content);
    expect(others).toEqual([]);
    expect(finding?.lists).toHaveLength(12);
    expect(finding?.reason).toBe(
      "12 entry points run in Sandbox (X1) without crossing the broker: Path 1 (E1), Path 2 (E2), Path 3 (E3), Path 4 (E4), Path 5 (E5) and 7 more.",
    );
  });

  it("is high where only administrators can submit, by the entry point or else by its artifact", () => {
    const own = quietContent({ entryPoints: [direct(1, { submitters: ["administrator"] })] });
    expect(of("ENT-01", own)[0]?.severity).toBe("high");
    const inherited = quietContent({
      artifacts: [exampleArtifact(1, { submitters: ["administrator"] })],
      entryPoints: [direct(1, { submitters: null })],
    });
    expect(of("ENT-01", inherited)[0]?.severity).toBe("high");
  });

  it("is critical when one of the paths is open to others, or nobody knows who submits", () => {
    const mixed = quietContent({
      entryPoints: [direct(1, { submitters: ["administrator"] }), direct(2, { submitters: ["user"] })],
    });
    expect(of("ENT-01", mixed)[0]?.severity).toBe("critical");
    const unknown = quietContent({
      artifacts: [exampleArtifact(1, { submitters: ["administrator"] })],
      entryPoints: [direct(1, { submitters: null, answers: { submitters: { state: "unknown" } } })],
    });
    expect(of("ENT-01", unknown)[0]?.severity).toBe("critical");
  });

  it("is not answered away by “not applicable”", () => {
    const content = quietContent({
      entryPoints: [
        exampleEntry(1, {
          crossesBroker: null,
          answers: { crossesBroker: { state: "not-applicable", reason: "There is no broker." } },
        }),
      ],
    });
    expect(fired(content)).toEqual(["ENT-01 executor:X1"]);
  });

  it("stands on the path itself when no executor is named", () => {
    const content = quietContent({ entryPoints: [direct(1, { executorId: null })] });
    expect(fired(content)).toEqual(["ENT-01 entry:E1", "ENT-02 entry:E1"]);
  });

  it("is quiet for what does not execute, and for archived rows", () => {
    const content = quietContent({
      entryPoints: [direct(1, { executes: "no" }), direct(2, { archivedAt: "2026-11-30T10:00:00.000Z" })],
    });
    expect(fired(content)).toEqual([]);
  });
});

describe("an entry point that is not answered (ENT-02)", () => {
  it("fires once for a blank row, and nothing else does", () => {
    const content = quietContent({ entryPoints: [blankEntry(1)] });
    expect(fired(content)).toEqual(["ENT-02 entry:E1"]);
    expect(of("ENT-02", content)[0]?.reason).toBe(
      "Nobody has said about Preview (E1): which permission it needs, which executor runs it, whether it crosses the broker and whether it executes anything.",
    );
  });

  it("stays alone for a blank row of a kind that loads what was stored", () => {
    expect(fired(quietContent({ entryPoints: [blankEntry(1, { kind: "startup" })] }))).toEqual([
      "ENT-02 entry:E1",
    ]);
  });

  it("counts “unknown” as unanswered, and “not applicable” as answered", () => {
    const unknown = quietContent({
      entryPoints: [exampleEntry(1, { permission: null, answers: { permission: { state: "unknown" } } })],
    });
    expect(fired(unknown)).toEqual(["ENT-02 entry:E1"]);
    const answered = quietContent({
      entryPoints: [
        exampleEntry(1, {
          permission: null,
          answers: { permission: { state: "not-applicable", reason: "The scheduler calls it." } },
        }),
      ],
    });
    expect(fired(answered)).toEqual([]);
  });

  it("asks about inherited secrets once for an executor, at its first entry point that may execute", () => {
    const content = quietContent({
      entryPoints: [exampleEntry(1, { executes: "no" }), exampleEntry(2), exampleEntry(3, { kind: "test" })],
      executors: [exampleExecutor(1, { inheritsSecrets: null })],
    });
    expect(fired(content)).toEqual(["ENT-02 entry:E2"]);
    expect(of("ENT-02", content)[0]?.reason).toBe(
      "Nobody has said about Preview (E2): whether Sandbox (X1) inherits the application's secrets.",
    );
  });

  it("asks what executes nothing for its permission only", () => {
    const content = quietContent({
      entryPoints: [blankEntry(1, { executes: "no", permission: "guardrails.write" })],
    });
    expect(fired(content)).toEqual([]);
  });
});

describe("entry points of one artifact that diverge (ENT-04)", () => {
  const siblings = (more = {}) =>
    quietContent({
      entryPoints: [exampleEntry(1), exampleEntry(2, { name: "Registration", executorId: "X2" })],
      executors: [exampleExecutor(1), exampleExecutor(2, { name: "Application process" })],
      ...more,
    });

  it("says which executor each has", () => {
    expect(of("ENT-04", siblings())).toEqual([
      {
        ruleId: "ENT-04",
        target: "artifact:A1",
        severity: "high",
        reason:
          "The entry points of Custom guardrail code (A1) differ. Executor: Sandbox (X1) for Preview (E1); Application process (X2) for Registration (E2).",
        lists: ["entry:E1", "entry:E2"],
      },
    ]);
  });

  it("says what one of them reaches besides, by family and anchor of the grants", () => {
    const content = siblings({
      capabilities: [
        exampleCapability(1, { anchor: "/data", title: "Host directory /data" }),
        // The same thing by another degree: no difference.
        exampleCapability(2, { executorId: "X2", anchor: "/data", catalogueId: "host-path-rw" }),
        exampleCapability(3, { executorId: "X2", catalogueId: "secret-env", title: "Secret DATABASE_URL" }),
        exampleCapability(4, { executorId: "X2", class: "missing-limit", catalogueId: "pids-unlimited" }),
      ],
    });
    const [finding] = of("ENT-04", content);
    expect(finding?.reason).toContain("Registration (E2) also reaches: Secret DATABASE_URL.");
    expect(finding?.reason).not.toContain("/data");
    expect(finding?.lists).toEqual(["entry:E1", "entry:E2", "capability:C3"]);
  });

  it("compares permission and broker route in one executor", () => {
    const content = quietContent({
      entryPoints: [
        exampleEntry(1),
        exampleEntry(2, { name: "Update", kind: "update", permission: "none", approvedDigest: "sha256:1" }),
      ],
    });
    expect(of("ENT-04", content)[0]?.reason).toBe(
      "The entry points of Custom guardrail code (A1) differ. Permission: guardrails.write for Preview (E1); none for Update (E2).",
    );
  });

  it("does not take an unanswered cell for a difference", () => {
    const content = quietContent({ entryPoints: [exampleEntry(1), blankEntry(2, { artifactId: "A1" })] });
    expect(of("ENT-04", content)).toEqual([]);
  });
});

describe("who may submit (ENT-05)", () => {
  const model = exampleEntry(1, { submitters: ["model-under-injection", "user"] });

  it("names who, where and what is reached", () => {
    const content = quietContent({
      entryPoints: [model],
      executors: [exampleExecutor(1, { reuse: "shared" })],
      capabilities: [
        exampleCapability(1, {
          catalogueId: "secret-env",
          group: "credentials",
          title: "Secret OPENAI_API_KEY",
        }),
      ],
    });
    expect(of("ENT-05", content)).toEqual([
      {
        ruleId: "ENT-05",
        target: "entry:E1",
        severity: "critical",
        reason:
          "Preview (E1) takes code from: model under prompt injection. It runs in Sandbox (X1), which reaches credentials (Secret OPENAI_API_KEY) and what other tenants leave behind.",
        lists: ["executor:X1", "capability:C1"],
      },
    ]);
  });

  it("counts what the pod or its identity holds, and secrets that are inherited", () => {
    const pod = quietContent({
      entryPoints: [model],
      executors: [exampleExecutor(1, { workload: "Deployment web", container: "runner" })],
      capabilities: [
        exampleCapability(1, {
          executorId: null,
          workload: "Deployment web",
          catalogueId: "k8s-api-token",
          group: "credentials",
        }),
      ],
    });
    expect(of("ENT-05", pod)).toHaveLength(1);
    const inherits = quietContent({
      entryPoints: [model],
      executors: [exampleExecutor(1, { inheritsSecrets: "yes" })],
    });
    expect(of("ENT-05", inherits)).toHaveLength(1);
  });

  it("asks the artifact when the entry point does not say, and is quiet for users and administrators", () => {
    const held = [exampleCapability(1, { group: "credentials" })];
    const fromArtifact = quietContent({
      artifacts: [exampleArtifact(1, { submitters: ["anonymous"] })],
      entryPoints: [exampleEntry(1, { submitters: null })],
      capabilities: held,
    });
    expect(of("ENT-05", fromArtifact)).toHaveLength(1);
    expect(of("ENT-05", quietContent({ capabilities: held }))).toEqual([]);
  });
});

describe("the checklist of kinds (ENT-09)", () => {
  it("is one finding that lists what nobody has answered", () => {
    const answers = answeredKinds().filter(({ kind }) => kind !== "startup" && kind !== "migrate");
    const [blank] = answers;
    const content = quietContent({ kindAnswers: [{ ...blank!, because: " " }, ...answers.slice(1)] });
    expect(of("ENT-09", content)).toEqual([
      {
        ruleId: "ENT-09",
        target: "review",
        severity: "medium",
        reason: "Nobody has said whether these exist: install, migrate and startup.",
        lists: ["kind:install", "kind:migrate", "kind:startup"],
      },
    ]);
  });
});
