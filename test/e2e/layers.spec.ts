import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { type BrowserStage, openBrowserStage } from "../support/e2e-stage";
import { alive } from "../support/worksheet-page";

let stage: BrowserStage;
test.beforeAll(async () => {
  stage = await openBrowserStage();
});
test.afterAll(() => stage.end());

const POD = `apiVersion: v1
kind: Pod
metadata: { name: runner }
spec:
  containers:
    - name: main
      image: registry.example.com/runner:1
`;
const SANDBOX = "#!/bin/sh\nexec bwrap --unshare-all --die-with-parent --ro-bind /usr /usr python3\n";

/** Looks at the page at both widths, in light and dark: axe, its width, and its picture when somebody asks for it. */
async function look(page: Page, name: string): Promise<void> {
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

test("a layer is attached inside its executor, and rows say what it does to them", async ({ browser }) => {
  const person = await stage.join("Ada", "reviewer");
  const { reviewId } = await stage.place();
  const page = await stage.browse(browser, person);
  await page.goto(`/reviews/${reviewId}/authority/import`);
  await alive(page);
  await page.getByLabel("Several configuration files").setInputFiles([
    { name: "pod.yaml", mimeType: "text/yaml", buffer: Buffer.from(POD) },
    { name: "sandbox.sh", mimeType: "text/plain", buffer: Buffer.from(SANDBOX) },
  ]);
  await page.getByRole("combobox", { name: "Environment" }).fill("production");
  await page.getByRole("radio", { name: /^Captured from a running system/ }).click();
  await page.getByRole("button", { name: "Preview" }).click();

  await expect(page.getByText("A layer around code: bwrap")).toBeVisible();
  await page.getByRole("combobox", { name: "What bwrap runs inside" }).click();
  await page.getByRole("option", { name: /Runs inside main/ }).click();
  await expect(page.getByRole("radiogroup", { name: "What is python3?" })).toBeHidden();
  await page
    .getByRole("radiogroup", { name: "What is main?" })
    .getByRole("radio", { name: "Runs submitted code" })
    .click();
  await expect(page.getByText("Every container is answered.")).toBeVisible();
  await look(page, "layer-import");
  await page.getByRole("button", { name: "Attach configuration" }).click();

  await page.waitForURL(/\/authority$/);
  await alive(page);
  const network = page.getByRole("row", { name: /^Unfold Network/ }).first();
  await network.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("reached only if bwrap fails").first()).toBeVisible();
  await look(page, "layer-rows");
});
