import { expect, type Page, test } from "@playwright/test";
import { GUARDRAIL_MANIFEST } from "@/prisma/scenarios/guardrail-manifest";
import { type BrowserStage, openBrowserStage, PASSWORD } from "../support/e2e-stage";
import type { Person } from "../support/stage";
import { alive } from "../support/worksheet-page";

// Three people take a draft into force under a policy of two approvals; who asked for it is refused;
// and a configuration that grants more ends it.
test.describe.configure({ mode: "serial" });

let stage: BrowserStage;
let rita: Person;
let eve: Person;
let path: string;
let pages: Record<"ana" | "rita" | "adam" | "eve", Page>;

const value = (of: unknown) => ({ state: "value", value: of });

test.beforeAll(async ({ browser }) => {
  stage = await openBrowserStage();
  const ana = await stage.join("Ana Admin", "admin");
  // An approver who asks for an approval herself.
  rita = await stage.join("Rita Requester", "approver");
  const adam = await stage.join("Adam Approver", "approver");
  eve = await stage.join("Eve Approver", "approver");
  path = `/reviews/${await stage.seed("guardrail-runner", rita)}`;
  const open = (person: Person) => stage.browse(browser, person, { viewport: { width: 1440, height: 900 } });
  pages = { ana: await open(ana), rita: await open(rita), adam: await open(adam), eve: await open(eve) };
});
test.afterAll(() => stage?.end());

test("an admin asks for two approvals, and for ninety days at most", async () => {
  const { ana } = pages;
  await ana.goto("/settings");
  await ana.getByRole("link", { name: "Look at and change it" }).click();
  await expect(ana.getByRole("heading", { level: 1, name: "Policy of signing off" })).toBeVisible();
  await alive(ana);
  await ana.getByLabel("Approvals needed").fill("2");
  await ana.getByLabel("In force for at most").fill("90");
  await ana.getByRole("button", { name: "Set version 1…" }).click();
  const dialog = ana.getByRole("dialog", { name: "Set version 1 of the policy" });
  await expect(dialog).toContainText("2 by different people");
  const set = dialog.getByRole("button", { name: "Set version 1" });
  await dialog.getByLabel("Your password").fill("not the password");
  await set.click();
  await expect(dialog).toContainText("This is not your password. Try again.");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await set.click();
  const versions = ana.getByRole("table", { name: "Versions" });
  await expect(versions.getByRole("row").nth(1)).toContainText("2 by different people");
  await expect(versions.getByRole("row").nth(1)).toContainText("Ana Admin");
});

test("who asks for an approval submits, and is refused to give it", async () => {
  const client = stage.client({ cookie: rita.cookie });
  const { body } = await client.get(`${path}/blockers`);
  const covers = body.items.flatMap(({ lists }: { lists: string[] }) => lists);
  const cells = {
    title: value("The API’s process reaches more than guardrails need"),
    covers: value(covers),
    severity: value("high"),
    treatment: value("accept"),
    rationale: value("The broker that takes these credentials over is being built."),
    owner: value(eve.memberId),
    expiresAt: value("2099-03-31"),
  };
  expect((await client.post(`${path}/risks`, { cells })).status).toBe(201);

  const page = pages.rita;
  await page.goto(`${path}/decide`);
  await alive(page);
  await page.getByRole("textbox", { name: /Words for the approver/ }).fill("Please decide by Friday.");
  await page.getByRole("button", { name: "Submit revision 1 for approval" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByText("You asked for this approval, so somebody else has to decide.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve…" })).toHaveCount(0);

  const [revision] = (await client.get(`${path}/revisions`)).body.items;
  await client.post("/session/reauthenticate", { password: PASSWORD });
  const forced = await client.post(`${path}/revisions/${revision.id}/sign-offs`, {
    decision: "approve",
    words: "It is fine.",
    digest: revision.digest,
  });
  expect(forced.status).toBe(403);
  expect(forced.body.detail).toBe("You asked for this approval, so somebody else has to decide.");
});

async function approve(page: Page, words: string): Promise<void> {
  await page.goto("/inbox");
  await page.getByRole("table", { name: "Waiting for your decision" }).getByRole("link").first().click();
  await page.goto(`${path}/decide`);
  await alive(page);
  await page.getByRole("button", { name: "Approve…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve revision 1" });
  await dialog.getByRole("textbox", { name: "Your words" }).fill(words);
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Approve revision 1" }).click();
  await expect(dialog).toBeHidden();
}

test("two approvers bring it into force, the first alone does not", async () => {
  await approve(pages.adam, "I looked at the registration path.");
  await expect(pages.adam.getByText("1 of 2 approvals, by Adam Approver. One more is needed.")).toBeVisible();
  await expect(pages.adam.getByText("You have approved it.")).toBeVisible();
  await approve(pages.eve, "For one quarter.");
  await expect(pages.eve.getByText(/^Revision 1 is in force until/)).toBeVisible();
  // Who waits for it sees it without asking.
  await expect(pages.rita.getByText(/^Revision 1 is in force until/)).toBeVisible();
  const header = pages.rita.getByRole("region", { name: "Review" });
  await expect(header).toContainText("Revision 1 in force until");
});

test("a configuration that grants more ends it, and every page says why", async () => {
  const client = stage.client({ cookie: rita.cookie });
  const wider = `${GUARDRAIL_MANIFEST}
---
apiVersion: v1
kind: Pod
metadata: {name: debugger, namespace: guardrails}
spec:
  containers:
    - name: shell
      image: registry.example/debugger:1
      securityContext: {privileged: true}
`;
  const body = {
    files: [{ name: "guardrails.yaml", text: wider }],
    environment: "production",
    provenance: "captured",
  };
  const preview = await client.post(`${path}/configurations/preview`, body);
  expect(preview.status, JSON.stringify(preview.body)).toBe(200);
  const roles = [
    { workload: "Pod guardrails/debugger", container: "shell", role: "out-of-scope", reason: "For an hour." },
  ];
  const { configDigest } = preview.body;
  const attached = await client.post(`${path}/configurations`, { ...body, configDigest, roles });
  expect(attached.status, JSON.stringify(attached.body)).toBe(201);

  // The page that was open follows by itself.
  const because = /G2 of production grants wider authority than was signed/;
  await expect(pages.eve.getByText(because).first()).toBeVisible();
  await expect(pages.eve.getByRole("region", { name: "Review" })).toContainText("Revision 1 ended");
  await pages.rita.goto(`${path}/findings`);
  await expect(pages.rita.getByText(/Revision 1 is no longer in force: G2 of production/)).toBeVisible();
  await pages.adam.goto("/inbox");
  await expect(pages.adam.getByText(because).first()).toBeVisible();
});
