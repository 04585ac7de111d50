import { readFileSync } from "node:fs";
import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { withClient } from "@/lib/platform/postgres/serving-role";
import { newSetupCode, setupCodeHash } from "@/lib/platform/setup-code";
import { type SpawnedServer, spawnServer } from "../support/spawn-server";
import { alive, cell, rowOf, settled } from "../support/worksheet-page";
import { PROXY_MANIFEST } from "./proxy-manifest";

// The ten steps of a first review, on an installation that nobody has used yet. Each step goes on
// where the one before it ended, so they share one browser and stop at the first failure.
test.describe.configure({ mode: "serial" });
const PASSWORD = "seven lamps in the harbour";

let server: SpawnedServer;
let code: string;
let ada: Page;
let grace: Page;
let review: string;

test.beforeAll(async ({ browser }) => {
  server = await spawnServer();
  code = newSetupCode();
  await withClient(server.ownerUrl, (client) =>
    client.query("insert into setup_code (hash, expires_at) values ($1, now() + interval '15 minutes')", [
      setupCodeHash(code),
    ]),
  );
  ada = await freshBrowser(browser);
  grace = await freshBrowser(browser);
});

test.afterAll(async () => {
  await ada?.context().close();
  await grace?.context().close();
  await server?.stop();
});

async function freshBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

const nav = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Review" }).getByRole("link", { name }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("somebody sets Cordon up with the one-time code", async () => {
  await ada.goto("/");
  await expect(heading(ada, "Set up Cordon")).toBeVisible();
  await alive(ada);
  await ada.getByLabel("Set-up code").fill("AAAAA-BBBBB-CCCCC-DDDDD-EEEEE-F");
  await ada.getByRole("textbox", { name: "Workspace" }).fill("Acme security");
  await ada.getByRole("textbox", { name: "Your name" }).fill("Ada Lovelace");
  await ada.getByRole("textbox", { name: "E-mail address" }).fill("ada@example.com");
  await ada.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await ada.getByRole("button", { name: "Set up and sign in" }).click();
  await expect(ada.getByLabel("Set-up code")).toHaveAttribute("aria-invalid", "true");
  await expect(ada.getByLabel("Set-up code")).toBeFocused();

  await ada.getByLabel("Set-up code").fill(code.toLowerCase());
  await ada.getByRole("button", { name: "Set up and sign in" }).click();
  await expect(heading(ada, "Systems")).toBeVisible();
  await expect(ada.getByText("No system yet")).toBeVisible();
  await alive(ada);
});

test("she creates a system and begins a review of it", async () => {
  await ada.getByRole("button", { name: "Add system" }).click();
  await ada.getByRole("textbox", { name: "Name" }).fill("Model proxy");
  await ada.getByRole("dialog").getByRole("button", { name: "Add system" }).click();
  await expect(heading(ada, "Model proxy")).toBeVisible();
  await ada.getByRole("button", { name: "Begin review" }).click();
  await ada.getByRole("textbox", { name: "Title" }).fill("First review");
  await ada.getByRole("dialog").getByRole("button", { name: "Begin review" }).click();
  await expect(heading(ada, "Overview")).toBeVisible();
  review = new URL(ada.url()).pathname;
});

test("she says what is submitted, for which task, whose data, and how much a mistake would cost", async () => {
  await nav(ada, "Scope");
  await ada.getByRole("button", { name: "Add artifact" }).click();
  await ada.keyboard.type("Custom guardrail code");
  await ada.keyboard.press("Enter");
  const submitters = await cell(ada, "A1", "Submitters");
  await submitters.focus();
  await ada.keyboard.type("user");
  await ada.keyboard.press("Enter");
  await ada.keyboard.press("Tab");
  await expect(submitters).toContainText("User");
  await settled(ada);

  await ada
    .getByRole("textbox", { name: "Which task needs the submitted code?" })
    .fill("Screen answers by the customer's rules.");
  await ada
    .getByRole("textbox", { name: "Whose data is within reach?" })
    .fill("Prompts and answers of customers.");
  await ada.getByRole("radio", { name: /^Standard/ }).click();
  await expect(ada.getByRole("radio", { name: /^Standard/ })).toBeChecked();
  await ada.reload();
  await alive(ada);
  await expect(ada.getByRole("textbox", { name: "Which task needs the submitted code?" })).toHaveValue(
    "Screen answers by the customer's rules.",
  );
  await expect(ada.getByRole("radio", { name: /^Standard/ })).toBeChecked();
});

test("she pastes a manifest, sees what it grants before anything is written, and attaches it", async () => {
  await nav(ada, "Authority");
  await ada.getByRole("link", { name: "Import configuration" }).click();
  await ada.getByLabel("Configuration", { exact: true }).fill(PROXY_MANIFEST);
  await ada.getByRole("combobox", { name: "Environment" }).fill("production");
  await ada.getByRole("radio", { name: /^Captured from a running system/ }).click();
  await ada.getByRole("button", { name: "Preview" }).click();
  await expect(ada.getByText("Nothing is written yet.", { exact: false })).toBeVisible();
  await expect(ada.getByRole("radiogroup", { name: "What is proxy?" })).toBeVisible();
  await ada.getByRole("radio", { name: "Runs submitted code" }).click();
  await ada.getByRole("button", { name: "Attach configuration" }).click();

  await expect(heading(ada, "Authority")).toBeVisible();
  await expect(ada.getByRole("row", { name: /X1 model-proxy.proxy/ })).toBeVisible();
  await expect(ada.getByText("sk-example-0123456789abcdef")).toHaveCount(0);
  const open = ada.getByRole("region", { name: "Review" }).getByRole("link", { name: /open item/ });
  await expect(open).toBeVisible();
  expect(await numberIn(open)).toBeLessThanOrEqual(15);
});

test("she writes a need with the keyboard and covers a group with it", async () => {
  const group = ada.getByRole("row", { name: /^Unfold Credentials and identity/ }).first();
  await group.focus();
  await ada.keyboard.press("j");
  const dialog = ada.getByRole("dialog", { name: "Why is it needed?" });
  await expect(dialog.getByRole("textbox", { name: "Why it is needed" })).toBeFocused();
  await ada.keyboard.type("The proxy calls the model provider and keeps its spending in a database.");
  await ada.keyboard.press("Tab");
  await ada.keyboard.type("The key has a budget; the role owns one schema.");
  await dialog.getByRole("button", { name: "Write and cover" }).press("Enter");
  await expect(ada.getByText(/Needed: \d+ capabilit.*covered by J1/)).toBeVisible();
  const need = ada.getByRole("row", { name: /^Unfold what J1 covers/ });
  await expect(need).toContainText("The proxy calls the model provider");
  await expect(need).toContainText("covers");

  await need.getByRole("button", { name: /^Edit how misuse is limited of J1/ }).press("Enter");
  await ada.keyboard.type(" It cannot create others.");
  await ada.keyboard.press("Enter");
  await expect(need).toContainText("It cannot create others.");
  await settled(ada);
});

test("she decides missing limits as a group", async () => {
  const limits = ada.getByRole("row", { name: /^Unfold Resources and time/ }).first();
  await limits.focus();
  await ada.keyboard.press("f");
  await expect(ada.getByRole("alertdialog", { name: /^Fix \d+ missing limits\?$/ })).toBeVisible();
  await ada.keyboard.press("Enter");
  await expect(ada.getByText(/^Fix: \d+ capabilit/)).toBeVisible();
});

test("she sees the same rows flat and as CSV, and the patch of what is to be removed", async () => {
  await ada.getByRole("link", { name: "Every capability" }).click();
  await ada.getByRole("searchbox").fill("token");
  const token = ada.getByRole("grid").getByRole("row", { name: /token/i }).first();
  const number = (await token.getByText(/^C\d+$/).textContent()) ?? "";
  const decision = await cell(ada, number, "Decision");
  await decision.focus();
  await ada.keyboard.type("remove");
  await ada.keyboard.press("Enter");
  await expect(decision).toContainText("Remove");
  await settled(ada);

  const download = ada.waitForEvent("download");
  await ada.getByRole("link", { name: "CSV" }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv.split("\r\n")[0]).toContain("Granted capability");
  expect(csv).toContain(`${number},`);

  await rowOf(ada, number).getByText(number).click();
  const inspector = ada.getByRole("complementary", { name: "Inspector" });
  await expect(inspector.getByRole("region", { name: /^Patch of/ })).toContainText(
    "automountServiceAccountToken: false",
  );
});

test("she fills a row of entry points with the keyboard alone, and one that avoids the broker is flagged", async () => {
  await nav(ada, "Entry points");
  await ada.getByRole("button", { name: "Add entry point" }).press("Enter");
  await ada.keyboard.type("Preview");
  await ada.keyboard.press("Enter");
  await expect(rowOf(ada, "E1")).toBeVisible();
  const start = await cell(ada, "E1", "Kind");
  await start.focus();
  for (const answer of ["preview", "custom", "user", "guardrail:edit", "proxy", "no", "yes"]) {
    await ada.keyboard.type(answer);
    await ada.keyboard.press("Tab");
  }
  await settled(ada);
  await expect(await cell(ada, "E1", "Kind")).toContainText("Preview");
  await expect(await cell(ada, "E1", "Artifact")).toContainText("Custom guardrail code");
  await expect(await cell(ada, "E1", "Executor")).toContainText("proxy");
  await expect(await cell(ada, "E1", /broker/)).toContainText("No");

  const findings = await cell(ada, "E1", "Findings");
  await expect(findings).toContainText(/finding/);
  await findings.locator("[data-inspects]").click();
  await ada
    .getByRole("complementary", { name: "Inspector" })
    .getByRole("link", { name: "Show in the list of findings" })
    .click();
  await expect(heading(ada, "Findings")).toBeVisible();
  await expect(ada.getByText("ENT-01", { exact: false })).toBeVisible();
});

test("she answers kinds of entry point that do not exist here", async () => {
  await nav(ada, "Entry points");
  const kinds = ada.getByRole("region", { name: "Kinds of entry point" });
  await expect(kinds).toContainText("1 of 9 kinds answered");
  for (const kind of ["Install", "Migrate"]) {
    await kinds.getByRole("button", { name: new RegExp(`^${kind}`) }).press("Enter");
    await ada.getByLabel("Does not exist here, because…").fill("Guardrails are text; nothing is installed.");
    await ada.keyboard.press("Enter");
    await expect(kinds.getByRole("button", { name: `${kind} not here` })).toBeVisible();
  }
  await expect(kinds).toContainText("3 of 9 kinds answered");
});

test("the overview answers the four questions, and each count leads to the list that it counts", async () => {
  await ada.getByRole("region", { name: "Review" }).getByRole("link", { name: "First review" }).click();
  await expect(heading(ada, "Overview")).toBeVisible();
  for (const question of [
    "Can an execution path avoid confinement?",
    "If arbitrary code runs inside, what can it do?",
    "Is there evidence, and is it about this deployment?",
    "What may leave, and who can approve the next action?",
  ])
    await expect(ada.getByRole("heading", { level: 2, name: question })).toBeVisible();

  const open = ada.getByRole("main").getByRole("link", { name: /^\d+ open items?$/ });
  const count = await numberIn(open);
  await open.click();
  await expect(heading(ada, "Findings")).toBeVisible();
  await expect(findings(ada)).toHaveCount(count);
  await ada.goBack();
  const critical = ada.getByRole("main").getByRole("link", { name: /^\d+ critical$/ });
  const graver = await numberIn(critical);
  await critical.click();
  await expect(ada).toHaveURL(/severity=critical/);
  await expect(findings(ada)).toHaveCount(graver);
});

test("she writes down what stays as a residual risk, and submits the revision", async () => {
  await nav(ada, "Decide");
  const submit = ada.getByRole("button", { name: "Submit revision 1 for approval" });
  await expect(submit).toBeDisabled();
  const accept = ada.getByRole("button", { name: /^Accept F\d+ as residual risk$/ });
  const references = await accept.evaluateAll((buttons) =>
    buttons.map((button) => /F\d+/.exec(button.getAttribute("aria-label") ?? "")?.[0] ?? ""),
  );
  await accept.first().click();
  const dialog = ada.getByRole("dialog", { name: "Write a residual risk" });
  await dialog
    .getByRole("textbox", { name: "Residual risk" })
    .fill("The preview runs beside the proxy until the broker is there");
  const covers = dialog.getByRole("combobox", { name: "Covers" });
  for (const reference of references.slice(1)) {
    await covers.fill(reference);
    await dialog.getByRole("option", { name: new RegExp(`^${reference} `) }).click();
  }
  await covers.press("Escape");
  await choose(ada, dialog.getByLabel("Severity"), "High");
  await choose(ada, dialog.getByLabel("Treatment"), "Accept");
  await dialog
    .getByRole("textbox", { name: "Rationale" })
    .fill("Only two customers have it, both under contract.");
  await dialog.getByRole("combobox", { name: "Owner" }).fill("Ada");
  await ada.getByRole("option", { name: "Ada Lovelace" }).click();
  await dialog.getByLabel("Expires").fill("2027-03-31");
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(rowOf(ada, "R1")).toContainText("The preview runs beside the proxy");

  await expect(submit).toBeEnabled();
  await ada.getByRole("textbox", { name: "Words for the approver" }).fill("Please look at E1 first.");
  await submit.click();
  await ada.getByRole("alertdialog").getByRole("button", { name: "Submit for approval" }).click();
  await expect(ada.getByText("Revision 1 waits for a decision")).toBeVisible();
  await expect(ada.getByText(/^You asked for this approval, so somebody else/)).toBeVisible();
  await expect(ada.getByRole("button", { name: "Approve…" })).toHaveCount(0);
});

test("she invites an approver by a link, who joins in a browser of her own", async () => {
  await ada.getByRole("link", { name: "Members" }).click();
  await ada.getByRole("button", { name: "Invite" }).click();
  const dialog = ada.getByRole("dialog", { name: "Invite somebody" });
  await dialog.getByRole("textbox", { name: "E-mail address" }).fill("grace@example.com");
  await choose(ada, dialog.getByLabel("Role"), /^Approver/);
  await dialog.getByRole("button", { name: "Make link" }).click();
  const link = await ada.getByRole("textbox", { name: "Link" }).inputValue();
  await ada.getByRole("button", { name: "Done" }).click();

  await grace.goto(link);
  await alive(grace);
  await grace.getByRole("textbox", { name: "Your name" }).fill("Grace Hopper");
  await grace.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await grace.getByRole("button", { name: "Join and sign in" }).click();
  await expect(heading(grace, "Systems")).toBeVisible();
  await grace.getByRole("link", { name: "Model proxy" }).click();
  await grace.getByRole("link", { name: "First review" }).click();
  await expect(heading(grace, "Overview")).toBeVisible();
});

test("the approver approves with words and her password, and the revision is in force", async () => {
  await nav(grace, "Decide");
  await expect(
    grace.getByRole("region", { name: "Where it stands" }).getByText("Please look at E1 first."),
  ).toBeVisible();
  await grace.getByRole("button", { name: "Approve…" }).click();
  const dialog = grace.getByRole("dialog", { name: "Approve revision 1" });
  await dialog
    .getByRole("textbox", { name: "Your words" })
    .fill("Looked at E1, the token and the two contracts.");
  await dialog.getByLabel("Your password").fill("something else entirely");
  await dialog.getByRole("button", { name: "Approve revision 1" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Approve revision 1" }).click();
  await expect(grace.getByText(/^Revision 1 is in force/)).toBeVisible();
});

test("the next edit opens draft 2, and the activity shows who did what", async () => {
  await ada.goto(`${review}/scope`);
  await alive(ada);
  await ada
    .getByRole("textbox", { name: "Which task needs the submitted code?" })
    .fill("Screen answers, and questions too.");
  await ada.getByRole("textbox", { name: "Whose data is within reach?" }).focus();
  await settled(ada);
  await nav(ada, "Decide");
  await expect(ada.getByText(/Draft 2 is open beside it/)).toBeVisible();

  await nav(ada, "Activity");
  const events = ada.getByRole("main");
  for (const words of [
    "Ada Lovelace",
    "Grace Hopper",
    "Screen answers by the customer's rules.",
    "Screen answers, and questions too.",
    "Looked at E1, the token and the two contracts.",
    "The preview runs beside the proxy until the broker is there",
  ])
    await expect(events.getByText(words).first()).toBeVisible();
});

const findings = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: /· F\d+/ });

async function choose(page: Page, select: Locator, option: string | RegExp): Promise<void> {
  await select.click();
  await page.getByRole("option", { name: option }).click();
}

const numberIn = async (words: Locator): Promise<number> =>
  Number.parseInt((await words.textContent()) ?? "", 10);
