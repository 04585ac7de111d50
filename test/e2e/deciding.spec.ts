import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { type BrowserStage, openBrowserStage, PASSWORD } from "../support/e2e-stage";
import type { Person } from "../support/stage";
import { alive } from "../support/worksheet-page";

// What somebody has to know before they ask for a decision, and while it is made.
test.describe.configure({ mode: "serial" });

let stage: BrowserStage;
let rita: Person;
let ana: Person;
let ritas: Page;
let anas: Page;
let path: string;
let grave: string;

const value = (of: unknown) => ({ state: "value", value: of });
const LONG = `Because the broker is being built. ${"x".repeat(99_965)}`;

test.beforeAll(async ({ browser }) => {
  stage = await openBrowserStage();
  rita = await stage.join("Rita Reviewer", "reviewer");
  ana = await stage.join("Ana Admin", "admin");
  path = `/reviews/${await stage.seed("guardrail-runner", rita)}`;
  const open = (person: Person) => stage.browse(browser, person, { viewport: { width: 1440, height: 900 } });
  [ritas, anas] = [await open(rita), await open(ana)];
});
test.afterAll(() => stage?.end());

const violationsOn = async (page: Page) =>
  (await new AxeBuilder({ page }).exclude("[data-base-ui-focus-guard]").analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );

test("a risk that is written as less than it covers counts as what it covers, and says so", async () => {
  const client = stage.client({ cookie: rita.cookie });
  const { body } = await client.get(`${path}/blockers`);
  const covers = body.items.flatMap(({ lists }: { lists: string[] }) => lists);
  const [worst] = await stage.sql<{ number: number }>(
    `select number from finding where 'finding:' || id = any($1) and severity = 'critical' order by number limit 1`,
    [covers],
  );
  grave = `F${worst!.number}`;
  const cells = {
    title: value("The API’s process reaches more than guardrails need"),
    covers: value(covers),
    severity: value("medium"),
    treatment: value("accept"),
    rationale: value(LONG),
    owner: value(ana.memberId),
    expiresAt: value("2099-03-31"),
  };
  const made = await client.post(`${path}/risks`, { cells });
  expect(made.status).toBe(201);
  await ritas.goto(`${path}/decide?row=R${made.body.number}`);
  await alive(ritas);
  const cell = ritas.getByRole("grid", { name: "Residual risks" }).getByText("written medium");
  await expect(cell).toBeVisible();
  await expect(
    ritas.getByText(`It counts as critical when it is decided, because it covers ${grave}.`),
  ).toBeVisible();
});

test("who would ask is told that nobody could approve, and an admin where to change that", async () => {
  const client = stage.client({ cookie: ana.cookie });
  await client.post("/session/reauthenticate", { password: PASSWORD });
  const terms = {
    quorum: 2,
    approverIds: [],
    adminsApprove: false,
    ownText: true,
    validityDays: 90,
    highestSeverity: "critical",
    warningDays: 30,
  };
  expect((await client.put("/workspace/sign-off-policy", { terms, version: 0 })).status).toBe(200);
  await ritas.goto(`${path}/decide#submit`);
  await alive(ritas);
  const submission = ritas.locator("#submit");
  await expect(submission).toContainText("Too few people could approve revision 1");
  await expect(submission).toContainText(
    "2 approvals by different people are needed, and as things are nobody could give one.",
  );
  await expect(submission).toContainText("Ana Admin is an admin, and by the policy admins do not approve.");
  await expect(submission).toContainText("An admin can change that:");
  await expect(submission.getByRole("link", { name: "Policy of the workspace" })).toHaveCount(0);
  expect(await violationsOn(ritas)).toEqual([]);
  // It is a warning: people can be invited while the revision waits.
  await submission.getByRole("button", { name: "Submit revision 1 for approval" }).click();
  await ritas.getByRole("button", { name: "Submit for approval", exact: true }).click();
  const decision = ritas.locator("#decision");
  await expect(decision).toContainText("Too few people could approve revision 1");

  await anas.goto(`${path}/decide/revisions/1`);
  await expect(anas.getByText("Too few people could approve revision 1")).toBeVisible();
  await anas.getByRole("link", { name: "Policy of the workspace" }).click();
  await expect(anas.getByRole("heading", { level: 1, name: "Policy of signing off" })).toBeVisible();
  await expect(anas.getByText("Nothing can be approved at present")).toBeVisible();
});

test("the waiting revision tells both severities, and a long text by its beginning", async () => {
  await ritas.goto(`${path}/decide`);
  await alive(ritas);
  const decision = ritas.locator("#decision");
  await expect(decision.getByText(`written as medium; it covers ${grave}`)).toBeVisible();
  expect((await decision.textContent())!.length).toBeLessThan(12_000);

  await ritas.goto(`${path}/decide/revisions/1`);
  await alive(ritas);
  const risks = ritas.locator("#risks");
  await expect(risks.getByText(`written as medium; it covers ${grave}`)).toBeVisible();
  const all = risks.getByRole("button", { name: "Show all (100,000 characters)" });
  await all.focus();
  await ritas.keyboard.press("Enter");
  await expect(risks).toContainText("x".repeat(99_965));
  const less = risks.getByRole("button", { name: "Show less" });
  await expect(less).toHaveAttribute("aria-expanded", "true");
  await expect(less).toBeFocused();
  await ritas.keyboard.press("Enter");
  await expect(all).toBeInViewport();
  expect((await risks.textContent())!.length).toBeLessThan(12_000);
  expect(await violationsOn(ritas)).toEqual([]);
});

test("an address of a risk that there is not says so, with the way to those that there are", async () => {
  for (const asked of ["risk=R99", "row=R99"]) {
    await ritas.goto(`${path}/decide?${asked}`);
    await alive(ritas);
    await expect(ritas.getByText("There is no risk R99 in this review.")).toBeVisible();
    await expect(ritas.getByRole("dialog")).toHaveCount(0);
    await ritas.getByRole("link", { name: "See its residual risks" }).click();
    await expect(ritas.getByText("There is no risk R99 in this review.")).toHaveCount(0);
    await expect(ritas).toHaveURL(/\/decide#risks$/);
  }
  const [{ number }] = (await stage.sql<{ number: number }>(
    "select number from risk where review_id = $1 and title like 'The API%'",
    [path.split("/").at(-1)],
  )) as [{ number: number }];
  await ritas.goto(`${path}/decide?risk=R${number}`);
  await expect(ritas).toHaveURL(new RegExp(`row=R${number}`));
  await expect(ritas.getByText(`It counts as critical when it is decided`)).toBeVisible();
});
