import { expect, type Page, test } from "@playwright/test";
import { type BrowserStage, openBrowserStage } from "../support/e2e-stage";
import { alive, cell, settled } from "../support/worksheet-page";

let stage: BrowserStage;
let path: string;
let page: Page;

test.beforeAll(async ({ browser }) => {
  stage = await openBrowserStage();
  const ada = await stage.join("Ada Lovelace", "reviewer");
  path = `/reviews/${await stage.seed("guardrail-runner", await stage.join("Grace Hopper", "admin"))}/entry-points`;
  page = await stage.browse(browser, ada, { permissions: ["clipboard-read", "clipboard-write"] });
});

test.beforeEach(async () => {
  await page.goto(path);
  await alive(page);
  await (await cell(page, "E1", "Entry point")).focus();
});

test.afterAll(() => stage?.end());

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const focused = () => page.locator(":focus");

test("arrows move over cells, Home and End along a row, and the header is above the first row", async () => {
  await press("ArrowDown", "ArrowDown");
  await expect(await cell(page, "E3", "Entry point")).toBeFocused();
  await press("ArrowRight", "ArrowRight");
  await expect(await cell(page, "E3", "Kind")).toBeFocused();
  await press("Home");
  await expect(await cell(page, "E3", "No.")).toBeFocused();
  await press("End");
  await expect(await cell(page, "E3", "Notes")).toBeFocused();
  await press("Control+Home", "ArrowUp");
  await expect(page.getByRole("columnheader", { name: "No." })).toBeFocused();
});

test("typing begins an edit, Enter saves and goes down, and Escape restores what was there", async () => {
  const permission = await cell(page, "E1", "Permission");
  await permission.focus();
  await page.keyboard.type("nonsense");
  await press("Escape");
  await expect(permission).toContainText("guardrail:edit in the customer's workspace");
  await expect(permission).toBeFocused();

  await press("Enter");
  await expect(page.getByRole("textbox", { name: "Permission" })).toBeFocused();
  await page.keyboard.type(", named");
  await press("Enter");
  await expect(permission).toContainText("guardrail:edit in the customer's workspace, named");
  await expect(await cell(page, "E2", "Permission")).toBeFocused();
  await settled(page);
});

test("Tab saves and goes to the cell at the right", async () => {
  await (await cell(page, "E3", "Kind")).focus();
  await page.keyboard.type("valid");
  await press("Tab");
  await expect(await cell(page, "E3", "Kind")).toContainText("Validate");
  await expect(await cell(page, "E3", "Artifact")).toBeFocused();
  await settled(page);
});

test("no letter is lost, however fast somebody types into a cell that is not being edited yet", async () => {
  for (const [column, text] of [
    ["Permission", "whoever can write to the plugin directory, and to its parents"],
    ["Executor", "preview sandbox"],
  ] as const) {
    const at = await cell(page, "E3", column);
    await at.focus();
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
    await expect(at).toContainText(new RegExp(text, "i"));
  }
  await settled(page);
});

test("a cell can be answered with unknown, and with not applicable and a reason", async () => {
  const timeout = await cell(page, "E2", /timeout/);
  await timeout.focus();
  await page.keyboard.type("unk");
  await press("Enter");
  await expect(timeout).toContainText("Unknown");

  const cancellation = await cell(page, "E2", /cancellation/);
  await cancellation.focus();
  await page.keyboard.type("not app");
  await press("Enter");
  await page.keyboard.type("It cannot be cancelled: it ends in a millisecond.");
  await press("Enter");
  await expect(cancellation).toContainText("Not applicable: It cannot be cancelled");
  await settled(page);
});

test("marked cells are copied as they are shown, tab between columns and line between rows", async () => {
  await press("Shift+ArrowDown", "Control+c");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Preview\r?\nRegistration\r?\n?$/);
});

test("a row is inspected, and the inspector follows the focus", async () => {
  await press("Alt+Enter");
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector).toContainText("E1");
  await expect(page).toHaveURL(/row=E1/);
  await press("ArrowDown");
  await expect(inspector).toContainText("E2");
  await press("Escape");
  await expect(inspector).toHaveCount(0);
  await expect(focused()).toHaveAttribute("role", "gridcell");
});

test("the address holds search, sorting, grouping and selection over a reload", async () => {
  await page.getByRole("columnheader", { name: "Entry point" }).focus();
  await press("Enter", "Enter");
  await expect(page).toHaveURL(/sort=name%3Adesc|sort=name:desc/);
  await page.getByRole("searchbox").fill("guardrail");
  await (await cell(page, "E2", "Entry point")).focus();
  await press(" ");
  await expect(page.getByRole("status").filter({ hasText: "1 row selected" })).toBeVisible();
  await (await cell(page, "E2", "Entry point")).focus();
  await page.getByRole("columnheader", { name: "Kind" }).focus();
  await press("Alt+ArrowDown");
  await page.getByRole("menuitem", { name: "Group by this" }).press("Enter");
  await expect(page).toHaveURL(/group=kind/);

  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("guardrail");
  await expect(page.getByRole("columnheader", { name: "Entry point" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(page.getByRole("status").filter({ hasText: "1 row selected" })).toBeVisible();
  await expect(page).toHaveURL(/group=kind/);
});
