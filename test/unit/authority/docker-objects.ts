export type Members = Record<string, unknown>;
export const IMAGE = `registry.example.com/team/app@sha256:${"a".repeat(64)}`;
export const OTHER_ID = "b".repeat(64);

/** A container `c` with these members of HostConfig, of Config and beside them. */
export const inspected = (hostConfig: Members = {}, config: Members = {}, rest: Members = {}): Members => ({
  Id: "c".repeat(64),
  Name: "/c",
  Config: { Image: IMAGE, User: "10001:10001", ...config },
  HostConfig: { NetworkMode: "bridge", ...hostConfig },
  NetworkSettings: { Networks: { bridge: {} } },
  ...rest,
});
export const other: Members = { ...inspected(), Id: OTHER_ID, Name: "/o" };
export const on = (network: string): Members => ({ NetworkSettings: { Networks: { [network]: {} } } });
export const network = (name: string, internal: boolean): Members => ({
  Name: name,
  Internal: internal,
  IPAM: {},
  Containers: {},
});
export const volume = (name: string): Members => ({
  Type: "volume",
  Name: name,
  Destination: "/v",
  RW: true,
});
