import { expect, type Page, test } from "@playwright/test";
import { type BrowserStage, openBrowserStage } from "../support/e2e-stage";
import { httpClient } from "../support/http";
import type { Person } from "../support/stage";
import { alive, cell, settled, typeInto } from "../support/worksheet-page";

let stage: BrowserStage;
let ada: Person;
let grace: Person;
let path: string;
let adas: Page;
let graces: Page;

test.beforeAll(async ({ browser }) => {
  stage = await openBrowserStage();
  ada = await stage.join("Ada Lovelace", "admin");
  grace = await stage.join("Grace Hopper", "reviewer");
  path = `/reviews/${await stage.seed("guardrail-runner", ada)}/entry-points`;
  adas = await stage.browse(browser, ada);
  graces = await stage.browse(browser, grace);
  await adas.goto(path);
  await graces.goto(path);
  await alive(adas);
  await alive(graces);
  const header = adas.getByRole("region", { name: "Review" });
  await expect(header.getByRole("img", { name: "Grace Hopper" })).toBeVisible();
});

test.afterAll(() => stage?.end());

/** Both begin to write into the same cell; Ada saves first, Grace after her. */
async function writeBoth(column: string, first: string, second: string) {
  const hers = await cell(graces, "E1", column);
  await hers.focus();
  await graces.keyboard.type(second);
  await typeInto(adas, "E1", column, first);
  await graces.keyboard.press("Enter");
  const conflict = hers.getByRole("button", { name: "Conflict" });
  await expect(conflict).toBeVisible();
  await expect(hers).toContainText(second);
  await conflict.click();
  const choice = graces.getByRole("dialog");
  await expect(choice).toContainText("Ada Lovelace changed this while you were writing");
  await expect(choice).toContainText(first);
  await expect(choice).toContainText(second);
  return { hers, choice };
}

test("what one person saves is on the other's page without a reload", async () => {
  await typeInto(adas, "E2", "Permission", "guardrail:publish");
  await expect(await cell(graces, "E2", "Permission")).toContainText("guardrail:publish");
});

test("a row that one person adds is on the other's page without a reload", async () => {
  await httpClient(stage.url, { cookie: ada.cookie }).post(path, {
    cells: { name: { state: "value", value: "Nightly import" } },
  });
  await expect(graces.getByRole("gridcell", { name: "Nightly import" })).toBeVisible();
});

test("who wrote second can keep theirs, knowing what the other wrote", async () => {
  const { hers, choice } = await writeBoth("Permission", "from Ada", "from Grace");
  await expect(await cell(adas, "E1", "Permission")).toContainText("from Ada");
  await choice.getByRole("button", { name: "Keep mine" }).click();
  await settled(graces);
  await expect(hers).toContainText("from Grace");
  await expect(await cell(adas, "E1", "Permission")).toContainText("from Grace");
});

test("who wrote second can take what the other wrote", async () => {
  const { hers, choice } = await writeBoth("Approved artifact digest", "sha256:ada", "sha256:grace");
  await choice.getByRole("button", { name: "Take theirs" }).click();
  await expect(hers).toContainText("sha256:ada");
  await settled(graces);
  await graces.reload();
  await expect(await cell(graces, "E1", "Approved artifact digest")).toContainText("sha256:ada");
});

test("a page whose session is ended hears nothing more and leads to signing in", async () => {
  const { status } = await httpClient(stage.url, { cookie: ada.cookie }).delete(
    `/sessions/${grace.sessionId}`,
  );
  expect(status).toBeLessThan(300);
  const header = adas.getByRole("region", { name: "Review" });
  await expect(header.getByRole("img", { name: "Grace Hopper" })).toHaveCount(0);
  await typeInto(adas, "E2", "Permission", "after the end");
  await expect((await cell(graces, "E2", "Permission")).getByText("after the end")).toHaveCount(0);
  await graces.goto(path);
  await expect(graces.getByRole("heading", { name: "Sign in" })).toBeVisible();
});
