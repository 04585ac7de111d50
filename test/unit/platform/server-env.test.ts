import { expect, it } from "vitest";
import { readServerEnv } from "@/lib/platform/env";

const read = (env: Record<string, string>) => readServerEnv(env as unknown as NodeJS.ProcessEnv);

it("serves on port 3000 of this machine unless told otherwise; empty means unset", () => {
  const usual = {
    port: 3000,
    host: "127.0.0.1",
    url: "http://127.0.0.1:3000",
    trustedProxies: [],
    distDir: ".next",
  };
  expect(read({})).toEqual(usual);
  expect(read({ PORT: "", HOST: "", CORDON_URL: "", TRUSTED_PROXIES: "" })).toEqual(usual);
});

it("takes its address without a slash at the end, and proxies as a list", () => {
  const env = read({ CORDON_URL: "https://cordon.example.org/", TRUSTED_PROXIES: "10.0.0.0/8, ::1" });
  expect(env.url).toBe("https://cordon.example.org");
  expect(env.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
});

it("links to a name where it listens on every address, and puts IPv6 into brackets", () => {
  expect(read({ HOST: "0.0.0.0", PORT: "80" }).url).toBe("http://localhost:80");
  expect(read({ HOST: "fd00::1" }).url).toBe("http://[fd00::1]:3000");
});

it.each([
  [{ PORT: "eighty" }, /^PORT is not usable/],
  [{ PORT: "70000" }, /^PORT is not usable/],
  [{ CORDON_URL: "cordon.example.org" }, /^CORDON_URL is not usable/],
  [{ TRUSTED_PROXIES: "10.0.0.0/" }, /^TRUSTED_PROXIES is not usable: 10.0.0.0\/ is neither/],
  [{ TRUSTED_PROXIES: "::1,10.0.0.0/33" }, /^TRUSTED_PROXIES is not usable: 10.0.0.0\/33 is neither/],
  [{ TRUSTED_PROXIES: "fd00::/129" }, /^TRUSTED_PROXIES/],
  [{ TRUSTED_PROXIES: "10.0.0.0/8/8" }, /^TRUSTED_PROXIES/],
  [{ TRUSTED_PROXIES: "10.0.0.0/+8" }, /^TRUSTED_PROXIES/],
  [{ TRUSTED_PROXIES: "proxy.example.org" }, /^TRUSTED_PROXIES/],
  [{ CORDON_URL: "ftp://cordon.example.org" }, /^CORDON_URL is not usable/],
])("says which variable is wrong: %j", (env, sentence) => {
  expect(() => read(env as unknown as Record<string, string>)).toThrow(sentence);
});
