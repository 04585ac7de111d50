import { expect, test } from "@playwright/test";
import { type BrowserStage, cookieFor, openBrowserStage } from "../support/e2e-stage";
import { readPdf } from "../support/pdf";

let stage: BrowserStage;
test.beforeAll(async () => {
  stage = await openBrowserStage();
});
test.afterAll(() => stage?.end());

test("a report is chosen, made and saved; one that is taken back leaves the page as it was", async ({
  page,
  context,
}) => {
  const vera = await stage.join("Vera Viewer", "viewer");
  const ada = await stage.join("Ada Admin", "admin");
  const reviewId = await stage.seed("guardrail-runner", ada);
  await context.addCookies([cookieFor(vera, stage.url)]);
  await page.goto(`/reviews/${reviewId}/report`);
  await expect(page.getByRole("radio", { name: /Draft 1, as it stands now/ })).toBeChecked();

  const make = page.getByRole("button", { name: "Make PDF" });
  await make.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(make).toBeFocused();
  await expect(page.getByRole("progressbar")).toHaveCount(0);

  await page.getByRole("checkbox", { name: /With the history/ }).check();
  const download = page.waitForEvent("download");
  await make.click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^guardrail-runner-review-\d+-draft-1\.pdf$/);
  await expect(page.getByRole("status").filter({ hasText: "Saved as" })).toBeVisible();
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(part as Buffer);
  const pdf = readPdf(Buffer.concat(parts));
  expect(pdf.text()).toContain("Custom guardrails, first review");
  expect(pdf.text()).toContain("History");
  pdf.forget();

  const sheet = page.waitForEvent("download");
  await page.getByRole("link", { name: "Findings" }).last().click();
  expect((await sheet).suggestedFilename()).toMatch(/-draft-1-findings\.csv$/);
});
