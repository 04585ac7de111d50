import { z } from "zod";
import packageJson from "@/package.json";
import { defineRoute, type Route } from "./define-route";
import { openApiDocument } from "./openapi";

/** The route that describes all routes, itself included. */
export function documentRoute(routes: () => readonly Route[]): Route {
  let made: Record<string, unknown> | undefined;
  return defineRoute({
    method: "GET",
    path: "/openapi.json",
    summary: "This document",
    tag: "API",
    needs: "open",
    response: z.record(z.string(), z.unknown()),
    handle: async () => {
      made ??= openApiDocument(routes(), packageJson.version);
      return made;
    },
  });
}
