import { expect, test } from "@playwright/test";
import { type BrowserStage, openBrowserStage } from "../support/e2e-stage";
import type { Person } from "../support/stage";

let stage: BrowserStage;
let ada: Person;
let review: string;

test.beforeAll(async () => {
  stage = await openBrowserStage();
  ada = await stage.join("Ada Lovelace", "admin");
  review = await stage.seed("guardrail-runner-signed", ada);
});

test.afterAll(() => stage?.end());

test("a reviewer finds an entry, reads what silence means, and goes to the rows that have it", async ({
  browser,
}) => {
  const page = await stage.browse(browser, ada);
  await page.goto("/catalogue");
  await expect(page.getByRole("status").filter({ hasText: "88 entries" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the catalogue" }).fill("cap_drop");
  await expect(page.getByRole("status").filter({ hasText: "1 of 88 entries" })).toBeVisible();
  await expect(page).toHaveURL(/\?q=cap_drop$/);
  await page.getByRole("searchbox").fill("ksv-0038");
  await page.getByRole("link", { name: "Network: any destination" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Network: any destination" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^nsjail Not granted/ })).toContainText("clone_newnet");
  await expect(page.getByRole("region", { name: "For Bubblewrap" })).toHaveText("--unshare-net");
  await page.getByRole("link", { name: /^\d+ rows? in / }).click();
  await expect(page).toHaveURL(new RegExp(`/reviews/${review}/authority/flat\\?filter=catalogueId`));
  await page.getByRole("gridcell", { name: /^C\d+/ }).first().click();
  await page
    .getByRole("complementary", { name: "Inspector" })
    .getByRole("link", { name: "Network: any destination" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Network: any destination" })).toBeVisible();
});
