import { describe, expect, test } from "vitest";
import { removalPatch } from "@/lib/authority/removal-patch";
import { DATA_CASES } from "./compose-data-cases";
import { type ComposeCase, type File, KERNEL_CASES, one } from "./compose-kernel-cases";
import { NETWORK_CASES } from "./compose-network-cases";
import { deriveTexts } from "./from-text";

const rowsOf = (file: File) =>
  deriveTexts(JSON.stringify(file)).capabilities.filter(({ workload }) => workload === "service s");

const CASES: ComposeCase[] = [...KERNEL_CASES, ...DATA_CASES, ...NETWORK_CASES];

describe("each id that a Compose file can express", () => {
  test.each(
    CASES.filter(([id]) => id !== "shared-kernel").map(
      (one) => [one[0], JSON.stringify(one[1]), one] as const,
    ),
  )("%s is granted by %s, and not without it", (id, _, [, granting, anchor, origin, without]) => {
    const row = rowsOf(granting).find((one) => one.id === id && (anchor === null || one.anchor === anchor));
    expect(row?.origin).toBe(origin);
    expect(row?.container).toBe("s");
    const other = rowsOf(without).filter(
      (one) => one.id === id && (anchor === null || one.anchor === anchor),
    );
    expect(other).toEqual([]);
  });

  test("time has no end, whatever is written: a grace period is none", () => {
    expect(rowsOf(one({ stop_grace_period: "5s" })).map(({ id }) => id)).toContain("time-unlimited");
  });

  test("the kernel is shared by silence; another runtime is a name only", () => {
    const kernel = (members: File) => rowsOf(one(members)).find(({ id }) => id === "shared-kernel");
    expect(kernel({})?.origin).toBe("default");
    expect(kernel({ runtime: "runc" })?.origin).toBe("explicit");
    expect(kernel({ runtime: "runsc" })).toMatchObject({
      origin: "unknown",
      limits: ["runtime runsc, by its name"],
    });
  });

  test("limits that are set are bounds, in quantities that other formats have as well", () => {
    const limits = { cpus: "0.5", memory: "512M", pids: 64 };
    const { bounds } = deriveTexts(
      JSON.stringify(one({ deploy: { resources: { limits } }, storage_opt: { size: "1G" } })),
    );
    expect(bounds.map(({ resource, value }) => [resource, value])).toEqual([
      ["cpu", "0.5"],
      ["memory", "512Mi"],
      ["pids", "64"],
      ["disk", "1Gi"],
    ]);
  });

  test("no row is taken away by a patch of Kubernetes", () => {
    const rows = CASES.flatMap(([, file]) => rowsOf(file));
    for (const row of rows) {
      for (const format of ["compose", "docker-inspect"] as const)
        expect(removalPatch(row, undefined, format).text).not.toMatch(
          /apiVersion|NetworkPolicy|containers:|spec:/,
        );
    }
  });
});
