import { describe, expect, it } from "vitest";
import { viewToParams } from "@/components/worksheet/view-url";
import { driftBetween } from "@/lib/authority/drift";
import type { GrantedCapability } from "@/lib/authority/schema";
import { attachPlan, type KnownCapability, type KnownExecutor } from "@/lib/review/authority/attach-plan";
import { byNeed, rowsOfPlace } from "@/lib/review/authority/by-need";
import { driftInTurns } from "@/lib/review/authority/drift-in-turns";
import { flatQueryOf } from "@/lib/review/authority/flat-query";
import { flatNames, flatOrder, flatText } from "@/lib/review/authority/flat-view";
import { namesInReview, shortName } from "@/lib/review/authority/match-names";
import { packPage, unpackPage } from "@/lib/review/authority/pack-page";
import type { AuthorityPage } from "@/lib/review/authority/page";
import type { Capability, ReviewContent } from "@/lib/review/content";
import { indexContent } from "@/lib/rules/content-index";
import {
  exampleCapability,
  exampleExecutor,
  exampleGrant,
  exampleJustification,
  exampleMissingLimit,
  quietContent,
} from "@/lib/rules/example-content";

const pod = { workload: "Deployment default/web" };

function content(capabilities: Capability[], more: Partial<ReviewContent> = {}) {
  const made = quietContent({
    executors: [
      exampleExecutor(1, { ...pod, container: "web", name: "web", role: "runs-submitted-code" }),
      exampleExecutor(2, { ...pod, container: "proxy", name: "proxy", role: "neighbour" }),
    ],
    capabilities,
    ...more,
  });
  return { capabilities: made.capabilities, index: indexContent(made) };
}

describe("authority by need", () => {
  it("puts what is justified under its need and the rest into its group", () => {
    const { capabilities, index } = content(
      [
        exampleCapability(1, {
          executorId: "X1",
          decision: "needed",
          justificationId: "J1",
          severity: "critical",
        }),
        exampleCapability(2, { executorId: "X1", group: "credentials" }),
        exampleMissingLimit(3, { executorId: "X1", group: "resources" }),
        exampleMissingLimit(4, { executorId: "X1", decision: "fix" }),
      ],
      { justifications: [exampleJustification(1)] },
    );
    const [web] = byNeed(capabilities, index).branches;
    expect(web?.places.map(({ key, count }) => [key, count])).toEqual([
      ["need:J1", 1],
      ["surplus:credentials", 1],
      ["limit:resources", 1],
      ["decided:fix", 1],
    ]);
    expect(web?.places[0]?.worst).toBe("critical");
    expect(web?.open).toBe(2);
  });

  it("shows a row of the pod under each container and counts it as open once", () => {
    const row = exampleCapability(1, { executorId: null, ...pod, container: null, group: "credentials" });
    const { capabilities, index } = content([row]);
    const tree = byNeed(capabilities, index);
    expect(tree.open).toBe(1);
    expect(tree.branches.map(({ id, places }) => [id, places.map(({ key, ofPod }) => [key, ofPod])])).toEqual(
      [
        ["X1", [["surplus:credentials", 1]]],
        // A neighbour is not asked again about what it shares with submitted code.
        ["X2", [["not-asked", 1]]],
      ],
    );
  });

  it("folds claims, what a neighbour is not asked, and what is closed", () => {
    const { capabilities, index } = content([
      exampleCapability(1, { executorId: "X2", group: "kernel", family: "host-pid" }),
      exampleCapability(2, { executorId: "X2", group: "credentials" }),
      exampleCapability(3, { executorId: "X1", class: "claim" }),
      exampleCapability(4, { executorId: "X1", closedAt: "2026-11-30T12:00:00.000Z", grant: null }),
    ]);
    const tree = byNeed(capabilities, index);
    expect(tree).toMatchObject({ open: 1, live: 3, closed: 1 });
    expect(rowsOfPlace(capabilities, index, "X2", "not-asked").map(({ number }) => number)).toEqual([1]);
    expect(rowsOfPlace(capabilities, index, "X2", "surplus:credentials").map(({ number }) => number)).toEqual(
      [2],
    );
    expect(rowsOfPlace(capabilities, index, "X1", "closed").map(({ number }) => number)).toEqual([4]);
  });

  it("keeps what cannot be determined apart", () => {
    const { capabilities, index } = content([
      exampleMissingLimit(1, { executorId: "X1", grant: exampleGrant({ origin: "unknown" }) }),
    ]);
    expect(byNeed(capabilities, index).branches[0]?.places[0]?.key).toBe("undetermined");
  });
});

describe("the flat view", () => {
  const { capabilities, index } = content(
    [
      exampleCapability(1, { executorId: "X1", title: "Token", severity: "low", group: "credentials" }),
      exampleCapability(2, { executorId: "X1", title: "=cmd()", severity: "critical", group: "data" }),
      exampleCapability(3, {
        executorId: "X1",
        title: "Socket",
        severity: "high",
        group: "data",
        decision: "needed",
        justificationId: "J1",
      }),
      exampleCapability(4, {
        executorId: "X1",
        title: "Old",
        closedAt: "2026-11-30T12:00:00.000Z",
        grant: null,
      }),
    ],
    { justifications: [exampleJustification(1)] },
  );
  const names = flatNames(index);
  const numbers = (query: Partial<Parameters<typeof flatOrder>[1]>) =>
    flatOrder(capabilities, { q: "", filters: [], sort: [], ...query }, names).map(({ number }) => number);

  it("leaves closed rows out until they are asked for", () => {
    expect(numbers({})).toEqual([1, 2, 3]);
    expect(numbers({ filters: [{ id: "state", op: "in", values: ["closed"] }] })).toEqual([4]);
  });

  it("sorts by severity, worst first, and by words either way", () => {
    expect(numbers({ sort: [{ id: "severity", desc: false }] })).toEqual([2, 3, 1]);
    expect(numbers({ sort: [{ id: "title", desc: true }] })).toEqual([1, 3, 2]);
    // What says nothing stays last in both directions.
    expect(numbers({ sort: [{ id: "justification", desc: false }] })).toEqual([3, 1, 2]);
    expect(numbers({ sort: [{ id: "justification", desc: true }] })).toEqual([3, 1, 2]);
  });

  it("filters by group, state and answers that are missing, and searches every word", () => {
    expect(numbers({ filters: [{ id: "group", op: "in", values: ["data"] }] })).toEqual([2, 3]);
    expect(numbers({ filters: [{ id: "state", op: "in", values: ["open"] }] })).toEqual([1, 2]);
    expect(numbers({ filters: [{ id: "decision", op: "in", values: ["~unset"] }] })).toEqual([1, 2]);
    expect(numbers({ q: "socket x1" })).toEqual([3]);
    expect(numbers({ q: "c2" })).toEqual([2]);
  });

  it("says in a cell what people read", () => {
    expect(flatText(capabilities[2]!, "decision", names)).toBe("Needed");
    expect(flatText(capabilities[2]!, "executor", names)).toBe("X1 web");
  });

  it("reads the very words that the address of a worksheet holds", () => {
    const view = {
      q: "a b",
      sort: [
        { id: "severity", desc: false },
        { id: "title", desc: true },
      ],
      filters: [
        { id: "title", op: "has" as const, text: "50%; a:b, c" },
        { id: "group", op: "in" as const, values: ["data", "~unset"] },
      ],
    };
    expect(flatQueryOf(Object.fromEntries(viewToParams(view)))).toEqual(view);
  });
});

describe("matching a configuration with a review", () => {
  const workload = (ref: string, owner?: string) => ({
    ref,
    owner,
    containers: [{ name: "web", role: "main" as const }],
  });

  it("knows a workload again in another namespace, or as a pod of its controller", () => {
    expect(shortName("Deployment shop/web")).toBe("Deployment web");
    expect(shortName("container web")).toBe("container web");
    const staging = namesInReview([workload("Deployment staging/web")], ["Deployment production/web"]);
    expect(staging("Deployment staging/web")).toBe("Deployment production/web");
    const captured = namesInReview(
      [workload("Pod shop/web-abc", "ReplicaSet shop/web")],
      ["ReplicaSet shop/web"],
    );
    expect(captured("Pod shop/web-abc")).toBe("ReplicaSet shop/web");
  });

  it("keeps namespaces where one input has the same name in two", () => {
    const name = namesInReview(
      [workload("Deployment a/web"), workload("Deployment b/web")],
      ["Deployment a/web"],
    );
    expect(name("Deployment a/web")).toBe("Deployment a/web");
    expect(name("Deployment b/web")).toBe("Deployment b/web");
  });

  const granted = (more: Partial<GrantedCapability>): GrantedCapability => ({
    key: "Deployment web [web] host-path /srv",
    id: "host-path-ro",
    class: "grant",
    family: "host-path",
    anchor: "/srv",
    workload: "Deployment default/web",
    container: "web",
    target: "/srv",
    access: "read",
    extent: [],
    origin: "explicit",
    authority: "configuration",
    severity: "medium",
    explanation: "",
    limits: [],
    source: { file: "web.yaml", document: 0, pointer: "", line: 1 },
    ...more,
  });
  const executor: KnownExecutor = {
    id: "x",
    number: 1,
    workload: "Deployment default/web",
    container: "web",
    role: "runs-submitted-code",
    roleReason: null,
    versions: {},
  };
  const now = "2026-11-30T12:00:00.000Z";
  const planned = (rows: GrantedCapability[], capabilities: KnownCapability[] = []) =>
    attachPlan(
      { workloads: [workload("Deployment default/web")], capabilities: rows },
      { executors: capabilities.length > 0 ? [executor] : [], capabilities },
      [],
      now,
    );
  const known = async (more: Partial<KnownCapability> = {}): Promise<KnownCapability> => {
    const [added] = (await planned([granted({})])).added;
    return {
      ...added!,
      id: "c",
      number: 1,
      executorId: "x",
      justificationId: null,
      closedAt: null,
      versions: {},
      elsewhere: null,
      ...more,
    };
  };

  it("adds a row and its executor the first time", async () => {
    const plan = await planned([granted({})]);
    expect(plan.executors).toMatchObject([{ workload: "Deployment default/web", container: "web" }]);
    expect(plan.added).toMatchObject([{ catalogueId: "host-path-ro", group: "data", anchor: "/srv" }]);
  });

  it("compares workload by workload as it would compare all at once", async () => {
    const names = ["Deployment a/web", "Deployment b/web", "Deployment a/api"];
    const side = (some: { access: "read" | "read-write"; refs: string[] }) => ({
      workloads: some.refs.map((ref) => workload(ref)),
      capabilities: some.refs.map((ref) =>
        granted({ key: `${ref} host-path /srv`, workload: ref, access: some.access }),
      ),
      bounds: some.refs.map((ref) => ({
        workload: ref,
        container: "web",
        resource: "memory" as const,
        value: some.access === "read" ? "1Gi" : "2Gi",
      })),
    });
    const [before, after] = [
      side({ access: "read", refs: names.slice(0, 2) }),
      side({ access: "read-write", refs: names }),
    ];
    const apart = await driftInTurns(before, after);
    const whole = driftBetween(before, after);
    const keys = (drift: typeof whole) =>
      (["wider", "new", "gone", "narrower", "unchanged"] as const).map((change) =>
        drift[change].map(({ key }) => key).sort(),
      );
    expect(keys(apart)).toEqual(keys(whole));
    expect(apart.wider).toHaveLength(2);
    expect(apart.bounds.wider).toHaveLength(whole.bounds.wider.length);
  });

  it("does not touch a row that is granted as before", async () => {
    const row = await known();
    expect(await planned([granted({})], [row])).toMatchObject({
      added: [],
      changed: [],
      unchanged: [row.key],
    });
  });

  it("changes the degree of a row in place", async () => {
    const wider = granted({ id: "host-path-rw", access: "read-write", severity: "high" });
    const { changed } = await planned([wider], [await known()]);
    expect(changed).toHaveLength(1);
    expect(changed[0]?.set).toMatchObject({ catalogueId: "host-path-rw", severity: "high" });
  });

  it("keeps a title that somebody worded", async () => {
    const worded = await known({ title: "The shared cache", versions: { title: 4 } });
    expect((await planned([granted({ target: "/srv/cache" })], [worded])).changed).toEqual([]);
  });

  it("closes what nobody grants, and lets another environment speak for what it still grants", async () => {
    const setOf = async (rows: GrantedCapability[], row: KnownCapability) =>
      (await planned(rows, [row])).changed[0]?.set;
    expect(await setOf([], await known())).toEqual({ closedAt: now });
    const elsewhere = { catalogueId: "host-path-rw", severity: "high" as const };
    expect(await setOf([], await known({ elsewhere }))).toEqual(elsewhere);
    // The gravest grant of several environments is the row's.
    expect(await setOf([granted({})], await known({ elsewhere }))).toMatchObject(elsewhere);
  });
});

describe("the page inside a document", () => {
  it("comes back from its packing as it was", () => {
    const { capabilities, index } = content(
      [
        exampleCapability(1, { executorId: "X1", decision: "needed", justificationId: "J1" }),
        exampleCapability(2, { executorId: null, ...pod, container: null, group: "credentials" }),
        exampleCapability(3, { executorId: null, workload: "ServiceAccount default/x" }),
      ],
      { justifications: [exampleJustification(1)] },
    );
    const page: AuthorityPage = {
      seq: 7,
      abilities: ["content.edit"],
      executors: [...index.executors.values()].map(
        ({ id, number, name, workload, container, role, roleReason }) => ({
          id,
          number,
          name,
          workload,
          container,
          role,
          roleReason,
        }),
      ),
      justifications: [...index.justifications.values()],
      byNeed: byNeed(capabilities, index),
      configurations: [],
    };
    expect(unpackPage(packPage(page))).toEqual(page);
  });
});
