import { describe, expect, test } from "vitest";
import { redactText } from "@/lib/authority/redact";
import { redactNamed, redactShapes, secretKindOfName } from "@/lib/authority/secrets/detect";
import { redactSettings } from "@/lib/authority/secrets/settings";
import { codesOf, deriveTexts } from "./from-text";

const SECRETS = [
  "hunter2pass",
  "s3cretpw",
  "T000/B000/xyzzy",
  "MIIEowIBAAKC",
  "ZHVtbXk=",
  "flagpass99",
  "older-one",
  "tok3n-in-toml",
];

const TEXT = `# the old password was hunter1
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings # and a comment
data:
  DB_PASSWORD: hunter2pass
  LEVEL: "# not a comment"
  app.toml: |
    name = "x"   # kept, it is data
    token = "tok3n-in-toml"
  key.pem: |
    -----BEGIN PRIVATE KEY-----
    MIIEowIBAAKC
    -----END PRIVATE KEY-----
---
apiVersion: v1
kind: Secret
metadata:
  name: s
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"data":{"k":"older-one"}}
data: { k: ZHVtbXk= }
---
apiVersion: v1
kind: Pod
metadata: { name: p }
spec:
  containers:
  - name: c
    image: a
    args: ["--password", "flagpass99", "--url=https://u:s3cretpw@h/x"]
    env:
    - { name: HOOK, value: "https://hooks.example.com/services/T000/B000/xyzzy" }
    - name: DATABASE_URL
      value: >-
        postgres://u:s3cretpw@db
        /app
`;

describe("stored text", () => {
  const { text, replaced } = redactText("a.yaml", TEXT);

  test("holds no secret and no comment", () => {
    for (const secret of [...SECRETS, "hunter1", "and a comment"]) expect(text).not.toContain(secret);
    expect(text).toContain("# not a comment");
    expect(text).toContain("# kept, it is data");
    expect(replaced).toBe(9);
  });

  test("has as many lines, and every row on its line", () => {
    expect(text.split("\n")).toHaveLength(TEXT.split("\n").length);
    const places = (source: string) =>
      deriveTexts(source).capabilities.map((row) => `${row.key} ${row.source.line}`);
    expect(places(text)).toEqual(places(TEXT));
  });

  test("derives to the same digests", () => {
    expect(codesOf(deriveTexts(text))).toEqual(codesOf(deriveTexts(TEXT)));
    expect(deriveTexts(text).digest).toBe(deriveTexts(TEXT).digest);
    expect(deriveTexts(text).authorityDigest).toBe(deriveTexts(TEXT).authorityDigest);
  });

  test("redacting again changes nothing", () => {
    expect(redactText("a.yaml", text).text).toBe(text);
  });

  test("JSON stays JSON", () => {
    const json = JSON.stringify(
      { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { k: 'plain "text"' } },
      null,
      2,
    );
    const stored = redactText("a.json", json).text;
    expect(JSON.parse(stored)).toMatchObject({ stringData: { k: "[redacted: secret data]" } });
  });

  test("what cannot be parsed loses what its shape gives away", () => {
    const { text: stored } = redactText("a.yaml", "a: [\nurl: https://u:s3cretpw@h\n# note\n");
    expect(stored).not.toContain("s3cretpw");
    expect(stored.split("\n")).toHaveLength(4);
  });
});

describe("a derivation never shows a secret", () => {
  test("in rows, notes or bounds", () => {
    const everything = JSON.stringify(deriveTexts(TEXT));
    for (const secret of SECRETS) expect(everything).not.toContain(secret);
  });

  test("not even where it stands in the wrong place", () => {
    const wrong = TEXT.replace(
      "image: a",
      "image: a\n    resources: { limits: { memory: hunter2pass } }\n    securityContext: { privileged: s3cretpw }",
    );
    const everything = JSON.stringify(deriveTexts(wrong).notes);
    for (const secret of SECRETS) expect(everything).not.toContain(secret);
  });
});

describe("finding secrets", () => {
  test.each([
    "DB_PASSWORD",
    "apiKey",
    "GITHUB_TOKEN",
    "client_secret",
    "AWS_SECRET_ACCESS_KEY",
    "SLACK_WEBHOOK_URL",
    "signing-key",
    "jwt",
  ])("%s promises one", (name) => {
    expect(secretKindOfName(name)).not.toBeNull();
  });

  test.each([
    "TOKEN_TTL",
    "MAX_TOKENS",
    "SECRET_NAME",
    "PASSWORD_FILE",
    "KEY",
    "user",
    "PRIMARY_KEY",
    "TOKENIZER",
    "PASSTHROUGH",
    "BYPASS",
  ])("%s promises none", (name) => {
    expect(secretKindOfName(name)).toBeNull();
  });

  test.each(["", "true", "$(FROM_ELSEWHERE)", "${FROM_ELSEWHERE}"])(
    "%j is no secret under any name",
    (value) => {
      expect(redactNamed("PASSWORD", value).kind).toBeNull();
    },
  );

  test("a URL without a password is none", () => {
    for (const url of ["https://host:8080/path", "postgres://db/x", "https://user@host/", "redis://:@h"])
      expect(redactShapes(url)).toBe(url);
  });

  test("only the secret part of a setting goes", () => {
    expect(redactSettings('user = "bob"\npassword = "xyz1"\n').text).toBe(
      'user = "bob"\npassword = "[redacted: password]"\n',
    );
    expect(redactShapes("amqp://u:pw1@mq:5672/v")).toBe("amqp://[redacted: password in a URL]@mq:5672/v");
  });
});
