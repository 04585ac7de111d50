import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { routes } from "@/app/api/v1/routes";
import { hashPassword } from "@/lib/identity/server/passwords";
import { openStage, type Person, type Stage } from "@/test/support/stage";
import { EXAMPLES, PASSWORD } from "./examples";

type Schema = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  components: { securitySchemes: Record<string, Schema>; schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
};

let stage: Stage;
let admin: Person;
let document: Document;
let passwordHash: string;

beforeAll(async () => {
  stage = await openStage(inject("server"));
  admin = await stage.person("admin");
  passwordHash = await hashPassword(PASSWORD);
  document = (await stage.client().get("/openapi.json")).body;
});
afterAll(() => stage.end());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

describe("the OpenAPI document", () => {
  it("is of version 3.1 and has what that requires", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({
      title: "Cordon",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(document.servers).toEqual([{ url: "/api/v1" }]);
  });

  it("has every route with its method, and no other", () => {
    const written = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(written.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it("names each operation once, and says what it is", () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations()) {
      expect(operation.operationId, path).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(operation.summary, path).not.toBe("");
      expect(operation.tags, path).toHaveLength(1);
    }
  });

  it("declares the parameters of each path and no others there", () => {
    for (const { path, method, operation } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(declared.map(({ name }) => name).sort(), `${method} ${path}`).toEqual(inPath.sort());
      for (const { required, schema } of declared)
        expect([required, typeof schema]).toEqual([true, "object"]);
      const keys = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("has a body for writes only, and an answer for each", () => {
    for (const { path, method, operation } of operations()) {
      if (["get", "delete"].includes(method)) expect(operation.requestBody, path).toBeUndefined();
      const success = Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status));
      expect(success, path).toHaveLength(1);
      expect(operation.responses.default, path).toBeDefined();
      for (const { description } of Object.values(operation.responses)) expect(description).not.toBe("");
    }
  });

  it("refers to schemas and security schemes that are there", () => {
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas).toHaveProperty(name!);
    expect(text).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/);
    for (const { operation } of operations())
      for (const scheme of operation.security.flatMap((each) => Object.keys(each as object)))
        expect(document.components.securitySchemes).toHaveProperty(scheme);
  });
});

/** Answers with JSON, called as an admin by the valid example of each route. */
const answering = routes.filter(({ produces, status }) => !produces && status !== 204);

describe.concurrent.each(answering.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s",
  (key, route) => {
    it("answers what it declares", async () => {
      const place = await stage.place();
      const caller = await stage.person("admin", { passwordHash });
      const call = await EXAMPLES[key]!({ stage, place, caller, admin });
      const path =
        route.path.replace(/\{(\w+)\}/g, (_, name: string) => call.params![name]!) + (call.query ?? "");
      const answer = await stage.client(caller).ask(route.method, path, call.body);
      const { responses } = document.paths[route.path]![route.method.toLowerCase()]!;
      // Cordon is set up already, and says so as it says every refusal.
      const isRefused = key === "POST /setup";
      expect(answer.status).toBe(isRefused ? 409 : (route.status ?? 200));
      const declared = isRefused ? document.components.schemas.Problem! : schemaOf(responses[answer.status]!);
      const schema = z.fromJSONSchema(declared as Parameters<typeof z.fromJSONSchema>[0]);
      const checked = schema.safeParse(answer.body);
      expect(checked.error?.issues ?? [], JSON.stringify(answer.body).slice(0, 2_000)).toEqual([]);
    });
  },
);

const schemaOf = ({ content }: Operation["responses"][string]): Schema =>
  content!["application/json"]!.schema!;
