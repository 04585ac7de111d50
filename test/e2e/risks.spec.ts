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

test("an approver revokes what was accepted; a reviewer revises it, and extends it later", async () => {
  const number = await newestRisk();
  const accept = () =>
    stage.sql("update risk set state = 'accepted', decided_in = 1 where review_id = $1 and number = $2", [
      review.split("/").at(-1),
      number.slice(1),
    ]);
  await accept();
  await approver.goto(`${review}/decide?row=${number}`);
  await alive(approver);
  await approver.getByRole("button", { name: "Revoke…" }).click();
  const revoking = approver.getByRole("dialog", { name: `Revoke ${number}` });
  await revoking.getByRole("textbox", { name: "Why" }).fill("The token was seen in a log.");
  await revoking.getByLabel("Your password").fill(PASSWORD);
  await revoking.getByRole("button", { name: `Revoke ${number}` }).click();
  await expect(approver.getByText("“The token was seen in a log.”")).toBeVisible();

  await reviewer.goto(`${review}/decide?row=${number}`);
  await alive(reviewer);
  await expect(reviewer.getByRole("button", { name: "Revoke…" })).toHaveCount(0);
  await reviewer.getByRole("button", { name: "Revise and propose again…" }).click();
  const revising = reviewer.getByRole("dialog", { name: `Revise ${number} and propose it again` });
  await revising.getByRole("button", { name: "Propose again" }).click();
  await expect(revising.getByText("Choose the day until which the risk is taken on.")).toBeVisible();
  await revising.getByLabel("Expires").fill("2099-03-31");
  await revising.getByRole("textbox", { name: "Rationale" }).fill("The token is another one now.");
  await revising.getByRole("button", { name: "Propose again" }).click();
  await expect(revising).toBeHidden();
  await expect(await cell(reviewer, number, "State")).toHaveText("Proposed");

  await accept();
  await reviewer.reload();
  await alive(reviewer);
  await reviewer.getByRole("button", { name: "Extend…" }).click();
  const extending = reviewer.getByRole("dialog", { name: `Extend ${number}` });
  await extending.getByRole("button", { name: "Propose again" }).click();
  await expect(extending.getByText("Choose a later day than before.")).toBeVisible();
  await extending.getByLabel("Expires").fill("2099-06-30");
  await extending.getByRole("button", { name: "Propose again" }).click();
  await expect(extending).toBeHidden();
  await expect(await cell(reviewer, number, "State")).toHaveText("Proposed");
  await expect(await cell(reviewer, number, "Expires")).toContainText("30 Jun 2099");
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
