import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { type BrowserStage, openBrowserStage, PASSWORD } from "../support/e2e-stage";
import type { Person } from "../support/stage";
import { alive } from "../support/worksheet-page";

// An approver finds what waits, reads the revision and what changed in it, and decides.
test.describe.configure({ mode: "serial" });

let stage: BrowserStage;
let ada: Person;
let grace: Person;
let graces: Page;
let path: string;

const value = (of: unknown) => ({ state: "value", value: of });

test.beforeAll(async ({ browser }) => {
  stage = await openBrowserStage();
  ada = await stage.join("Ada Lovelace", "reviewer");
  grace = await stage.join("Grace Hopper", "approver");
  path = `/reviews/${await stage.seed("guardrail-runner", ada)}`;
  graces = await stage.browse(browser, grace, { viewport: { width: 1440, height: 900 } });
});
test.afterAll(() => stage?.end());

/** Covers with a residual risk what keeps the draft from being submitted, and submits it. */
async function submit(words: string): Promise<{ revisionId: string; digest: string }> {
  const client = stage.client({ cookie: ada.cookie });
  const { body } = await client.get(`${path}/blockers`);
  const covers = body.items.flatMap(({ lists }: { lists: string[] }) => lists);
  if (covers.length > 0) {
    const cells = {
      title: value("The preview runs beside the proxy"),
      covers: value(covers),
      severity: value("high"),
      treatment: value("accept"),
      rationale: value("Two customers have it, both under contract."),
      owner: value(ada.memberId),
      expiresAt: value("2099-03-31"),
    };
    expect((await client.post(`${path}/risks`, { cells })).status).toBe(201);
  }
  const submitted = await client.post(`${path}/submission`, { words });
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(201);
  return submitted.body;
}

test("what changed since the revision in force is told cell by cell", async () => {
  const first = await submit("Please look.");
  const approval = { decision: "approve", words: "Fine.", digest: first.digest };
  const signed = await stage
    .client({ cookie: grace.cookie })
    .post(`${path}/revisions/${first.revisionId}/sign-offs`, approval);
  expect(signed.status).toBe(201);

  const client = stage.client({ cookie: ada.cookie });
  const { body } = await client.get(`${path}/entry-points`);
  const [preview] = body.items;
  const edit = {
    permission: { cell: value("guardrail:publish"), version: preview.versions.permission ?? 0 },
    files: { cell: { state: "unknown" }, version: preview.versions.files ?? 0 },
  };
  expect((await client.patch(`${path}/entry-points/${preview.id}`, { cells: edit })).status).toBe(200);
  await client.post(`${path}/artifacts`, { cells: { name: value("Nightly notebook") } });

  await graces.goto(path);
  const header = graces.getByRole("region", { name: "Review" });
  await expect(header).toContainText(/Revision 1 in force until \d+ \w+ \d{4}/);
  await header.getByRole("link", { name: "draft 2 has 3 changes" }).click();
  await expect(graces.getByRole("heading", { level: 1, name: "Draft 2" })).toBeVisible();
  await submit("Only the permission of the preview.");
  await expect(header).toContainText("revision 2 waits for an approval");
});

test("the inbox says what waits, and leads to reading it", async () => {
  const inbox = graces.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: /^Inbox/ });
  await expect(inbox).toHaveText("Inbox1 to decide");
  await inbox.click();
  const row = graces.getByRole("table", { name: "Waiting for your decision" }).getByRole("row").nth(1);
  await expect(row).toContainText("Ada Lovelace");
  await expect(row).toContainText("Only the permission of the preview.");
  await row
    .getByRole("link", { name: /revision 2$/ })
    .first()
    .click();
  await expect(graces.getByRole("heading", { level: 1, name: "Revision 2" })).toBeVisible();
  await expect(
    graces.getByRole("region", { name: "Entry points" }).or(graces.locator("#entry-points")),
  ).toContainText("guardrail:publish");

  await graces.getByRole("link", { name: "Only what changed since revision 1" }).press("Enter");
  const changes = graces.getByRole("table", { name: "Entry points: what changed" });
  await expect(changes.getByRole("row", { name: /^Permission/ })).toContainText("guardrail:publish");
  await expect(changes.getByRole("row", { name: /^Files reached/ })).toContainText("Unknown");
  await expect(graces.getByRole("table", { name: "Artifacts: what changed" })).toContainText(
    "Nightly notebook",
  );
  await expect(graces.getByText("No residual risk was added, changed or removed.")).toBeVisible();
  const { violations } = await new AxeBuilder({ page: graces }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test("once decided nothing waits", async () => {
  await graces.getByRole("link", { name: "Decide about revision 2" }).click();
  await alive(graces);
  await graces.getByRole("button", { name: "Approve…" }).click();
  const dialog = graces.getByRole("dialog", { name: "Approve revision 2" });
  await dialog.getByRole("textbox", { name: "Your words" }).fill("Read what changed.");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Approve revision 2" }).click();
  await expect(graces.getByText(/^Revision 2 is in force/)).toBeVisible();
  const inbox = graces.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: /^Inbox/ });
  await expect(inbox).toHaveText("Inbox");
  await inbox.click();
  await expect(graces.getByText("Nothing waits for your decision")).toBeVisible();
});
