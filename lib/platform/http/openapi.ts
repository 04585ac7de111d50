import { z } from "zod";
import type { Route } from "./define-route";
import { problemSchema } from "./problem-response";

/**
 * The OpenAPI 3.1 document of the API, from the same schemas that check its requests.
 * Source: OpenAPI Specification 3.1.0, sections 4.8.8 (paths) and 4.8.27 (security).
 */
export function openApiDocument(routes: readonly Route[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path]![route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Cordon",
      version,
      summary: "Trust-boundary reviews of systems that run code they did not write.",
    },
    servers: [{ url: "/api/v1" }],
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
      },
      schemas: { Problem: jsonSchema(problemSchema, "output") },
    },
    paths,
  };
}

function operation(route: Route): Record<string, unknown> {
  const status = String(route.status ?? 200);
  const content = route.produces
    ? { [route.produces]: {} }
    : { "application/json": { schema: jsonSchema(route.responseShape ?? route.response, "output") } };
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, next) => (next ?? "").toUpperCase())}`,
    summary: route.summary,
    tags: [route.tag],
    security: route.needs === "open" ? [] : [{ token: [] }, { session: [] }],
    ...(route.needs !== "open" && { "x-cordon-action": route.needs }),
    parameters: [...parameters(route.params, "path"), ...parameters(route.query, "query")],
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: jsonSchema(route.bodyShape ?? route.body, "input") },
          ...Object.fromEntries(
            Object.entries(route.otherBodies ?? {}).map(([type, schema]) => [type, { schema }]),
          ),
        },
      },
    }),
    responses: {
      [status]: { description: "Done", ...(status !== "204" && { content }) },
      default: {
        description: "Refused (RFC 9457)",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function parameters(schema: z.ZodType | undefined, place: "path" | "query"): unknown[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: value,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return rest;
}
