import { describe, expect, test } from "vitest";
import { derive } from "@/lib/authority/derive";
import { codesOf, deriveTexts, rowOf } from "./from-text";

/** Files of one input by their names. */
const deriveFiles = (files: Record<string, string>) =>
  derive({
    path: "x",
    files: Object.entries(files).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })),
  });

const image = (text: string, settings?: string) => {
  const compose = `services:\n  s:\n    image: ${JSON.stringify(text)}\n`;
  const result = deriveFiles({ "compose.yaml": compose, ...(settings && { ".env": settings }) });
  return rowOf(result, "image-mutable")?.target;
};

describe("variables", () => {
  test.each([
    ["a:${TAG}", "a:${TAG}"],
    ["a:${TAG:-1}", "a:1"],
    ["a:${TAG-1}", "a:1"],
    ["a:${TAG:?say a tag: please}", "a:${TAG}"],
    ["a:1${TAG:+-x}", "a:1"],
    ["a:${TAG:-${OTHER:-2}}", "a:2"],
    ["a:$TAG", "a:${TAG}"],
    ["a:$$TAG", "a:$TAG"],
  ])("%s without settings is %s", (written, read) => {
    expect(image(written)).toBe(read);
  });

  test.each([
    ["a:${TAG}", "a:7"],
    ["a:${EMPTY:-1}", "a:1"],
    ["a:1${EMPTY-2}", "a:1"],
    ["a:1${TAG:+-x}", "a:1-x"],
    ["a:${QUOTED}", "a:x#y"],
    ["a:${SINGLE}", "a:p q"],
  ])("%s with settings beside it is %s", (written, read) => {
    expect(image(written, "# settings\nexport TAG=7 # the tag\nEMPTY=\nQUOTED=\"x#y\"\nSINGLE='p q'\n")).toBe(
      read,
    );
  });

  test("the short syntax is taken apart after they are filled in, and one without a value is said", () => {
    const result = deriveTexts(
      'services:\n  s:\n    image: a\n    volumes: ["${DIR:-/srv/a}:/a:ro", "${UNSET:?a:b}:/b"]\n    ports: ["${P:-80}:80"]\n',
    );
    expect(rowOf(result, "host-path-ro")?.anchor).toBe("/srv/a");
    expect(rowOf(result, "host-path-rw")).toMatchObject({ anchor: "${UNSET}", origin: "unknown" });
    expect(rowOf(result, "ingress-exposed")?.anchor).toBe("TCP 80");
    expect(codesOf(result)).toContain("warning unresolved");
    expect(result.notes.find(({ code }) => code === "unresolved")?.message).toContain("UNSET");
  });
});

describe("what is written elsewhere", () => {
  test("a service has what it extends, its own words first, each from its own place", () => {
    const result = deriveFiles({
      "compose.yaml":
        "services:\n  s:\n    extends: { file: base/common.yaml, service: b }\n    user: '1:1'\n    volumes: ['/srv/own:/a']\n",
      "base/common.yaml":
        "services:\n  b:\n    extends: a\n    user: root\n    volumes: ['/srv/base:/a', '/srv/more:/b']\n  a:\n    privileged: true\n    image: a:1\n",
    });
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["service s"]);
    expect(rowOf(result, "privileged")?.source.file).toBe("base/common.yaml");
    expect(rowOf(result, "run-as-root")).toBeUndefined();
    expect(result.capabilities.filter(({ id }) => id === "host-path-rw").map(({ anchor }) => anchor)).toEqual(
      ["/srv/own", "/srv/more"],
    );
  });

  test("what extends something that is not in the input cannot be told from silence, and a ring ends", () => {
    const missing = deriveTexts("services:\n  s:\n    image: a\n    extends: { file: x.yaml, service: b }\n");
    expect(rowOf(missing, "writable-rootfs")?.origin).toBe("unknown");
    expect(codesOf(missing)).toContain("warning extends-not-supplied");
    const ring = deriveTexts("services:\n  a: { image: a, extends: b }\n  b: { extends: a }\n");
    expect(ring.workloads).toHaveLength(2);
  });

  test("merge keys and anchors of x- elements count, an own key before a merged one", () => {
    const result = deriveTexts(
      "x-common: &c\n  image: a:1\n  user: '5:5'\n  privileged: true\nservices:\n  s:\n    <<: *c\n    user: '0'\n",
    );
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["service s"]);
    expect(rowOf(result, "privileged")?.origin).toBe("explicit");
    expect(rowOf(result, "run-as-root")?.target).toBe("user 0");
  });

  test("variables of a file of the input are read, its own word over them; of another they are unknown", () => {
    const compose =
      "services:\n  s:\n    image: a\n    env_file: [a.env]\n    environment: { LEVEL: info }\n";
    const given = deriveFiles({ "compose.yaml": compose, "a.env": "DB_PASSWORD=hunter2\nLEVEL=debug\n" });
    expect(rowOf(given, "secret-literal")?.source.file).toBe("a.env");
    expect(rowOf(given, "secret-env")).toBeUndefined();
    const missing = deriveFiles({ "compose.yaml": compose });
    expect(rowOf(missing, "secret-env")?.origin).toBe("unknown");
    expect(codesOf(missing)).toContain("info env-file-not-supplied");
  });

  test("an override is put over its file, and the same service of two projects keeps both", () => {
    const override = deriveFiles({
      "compose.yaml": "services:\n  s: { image: 'a:1', privileged: true, cap_add: [NET_RAW] }\n",
      "compose.override.yaml": "services:\n  s: { privileged: false, cap_add: [SYS_TIME] }\n",
    });
    expect(rowOf(override, "privileged")).toBeUndefined();
    expect(override.capabilities.filter(({ id }) => id === "cap-add")).toHaveLength(2);
    expect(codesOf(override)).toContain("warning duplicate-object");
    const two = deriveFiles({
      "a/compose.yaml": "services:\n  s: { image: a }\n",
      "b/compose.yaml": "services:\n  s: { image: b }\n",
    });
    expect(two.workloads.map(({ ref }) => ref)).toEqual(["service a/s", "service b/s"]);
  });

  test("an included file is part of the project; one that is missing is said", () => {
    const compose = "include: [db/compose.yaml]\nservices:\n  s: { image: a }\n";
    const given = deriveFiles({
      "compose.yaml": compose,
      "db/compose.yaml": "services:\n  db: { image: b }\n",
    });
    expect(rowOf(given, "cluster-lateral")?.target).toContain("db");
    expect(codesOf(deriveFiles({ "compose.yaml": compose }))).toContain("warning include-not-supplied");
  });

  test("a profile narrows every row of its service, an empty one none", () => {
    const limits = (profiles: string) =>
      deriveTexts(`services:\n  s: { image: a, profiles: ${profiles} }\n`).capabilities.map(
        (row) => row.limits,
      );
    expect(limits("[debug]").every((list) => list.includes("started only with profile debug"))).toBe(true);
    expect(limits('["", debug]').flat()).not.toContain("started only with profile debug");
  });

  test("who shares a network namespace is on the other's networks, and publishes nothing", () => {
    const result = deriveTexts(
      "services:\n  a: { image: a, network_mode: 'service:b', ports: ['80:80'] }\n  b: { image: b, networks: [n] }\nnetworks: { n: { internal: true } }\n",
    );
    expect(rowOf(result, "egress-any")).toBeUndefined();
    expect(rowOf(result, "ingress-exposed")).toBeUndefined();
    expect(rowOf(result, "shared-netns")?.target).toBe("service b");
  });

  test("what is invalid is an error and counts as absent, and what has no id is said", () => {
    const result = deriveTexts(
      "services:\n  s: { image: a, privileged: maybe, mem_limit: lots, restart: often, isolation: process }\n",
    );
    expect(codesOf(result).filter((code) => code === "error invalid-value")).toHaveLength(3);
    expect(codesOf(result)).toContain("warning field-not-read");
    expect(rowOf(result, "privileged")).toBeUndefined();
  });

  test("settings beside no Compose file yield nothing, and say so", () => {
    const result = deriveFiles({ ".env": "A=b\n" });
    expect(result).toMatchObject({ format: "compose", capabilities: [] });
    expect(codesOf(result)).toContain("info settings-not-used");
  });
});
