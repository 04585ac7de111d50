import { describe, expect, it } from "vitest";
import {
  createTokenSchema,
  emailSchema,
  inviteSchema,
  personNameSchema,
  setUpSchema,
  workspaceNameSchema,
} from "@/lib/identity/schema";
import { userAgentInWords } from "@/lib/identity/user-agent";
import { newSystemSchema } from "@/lib/review/systems";

const messages = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map((issue) => issue.message) ?? [];

describe("what is sent to identity", () => {
  it("takes an e-mail address in any case, in lower case", () => {
    expect(emailSchema.parse("  Ada@Example.ORG ")).toBe("ada@example.org");
    expect(messages(emailSchema.safeParse("ada"))[0]).toContain("name@example.org");
    expect(messages(emailSchema.safeParse(""))[0]).toBe("The e-mail address is missing.");
  });

  it("refuses names that cannot be stored or shown on one line", () => {
    expect(messages(personNameSchema.safeParse("Ada\u0000"))[0]).toContain("NUL");
    expect(messages(personNameSchema.safeParse("Ada\nLovelace"))[0]).toContain("one line");
    for (const schema of [personNameSchema, workspaceNameSchema, newSystemSchema.shape.name]) {
      expect(messages(schema.safeParse("a\u2028b"))).toEqual(["A name goes on one line."]);
      for (const control of ["\u0007", "\u001b", "\u007f", "\u009b"])
        expect(messages(schema.safeParse(`a${control}b`))[0]).toContain("a control character");
      for (const turn of ["\u202a", "\u202e", "\u2066", "\u2069"])
        expect(messages(schema.safeParse(`a${turn}b`))[0]).toContain("the direction of text");
      expect(schema.parse("שלום 🧑🏽‍💻 e\u0301")).toBe("שלום 🧑🏽‍💻 e\u0301");
    }
    expect(messages(personNameSchema.safeParse("\ud83d"))[0]).toContain("surrogate");
    expect(messages(personNameSchema.safeParse("a".repeat(101)))[0]).toContain("100 characters");
    expect(personNameSchema.parse(" 山田 太郎 ")).toBe("山田 太郎");
  });

  it("bounds invitations to 30 days and tokens to 365", () => {
    const invite = { email: "bob@example.org", role: "viewer" };
    expect(inviteSchema.parse(invite)).toEqual({ ...invite, systemIds: [], days: 7 });
    expect(inviteSchema.safeParse({ ...invite, days: 30 }).success).toBe(true);
    expect(inviteSchema.safeParse({ ...invite, days: 31 }).success).toBe(false);
    expect(createTokenSchema.safeParse({ name: "t", role: "viewer", days: 365 }).success).toBe(true);
    expect(createTokenSchema.safeParse({ name: "t", role: "viewer", days: 366 }).success).toBe(false);
    expect(createTokenSchema.safeParse({ name: "t", role: "viewer", days: 0 }).success).toBe(false);
    expect(createTokenSchema.safeParse({ name: "t", role: "owner" }).success).toBe(false);
  });

  it("refuses one's address as the first password", () => {
    const result = setUpSchema.safeParse({
      code: "x",
      workspace: "Acme",
      name: "Ada",
      email: "ada.lovelace@example.org",
      password: "ada.lovelace@example.org",
    });
    expect(messages(result)).toEqual(["The password cannot be your e-mail address."]);
  });
});

it("names a browser in two words", () => {
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
  expect(userAgentInWords(chrome)).toBe("Chrome on Linux");
  expect(userAgentInWords(`${chrome} Edg/131.0.0.0`)).toBe("Edge on Linux");
  expect(
    userAgentInWords(
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15",
    ),
  ).toBe("Safari on macOS");
  expect(userAgentInWords("Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0")).toBe(
    "Firefox on Windows",
  );
  expect(userAgentInWords("curl/8.5.0")).toBe("curl");
  expect(userAgentInWords("")).toBe("Unknown browser");
});
