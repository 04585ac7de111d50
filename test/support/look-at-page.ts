import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Looks at the page at both widths, in light and dark: axe, its width, and its picture when somebody asks for it. */
export async function lookAtPage(page: Page, name: string): Promise<void> {
  for (const [width, theme] of [
    [1440, "light"],
    [1440, "dark"],
    [390, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((choice) => {
      document.documentElement.dataset.theme = choice;
    }, theme);
    if (process.env.CORDON_SCREENSHOTS === "1") {
      const path = `test-results/pages/${name}-${width}-${theme}.png`;
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, "pixels that the page is wider than the window").toBe(0);
    const { violations } = await new AxeBuilder({ page }).exclude("[data-base-ui-focus-guard]").analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
