import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/platform/http/openapi";
import { rowRoutes } from "@/lib/review/server/row-routes";

type Schema = {
  properties: Record<string, Schema>;
  anyOf: Schema[];
  const?: string;
  enum?: string[];
  description?: string;
};

test("the OpenAPI document says what each cell of a row may hold", () => {
  const { paths } = openApiDocument(rowRoutes, "1") as { paths: Record<string, Record<string, never>> };
  const operation = paths["/reviews/{id}/entry-points"]!.post as unknown as {
    requestBody: { content: { "application/json": { schema: Schema } } };
  };
  const { cells } = operation.requestBody.content["application/json"].schema.properties as { cells: Schema };
  expect(Object.keys(cells.properties)).toContain("crossesBroker");
  const broker = cells.properties.crossesBroker!;
  expect(broker.description).toBe("Crosses the broker?");
  const states = broker.anyOf.map((option) => option.properties.state!.const);
  expect(states).toEqual(["value", "unset", "unknown", "not-applicable"]);
  expect(broker.anyOf[0]!.properties.value!.enum).toEqual(["yes", "no"]);
});
