import { describe, expect, it } from "vitest";
import { isPlaceholder } from "@/lib/rules/catalogue/placeholders";
import { coveredNow } from "@/lib/rules/covered";
import {
  exampleCapability,
  exampleGrant,
  exampleJustification,
  quietContent,
} from "@/lib/rules/example-content";
import { fired, of } from "./fired";

const covering = (justification = {}, capability = {}) =>
  quietContent({
    capabilities: [exampleCapability(1, { justificationId: "J1", ...capability })],
    justifications: [exampleJustification(1, justification)],
  });

describe("placeholders (CAP-02)", () => {
  it("are recognised with case, punctuation and white space around them", () => {
    for (const text of [
      "needed",
      " Needed. ",
      "N/A",
      "TBD…",
      "—",
      "as above",
      "Required!",
      "wird benötigt",
      "同上",
      "n.v.t.",
    ]) {
      expect(isPlaceholder(text), text).toBe(true);
    }
  });

  it("are not short reasons, and not empty cells", () => {
    for (const text of ["Reads word lists", "needed to load word lists", "gVisor", "", "  ", null]) {
      expect(isPlaceholder(text), String(text)).toBe(false);
    }
  });

  it("include the capability's own name", () => {
    expect(fired(covering({ purpose: "host directory /var/lib/cache" }))).toEqual([
      "CAP-02 justification:J1",
    ]);
    expect(fired(covering({ limit: "host-path-ro" }))).toEqual(["CAP-02 justification:J1"]);
  });

  it("are named in the reason", () => {
    expect(of("CAP-02", covering({ purpose: "tbd", limit: "n/a" }))[0]?.reason).toBe(
      "J1 says nothing that can be checked: its purpose is “tbd” and its limit is “n/a”.",
    );
  });
});

describe("limits on misuse (CAP-03)", () => {
  it("are missing, or enforced by convention or nothing over a high capability", () => {
    expect(of("CAP-03", covering({ limit: null }, { severity: "low" }))[0]?.reason).toBe(
      "J1 does not say how misuse is limited.",
    );
    expect(of("CAP-03", covering({ enforcer: "convention" }))[0]?.reason).toBe(
      "J1 covers 1 capability of high or critical severity, and what enforces its limit is: convention.",
    );
    expect(fired(covering({ enforcer: "nothing" }, { severity: "critical" }))).toEqual([
      "CAP-03 justification:J1",
    ]);
    expect(fired(covering({ enforcer: "nothing" }, { severity: "medium" }))).toEqual([]);
  });

  it("are not asked while nothing is covered, or no purpose is said", () => {
    expect(fired(quietContent({ justifications: [exampleJustification(1, { limit: null })] }))).toEqual([]);
    expect(fired(covering({ purpose: null, limit: null }))).toEqual(["CAP-01 executor:X1"]);
  });
});

describe("what a justification was written for (CAP-13)", () => {
  const written = { coveredAtWriting: { C1: "read /var/lib/cache, high" } };

  it("is kept as access, target and severity of each live row", () => {
    const rows = [
      exampleCapability(1, { justificationId: "J1" }),
      exampleCapability(2, { justificationId: "J1", grant: null, title: "By hand", severity: "low" }),
      exampleCapability(3, { justificationId: "J1", closedAt: "2026-11-30T10:00:00.000Z" }),
      exampleCapability(4, { justificationId: "J2" }),
    ];
    expect(coveredNow({ id: "J1" }, rows)).toEqual({ C1: "read /var/lib/cache, high", C2: "By hand, low" });
  });

  it("fires when a target, access or severity is another", () => {
    const content = covering(written, { grant: exampleGrant({ target: "/var/lib" }) });
    expect(of("CAP-13", content)[0]?.reason).toBe(
      "What J1 covers changed after it was written: Host directory /var/lib/cache (C1) was “read /var/lib/cache, high” and is “read /var/lib, high”.",
    );
  });

  it("is quiet about rows that were put under it later, and about rows that are gone", () => {
    expect(fired(covering({ coveredAtWriting: {} }))).toEqual([]);
    expect(fired(covering(written, { closedAt: "2026-11-30T10:00:00.000Z", grant: null }))).toEqual([]);
  });
});
