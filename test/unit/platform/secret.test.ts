import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSecret } from "@/lib/cli/open-secret";
import { checkValue, deriveKey, newSecret, seal, unseal } from "@/lib/platform/secret";

const current = newSecret();
const previous = newSecret();

describe("a sealed text", () => {
  it("opens with the same secret in the same place only", () => {
    const sealed = seal({ current, previous: null }, "token 123", "provider:1");
    expect(sealed).not.toContain("token");
    expect(unseal({ current, previous: null }, sealed, "provider:1")).toBe("token 123");
    expect(unseal({ current, previous: null }, sealed, "provider:2")).toBeNull();
    expect(unseal({ current: previous, previous: null }, sealed, "provider:1")).toBeNull();
  });

  it("still opens after a rotation while the old secret is given", () => {
    const sealed = seal({ current: previous, previous: null }, "old", "a");
    expect(unseal({ current, previous }, sealed, "a")).toBe("old");
    expect(unseal({ current, previous: null }, sealed, "a")).toBeNull();
  });

  it("does not open when a character of it was changed", () => {
    const sealed = seal({ current, previous: null }, "text", "a");
    const last = sealed.at(-3) === "A" ? "B" : "A";
    expect(
      unseal({ current, previous: null }, `${sealed.slice(0, -3)}${last}${sealed.slice(-2)}`, "a"),
    ).toBeNull();
    expect(unseal({ current, previous: null }, "v1.x", "a")).toBeNull();
  });

  it("is another one each time", () => {
    expect(seal({ current, previous: null }, "same", "a")).not.toBe(
      seal({ current, previous: null }, "same", "a"),
    );
  });
});

it("derives the key that HKDF-SHA256 gives (RFC 5869), another for each name", () => {
  // openssl kdf -keylen 16 -kdfopt digest:SHA2-256 -kdfopt key:secret -kdfopt salt:cordon -kdfopt info:a HKDF
  expect(deriveKey("secret", "a", 16).toString("hex")).toBe("f81f661923681cebfe0cd60880ae2147");
  expect(deriveKey("secret", "b", 16)).not.toEqual(deriveKey("secret", "a", 16));
});

describe("the secret of a CORDON_HOME", () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "cordon-secret-"));
  });
  afterEach(() => rm(home, { recursive: true }));

  it("is made on first start, for its user alone, and stays", async () => {
    const made = await openSecret(home, {} as NodeJS.ProcessEnv);
    expect(Buffer.from(made.current, "base64url")).toHaveLength(32);
    expect((await stat(join(home, "secret"))).mode & 0o777).toBe(0o600);
    expect(await openSecret(home, {} as NodeJS.ProcessEnv)).toEqual(made);
  });

  it("is refused when it is not the one that the data were written with", async () => {
    await openSecret(home, { CORDON_SECRET: current } as unknown as NodeJS.ProcessEnv);
    const other = { CORDON_SECRET: previous } as unknown as NodeJS.ProcessEnv;
    await expect(openSecret(home, other)).rejects.toThrow(/not the one this installation was set up with/);
    const short = { CORDON_SECRET: "short" } as unknown as NodeJS.ProcessEnv;
    await expect(openSecret(home, short)).rejects.toThrow(/too short/);
  });

  it("can be rotated by giving the old one too", async () => {
    await openSecret(home, { CORDON_SECRET: previous } as unknown as NodeJS.ProcessEnv);
    const both = { CORDON_SECRET: current, CORDON_SECRET_PREVIOUS: previous } as unknown as NodeJS.ProcessEnv;
    expect(await openSecret(home, both)).toEqual({ current, previous });
    expect((await readFile(join(home, "secret-check"), "utf8")).trim()).toBe(checkValue(current));
  });
});
