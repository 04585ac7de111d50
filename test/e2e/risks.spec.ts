import { expect, type Page, test } from "@playwright/test";
import { type BrowserStage, openBrowserStage, PASSWORD } from "../support/e2e-stage";
import type { Person } from "../support/stage";
import { alive, cell } from "../support/worksheet-page";

// What somebody takes on until a date, and what somebody says is no finding at all.
test.describe.configure({ mode: "serial" });

let stage: BrowserStage;
let rita: Person;
let review: string;
let reviewer: Page;
let approver: Page;
/** The capabilities that the risk covers. */
let covered: string[];

test.beforeAll(async ({ browser }) => {
  stage = await openBrowserStage();
  rita = await stage.join("Rita Reviewer", "reviewer");
  const adam = await stage.join("Adam Approver", "approver");
  review = `/reviews/${await stage.seed("guardrail-runner", rita)}`;
  reviewer = await stage.browse(browser, rita);
  approver = await stage.browse(browser, adam);
});
test.afterAll(() => stage?.end());

const newestRisk = async () => {
  const [row] = await stage.sql<{ number: number }>(
    "select max(number) as number from risk where review_id = $1",
    [review.split("/").at(-1)],
  );
  return `R${row!.number}`;
};

test("a reviewer selects capabilities and writes a risk over them, kept as a draft", async () => {
  await reviewer.goto(`${review}/authority?open=X1/surplus:credentials`);
  await alive(reviewer);
  const boxes = reviewer.getByRole("checkbox", { name: /^Select C\d+$/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  covered = await Promise.all(
    [0, 1].map(async (at) => (await boxes.nth(at).getAttribute("aria-label"))!.replace("Select ", "")),
  );
  const selection = reviewer.getByRole("region", { name: "Selection" });
  await selection.getByRole("button", { name: "Write a residual risk…" }).click();

  const dialog = reviewer.getByRole("dialog", { name: "Write a residual risk" });
  await expect(dialog.getByRole("textbox", { name: "Residual risk" })).not.toHaveValue("");
  for (const label of covered) await expect(dialog.getByText(label, { exact: true })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Residual risk" }).fill("Tokens stay within reach");
  await dialog.getByRole("button", { name: "Keep as draft" }).click();
  await expect(dialog).toBeHidden();
  await expect(await cell(reviewer, await newestRisk(), "State")).toHaveText("Draft");
});

test("a draft covers nothing; proposed, it is told on both sides", async () => {
  const number = await newestRisk();
  await reviewer.goto(`${review}/authority?row=${covered[0]}`);
  await expect(reviewer.getByRole("heading", { name: "No residual risk" })).toBeVisible();

  await reviewer.goto(`${review}/decide?row=${number}`);
  await alive(reviewer);
  await expect(reviewer.getByText("Nobody is asked yet")).toBeVisible();
  await reviewer.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(reviewer.getByText("Waits for a decision", { exact: true })).toBeVisible();
  for (const label of covered)
    await expect(reviewer.getByRole("link", { name: label, exact: true }).first()).toBeVisible();

  await reviewer.goto(`${review}/authority?row=${covered[0]}`);
  await expect(reviewer.getByRole("heading", { name: "Covered by" })).toBeVisible();
  await expect(reviewer.getByText("without a last day yet, proposed, not yet accepted")).toBeVisible();
  await reviewer.getByRole("link", { name: number, exact: true }).click();
  await expect(reviewer).toHaveURL(new RegExp(`/decide\\?row=${number}$`));
});

test("an approver dismisses a finding with a reason and the password, and opens it again", async () => {
  const [finding] = await stage.sql<{ number: number }>(
    `select f.number from finding f where f.state = 'open' and f.review_id = $1 and f.rule_id not like 'RSK-%'
     order by f.number limit 1`,
    [review.split("/").at(-1)],
  );
  const label = `F${finding!.number}`;
  await reviewer.goto(`${review}/findings/${label}`);
  await expect(reviewer.getByRole("heading", { name: "Why it fired here" })).toBeVisible();
  await expect(reviewer.getByRole("button", { name: "Dismiss…" })).toHaveCount(0);

  await approver.goto(`${review}/findings/${label}`);
  await alive(approver);
  await approver.getByRole("button", { name: "Dismiss…" }).click();
  const dialog = approver.getByRole("dialog", { name: `Dismiss ${label}` });
  await dialog.getByRole("button", { name: `Dismiss ${label}` }).click();
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The path is closed by the gateway.");
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: `Dismiss ${label}` }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: `Dismiss ${label}` }).click();
  await expect(approver.getByRole("heading", { name: "Why it was dismissed" })).toBeVisible();
  await expect(approver.getByText("“The path is closed by the gateway.”")).toBeVisible();

  await reviewer.goto(`${review}/decide`);
  await expect(reviewer.getByRole("heading", { name: "Dismissed (1)" })).toBeVisible();
  await reviewer.goto(`${review}/findings?state=dismissed`);
  await expect(reviewer.getByText("Dismissed by Adam Approver")).toBeVisible();
  await expect(reviewer.getByRole("button", { name: `Open ${label} again` })).toHaveCount(0);

  await approver.goto(`${review}/findings?state=dismissed`);
  await alive(approver);
  await approver.getByRole("button", { name: `Open ${label} again` }).click();
  await expect(approver.getByText("No finding fits")).toBeVisible();
});
