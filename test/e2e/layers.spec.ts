import { expect, test } from "@playwright/test";
import { type BrowserStage, openBrowserStage } from "../support/e2e-stage";
import { lookAtPage } from "../support/look-at-page";
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
  await lookAtPage(page, "layer-import");
  await page.getByRole("button", { name: "Attach configuration" }).click();

  await page.waitForURL(/\/authority$/);
  await alive(page);
  const network = page.getByRole("row", { name: /^Unfold Network/ }).first();
  await network.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("reached only if bwrap fails").first()).toBeVisible();
  await lookAtPage(page, "layer-rows");
});
