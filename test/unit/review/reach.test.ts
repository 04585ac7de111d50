import { expect, it } from "vitest";
import { reachOf, reachWords } from "@/lib/review/reach";
import { indexContent } from "@/lib/rules/content-index";
import {
  exampleCapability,
  exampleExecutor,
  exampleMissingLimit,
  quietContent,
} from "@/lib/rules/example-content";

it("derives an executor's reach from its grants and those of its pod, each cause once", () => {
  const executor = exampleExecutor(1, {
    workload: "Deployment web",
    container: "runner",
    inheritsSecrets: "yes",
  });
  const content = quietContent({
    executors: [executor],
    capabilities: [
      exampleCapability(1, { title: "/var/log (read)", anchor: "/var/log" }),
      exampleCapability(2, {
        title: "/var/log is sensitive",
        anchor: "/var/log",
        catalogueId: "host-path-sensitive",
      }),
      exampleCapability(3, { title: "Secret tls", catalogueId: "secret-volume" }),
      exampleCapability(4, {
        title: "Kubernetes token",
        catalogueId: "k8s-api-token",
        group: "credentials",
        executorId: null,
        workload: "Deployment web",
      }),
      exampleCapability(5, { title: "Any destination", catalogueId: "egress-any", group: "network" }),
      exampleCapability(6, { title: "Host processes", catalogueId: "host-pid", group: "kernel" }),
      exampleMissingLimit(7),
      exampleCapability(8, { title: "Gone", closedAt: "2026-11-30T10:00:00.000Z", grant: null }),
    ],
  });
  const reach = reachOf(executor, indexContent(content));
  expect(reach).toEqual({
    files: [{ target: "capability:C2", text: "/var/log is sensitive" }],
    credentials: [
      { target: "executor:X1", text: "The application's secrets" },
      { target: "capability:C3", text: "Secret tls" },
      { target: "capability:C4", text: "Kubernetes token" },
    ],
    network: [{ target: "capability:C5", text: "Any destination" }],
    other: [{ target: "capability:C6", text: "Host processes" }],
  });
  expect(reachWords(reach.credentials)).toBe("The application's secrets, Secret tls, Kubernetes token");
  expect(reachWords([])).toBe("nothing recorded");
});
