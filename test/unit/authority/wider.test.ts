import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseQuantity, parseQuantity } from "@/lib/authority/quantity";
import type { AuthorityTuple } from "@/lib/authority/schema";
import { compareTuples, tupleContains } from "@/lib/authority/wider";

const tuple = (more: Partial<AuthorityTuple>): AuthorityTuple => ({
  workload: "Pod p",
  container: "c",
  family: "host-path",
  anchor: "/var/log",
  access: "read",
  extent: [],
  ...more,
});

const anyTuple: fc.Arbitrary<AuthorityTuple> = fc.record(
  {
    workload: fc.constantFrom("Pod p", "Pod q"),
    container: fc.constantFrom("c", null),
    family: fc.constantFrom("host-path", "rbac-secrets", "restart-amplification", "egress"),
    anchor: fc.constantFrom("/", "/var", "/var/log", "/variety"),
    access: fc.constantFrom("read", "write", "read-write", "use", "declared"),
    extent: fc.subarray(["get", "list", "5", "10", "*"]),
    unknown: fc.boolean(),
  },
  { requiredKeys: ["workload", "container", "family", "anchor", "access", "extent"] },
);

describe("the order on tuples", () => {
  test.each([
    ["read within read-write", { access: "read-write" }, { access: "read" }],
    ["a descendant within its path", { anchor: "/var" }, { anchor: "/var/log" }],
    ["everything within the root", { anchor: "/" }, { anchor: "/etc" }],
    [
      "some verbs within more",
      { family: "rbac-secrets", extent: ["get", "list"] },
      { family: "rbac-secrets", extent: ["get"] },
    ],
    ["some ports within all", { family: "egress", extent: [] }, { family: "egress", extent: ["TCP 443"] }],
    [
      "fewer restarts within more",
      { family: "restart-amplification", extent: ["10"] },
      { family: "restart-amplification", extent: ["9"] },
    ],
  ])("%s", (_, outer, inner) => {
    expect(tupleContains(tuple(outer), tuple(inner))).toBe(true);
    expect(tupleContains(tuple(inner), tuple(outer))).toBe(false);
  });

  test.each([
    ["a path that only begins alike", { anchor: "/var" }, { anchor: "/variety" }],
    ["read and write", { access: "read" }, { access: "write" }],
    ["another container", { container: "c" }, { container: "d" }],
    ["what cannot be told and what can", { unknown: true }, {}],
  ])("not comparable: %s", (_, a, b) => {
    expect(tupleContains(tuple(a), tuple(b))).toBe(false);
    expect(tupleContains(tuple(b), tuple(a))).toBe(false);
  });

  test("is reflexive", () => {
    fc.assert(fc.property(anyTuple, (t) => tupleContains(t, t)));
  });

  test.each(["host-path", "rbac-secrets", "restart-amplification"])(
    "is transitive in %s, for every three of a universe",
    (family) => {
      const universe: AuthorityTuple[] = [];
      for (const anchor of ["/", "/var", "/variety"]) {
        for (const access of ["read", "read-write", "declared"]) {
          for (const extent of [[], ["*"], ["5"], ["5", "10"], ["Always"]]) {
            for (const unknown of [true, false])
              universe.push(tuple({ family, anchor, access, extent, unknown }));
          }
        }
      }
      const within = universe.map((outer) => universe.filter((inner) => tupleContains(outer, inner)));
      const broken = universe.flatMap((a, i) =>
        within[i]!.flatMap((b) =>
          within[universe.indexOf(b)]!.filter((c) => !tupleContains(a, c)).map((c) => [a, b, c]),
        ),
      );
      expect(broken).toEqual([]);
    },
  );

  test("comparing a set with itself finds nothing but the same", () => {
    const sets = fc.uniqueArray(anyTuple, {
      selector: (t) => [t.workload, t.container, t.family, t.anchor].join(),
      maxLength: 20,
    });
    fc.assert(
      fc.property(sets, (tuples) => {
        const compared = compareTuples(tuples, tuples);
        expect(compared.same).toHaveLength(tuples.length);
        expect([...compared.wider, ...compared.narrower, ...compared.incomparable]).toEqual([]);
      }),
    );
  });
});

describe("bounds", () => {
  const bound = (value: string, container = "c") =>
    tuple({ container, family: "bound", anchor: "memory", access: "use", extent: [value] });
  const kept = tuple({});

  test("higher is wider, lower narrower, none at all wider", () => {
    expect(compareTuples([bound("1")], [bound("2")]).wider).toHaveLength(1);
    expect(compareTuples([bound("2")], [bound("1")]).narrower).toHaveLength(1);
    expect(compareTuples([kept, bound("1")], [kept]).wider).toHaveLength(1);
    expect(compareTuples([kept], [kept, bound("1")]).narrower).toHaveLength(1);
  });

  test("a limit that goes away with its container lifts nothing", () => {
    expect(compareTuples([kept, bound("1", "other")], [kept]).wider).toEqual([]);
  });
});

describe("quantities", () => {
  test.each([
    ["0.5", "0.5"],
    ["500m", "0.5"],
    ["1e3", "1000"],
    ["1E", "1000000000000000000"],
    ["1Ki", "1024"],
    ["100m", "0.1"],
    [".5Gi", "536870912"],
    ["+1", "1"],
    ["-1", "-1"],
    ["9007199254740993", "9007199254740993"],
  ])("%s is %s", (text, number) => {
    expect(normaliseQuantity(text)).toBe(number);
  });

  test.each(["", "1GB", "lots", "1 Gi", ".", "1e", "0x10", "1e99999"])("%j is none", (text) => {
    expect(parseQuantity(text)).toBeNull();
  });
});
