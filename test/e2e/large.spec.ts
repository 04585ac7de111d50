import { expect, type Page, test } from "@playwright/test";
import { type BrowserStage, openBrowserStage } from "../support/e2e-stage";
import { alive, cell, settled } from "../support/worksheet-page";

/** The bound for a page of ten thousand capabilities. */
const MOST_NODES = 3_000;

let stage: BrowserStage;
let authority: string;
let page: Page;

test.beforeAll(async ({ browser }) => {
  stage = await openBrowserStage();
  const ada = await stage.join("Ada Lovelace", "admin");
  authority = `/reviews/${await stage.seed("large", ada)}/authority`;
  page = await stage.browse(browser, ada);
});

test.afterAll(() => stage?.end());

const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);

test("authority by need opens small, unfolds and scrolls to its end", async () => {
  await page.goto(authority);
  await alive(page);
  const tree = page.getByRole("treegrid");
  const first = tree.getByRole("row", { name: /X1 worker-1/ });
  await expect(first).toBeVisible();
  await expect(page.getByText(/^10,000 capabilities are granted now/)).toBeVisible();
  expect(await nodes()).toBeLessThan(MOST_NODES);

  await first.focus();
  await page.keyboard.press("End");
  await expect(tree.getByRole("row", { name: /X100 worker-100/ })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("row", { name: /X100 worker-100/ })).toHaveAttribute("aria-expanded", "true");
  expect(await nodes()).toBeLessThan(MOST_NODES);
});

test("every capability opens flat, scrolls to row 9,000, and a cell saved there stays", async () => {
  await page.goto(`${authority}/flat`);
  await alive(page);
  const grid = page.getByRole("grid");
  await expect(grid.getByRole("row").nth(5)).toBeVisible();
  await expect(grid).toHaveAttribute("aria-rowcount", "10001");
  expect(await nodes()).toBeLessThan(MOST_NODES);

  const row = grid.locator('[role=row][aria-rowindex="9001"]');
  await grid.evaluate((element) => {
    const scroller = [element, ...element.querySelectorAll("*")].find(
      (one) => one.scrollHeight > one.clientHeight + 10_000,
    );
    if (scroller) scroller.scrollTop = (scroller.scrollHeight * 8_999) / 10_000;
  });
  await expect(row).toBeVisible();
  const number = (await row.getByText(/^C\d+$/).textContent())!;
  const decision = await cell(page, number, "Decision");
  await decision.focus();
  await page.keyboard.type("acc");
  await page.keyboard.press("Enter");
  await expect(decision).toContainText("Accept");
  await settled(page);
  expect(await nodes()).toBeLessThan(MOST_NODES);

  await page.goto(`${authority}/flat?q=${number}`);
  await expect(await cell(page, number, "Decision")).toContainText("Accept");
});

test("ten thousand rows are filtered to those of one severity", async () => {
  await page.goto(`${authority}/flat?filter=${encodeURIComponent("severity:in:high")}`);
  await expect(page.getByRole("status").filter({ hasText: /^5,000/ })).toBeVisible();
  const severity = page.getByRole("gridcell", { name: /^(High|Medium)$/ });
  await expect(severity.first()).toHaveText("High");
  await expect(page.getByRole("gridcell", { name: "Medium" })).toHaveCount(0);
});
