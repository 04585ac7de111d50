import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveResultSchema } from "@/lib/authority/schema";
import { tuplesOf } from "@/lib/authority/tuples";
import { compareTuples } from "@/lib/authority/wider";
import { inspected, type Members, other } from "./docker-objects";
import { deriveTexts } from "./from-text";

const SERVICE: Members = {
  image: "registry.example.com/app:1",
  environment: ["LEVEL=info", "DB_PASSWORD=correct-horse"],
  volumes: ["/srv/a:/a:ro", "data:/d"],
  ports: ["8080:80", "9090:90"],
  cap_drop: ["ALL"],
  mem_limit: "512m",
};
const compose = (members: Members, others: Members = { t: { image: "b" } }) =>
  deriveTexts(
    JSON.stringify({ services: { s: { ...SERVICE, ...members }, ...others }, volumes: { data: null } }),
  );

const MOUNTS = [
  { Type: "bind", Source: "/srv/a", Destination: "/a", RW: false },
  { Type: "volume", Name: "data", Destination: "/d", RW: true },
];
const RUNNING = { Mounts: MOUNTS, Created: "2026-01-01", State: { Pid: 7 }, ResolvConfPath: "/x" };
const host = (...objects: Members[]) => deriveTexts(JSON.stringify(objects));
const env = (password: string) => ({ Env: ["LEVEL=info", `DB_PASSWORD=${password}`] });

const wider = (before: ReturnType<typeof host>, after: ReturnType<typeof host>) =>
  compareTuples(tuplesOf(before), tuplesOf(after)).wider.map(
    ({ after: tuple }) => `${tuple?.family} ${tuple?.anchor}`,
  );

describe("the digests of a Compose file", () => {
  test("the order of members and of lists without one changes neither", () => {
    const reversed = Object.fromEntries(
      Object.entries(SERVICE)
        .reverse()
        .map(([key, value]) => [key, Array.isArray(value) ? value.toReversed() : value]),
    );
    const other = deriveTexts(
      JSON.stringify({ volumes: { data: null }, services: { t: { image: "b" }, s: reversed } }),
    );
    expect([other.digest, other.authorityDigest]).toEqual([compose({}).digest, compose({}).authorityDigest]);
  });

  test("a rotated secret changes neither; a tag, the other spelling of a size and an x- element nothing that is signed", () => {
    const rotated = compose({ environment: ["LEVEL=info", "DB_PASSWORD=staple-battery"] });
    expect(rotated.digest).toBe(compose({}).digest);
    expect(compose({ image: "registry.example.com/app:2" }).authorityDigest).toBe(
      compose({}).authorityDigest,
    );
    expect(compose({ mem_limit: "0.5g" }).authorityDigest).toBe(compose({}).authorityDigest);
    expect(compose({}).digest).not.toBe(compose({ image: "registry.example.com/app:2" }).digest);
  });

  test("one more mount, a writable one and a lifted limit are wider", () => {
    const volumes = ["/srv/a:/a:ro", "data:/d", "/srv/b:/b:ro"];
    expect(wider(compose({}), compose({ volumes }))).toEqual(["host-path /srv/b"]);
    expect(wider(compose({}), compose({ volumes: ["/srv/a:/a", "data:/d"] }))).toEqual(["host-path /srv/a"]);
    expect(wider(compose({ restart: "on-failure:3" }), compose({ restart: "always" }))).toEqual([
      "restart-amplification ",
    ]);
    expect(wider(compose({}), compose({ mem_limit: 0 }))).toContain("memory-unlimited ");
  });
});

describe("the digests of docker inspect", () => {
  test("a restart, the order of objects and of mounts, and a rotated secret change neither", () => {
    const before = host(inspected({}, env("correct-horse"), RUNNING), other);
    const after = host(
      other,
      inspected({}, env("staple-battery"), {
        ...RUNNING,
        Id: "e".repeat(64),
        Created: "2026-02-02",
        State: { Pid: 9 },
        Mounts: MOUNTS.toReversed(),
        NetworkSettings: { Networks: { bridge: { IPAddress: "172.17.0.9", EndpointID: "x" } } },
      }),
    );
    expect([after.digest, after.authorityDigest]).toEqual([before.digest, before.authorityDigest]);
  });

  test("one more mount is wider", () => {
    const more = { Mounts: [...MOUNTS, { Type: "bind", Source: "/srv/b", Destination: "/b", RW: true }] };
    expect(wider(host(inspected({}, {}, RUNNING)), host(inspected({}, {}, more)))).toEqual([
      "host-path /srv/b",
    ]);
  });
});

const KEYS =
  `image build environment env_file volumes tmpfs ports networks network_mode pid ipc uts cgroup user group_add privileged
  cap_add cap_drop security_opt devices gpus device_cgroup_rules deploy configs secrets extends depends_on command healthcheck labels
  restart ulimits shm_size sysctls extra_hosts volumes_from profiles post_start develop logging use_api_socket Name Config HostConfig
  Mounts Binds Tmpfs PortBindings Ulimits Env Cmd Labels NetworkMode PidMode NetworkSettings Networks Devices`.split(
    /\s+/,
  );
const WORDS = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "",
    "${A}",
    "${A:-${B:-x}}",
    "a:b:c",
    "host",
    "container:x",
    "service:s",
    "/:/",
    "[::1]:1:1",
    "-1",
    "1g",
    "true",
    "$$",
    "${",
    "A=b",
  ),
  fc.integer().map(String),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    WORDS,
    tie("list"),
    tie("map"),
  ),
  list: fc.array(tie("any"), { maxLength: 4 }),
  map: fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), tie("any"), { maxKeys: 8 }),
}));

describe("whatever is written", () => {
  test("nothing throws, the result is what the schema says, and no two rows share a key", () => {
    fc.assert(
      fc.property(value.map, value.map, value.any, (a, b, c) => {
        const texts = [
          JSON.stringify({ services: { s: a, t: b, u: c }, networks: c, volumes: a, configs: b }),
          JSON.stringify([{ ...a, HostConfig: b }, { ...b, HostConfig: c }, { Name: "v", Mountpoint: c }, c]),
        ];
        for (const text of texts) {
          const result = deriveTexts(text);
          deriveResultSchema.parse(result);
          const keys = result.capabilities.map(({ key }) => key);
          expect(new Set(keys).size).toBe(keys.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});
