import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { CaptureRecord } from "@/lib/authority/capture-record";
import { pack } from "@/lib/cli/capture/pack";
import { sha256 } from "@/lib/kernel/digest";
import { type BrowserStage, openBrowserStage } from "../support/e2e-stage";
import { lookAtPage } from "../support/look-at-page";
import { makeZip } from "../support/make-archive";
import { alive } from "../support/worksheet-page";
import { PROXY_MANIFEST } from "./proxy-manifest";

let stage: BrowserStage;
let folder: string;
test.beforeAll(async () => {
  stage = await openBrowserStage();
  folder = mkdtempSync(join(tmpdir(), "cordon-capture-"));
});
test.afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stage.end();
});

const RECORD: CaptureRecord = {
  format: "cordon-capture/1",
  of: "kubernetes",
  capturedAt: "2026-11-30T02:15:00.000Z",
  by: null,
  environment: null,
  context: "admin@prod",
  cluster: "prod-eu",
  namespace: "runner",
  versions: { kubectl: "v1.34.1", server: "v1.34.0" },
  commands: [
    {
      arguments: ["kubectl", "get", "deployments.apps", "--namespace=runner"],
      exitCode: 0,
      outcome: "kept",
      file: "deployments.yaml",
      digest: sha256(PROXY_MANIFEST),
    },
    {
      arguments: ["kubectl", "get", "networkpolicies.networking.k8s.io", "--namespace=runner"],
      exitCode: 1,
      outcome: "forbidden",
    },
  ],
};

test("a capture fills in where it comes from, is shown as its uploader's word, and is kept", async ({
  browser,
}) => {
  const person = await stage.join("Ada", "reviewer");
  const { reviewId } = await stage.place();
  const page = await stage.browse(browser, person);
  const file = join(folder, "capture.tar.gz");
  const record = Buffer.from(JSON.stringify(RECORD));
  const files = [
    { name: "provenance.json", bytes: record },
    { name: "deployments.yaml", bytes: Buffer.from(PROXY_MANIFEST) },
  ];
  writeFileSync(file, pack(files, new Date(RECORD.capturedAt)));

  await page.goto(`/reviews/${reviewId}/authority/import`);
  await alive(page);
  await page.getByLabel("Several configuration files").setInputFiles(file);
  await expect(page.getByText("capture.tar.gz")).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { name: "What the capture says of itself" })).toBeVisible();
  await expect(page.getByText("prod-eu/runner · captured from a running system")).toBeVisible();
  await page.getByText(/remarks? on what was read/).click();
  await expect(page.getByText(/capture says that one command was refused/)).toBeVisible();
  await lookAtPage(page, "import-capture");

  await page.getByRole("button", { name: "Attach configuration" }).click();
  await expect(page).toHaveURL(/\/authority$/);
  await page.goto(`/reviews/${reviewId}/authority/configurations`);
  await page.getByRole("link", { name: "1", exact: true }).click();
  await expect(page.getByRole("heading", { name: "What the capture says of itself" })).toBeVisible();
  await expect(page.getByText("2, of which 1 refused or failed")).toBeVisible();
  await lookAtPage(page, "configuration-capture");
});

test("an archive that leads out of itself is refused by the entry's name, and a folder's other files are named", async ({
  browser,
}) => {
  const person = await stage.join("Grace", "reviewer");
  const { reviewId } = await stage.place();
  const page = await stage.browse(browser, person);
  const zip = join(folder, "bad.zip");
  writeFileSync(zip, makeZip([{ name: "../pod.yaml", text: PROXY_MANIFEST }]));
  await page.goto(`/reviews/${reviewId}/authority/import`);
  await alive(page);
  await page.getByLabel("Several configuration files").setInputFiles(zip);
  await page.getByRole("combobox", { name: "Environment" }).fill("production");
  await page.getByRole("radio", { name: /^Rendered/ }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/the entry \.\.\/pod\.yaml leads out of the archive/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Attach configuration" })).toBeDisabled();

  const deploy = join(folder, "deploy");
  mkdirSync(deploy);
  writeFileSync(join(deploy, "pod.yaml"), PROXY_MANIFEST);
  writeFileSync(join(deploy, "README.md"), "# hello");
  await page.getByRole("button", { name: "Change the source" }).click();
  await page.getByRole("button", { name: "Choose other files" }).click();
  await page.getByLabel("A folder of configuration files").setInputFiles(deploy);
  await expect(page.getByText("deploy/README.md")).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("button", { name: "Attach configuration" })).toBeEnabled();
});
