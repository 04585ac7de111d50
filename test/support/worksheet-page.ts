import { expect, type Locator, type Page } from "@playwright/test";

/** The row of a worksheet by its short number ("E3"). */
export const rowOf = (page: Page, number: string): Locator =>
  page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell", { name: number, exact: true }) });

/** The cell of a worksheet by the number of its row and the heading of its column. */
export async function cell(page: Page, number: string, column: string | RegExp): Promise<Locator> {
  const header = page.getByRole("grid").getByRole("columnheader", { name: column });
  const at = await header.first().getAttribute("data-column");
  return rowOf(page, number).locator(`[role=gridcell][data-column="${at}"]`);
}

/** Types into the cell that has the focus, as somebody does who has no mouse, and waits until it is saved. */
export async function typeInto(page: Page, number: string, column: string | RegExp, text: string) {
  const at = await cell(page, number, column);
  await at.focus();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await expect(at).toContainText(text);
  await settled(page);
}

/** Nothing that somebody wrote is still on its way to the server. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByText("Saving…")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^(Not saved|Conflict)$/ })).toHaveCount(0);
}

/**
 * The page answers: React has taken over what the server sent. A person needs longer than that to
 * find a button; a test does not, and what it does before is lost.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector("h1");
    return heading !== null && Object.keys(heading).some((key) => key.startsWith("__reactFiber"));
  });
}
