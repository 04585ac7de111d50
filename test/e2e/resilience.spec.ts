import { expect, type Page, test } from "@playwright/test";
import { newSetupCode, setupCodeHash } from "@/lib/platform/setup-code";
import { type BrowserStage, openBrowserStage, PASSWORD } from "../support/e2e-stage";
import { httpClient } from "../support/http";
import { type SpawnedServer, spawnServer } from "../support/spawn-server";
import type { Person } from "../support/stage";
import { alive, cell, settled } from "../support/worksheet-page";

// These tests take the database away, so they have a server of their own.
let server: SpawnedServer;
let stage: BrowserStage;
let ada: Person;
let entryPoints: string;

test.beforeAll(async () => {
  server = await spawnServer();
  stage = await openBrowserStage(server);
  ada = await stage.join("Ada Lovelace", "reviewer");
  const place = await stage.place();
  entryPoints = `/reviews/${place.reviewId}/entry-points`;
  await httpClient(server.url, ada).post(entryPoints, {
    cells: { name: { state: "value", value: "Preview" } },
  });
});

test.afterAll(async () => {
  await stage?.end();
  await server?.stop();
});

/** Writes into the cell of permissions and leaves it. */
async function write(page: Page, text: string) {
  const permission = await cell(page, "E1", "Permission");
  await permission.focus();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  return permission;
}

test("a save that the network lost says so, keeps the text, and goes through when tried again", async ({
  browser,
}) => {
  const page = await stage.browse(browser, ada);
  await page.goto(entryPoints);
  await alive(page);
  await page.route("**/api/v1/**", (route) =>
    route.request().method() === "PATCH" ? route.abort("connectionreset") : route.fallback(),
  );
  const permission = await write(page, "written in a tunnel");
  const failed = permission.getByRole("button", { name: "Not saved" });
  await expect(failed).toBeVisible();
  await expect(permission).toContainText("written in a tunnel");

  await page.unroute("**/api/v1/**");
  await failed.click();
  await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
  await settled(page);
  await page.reload();
  await expect(await cell(page, "E1", "Permission")).toContainText("written in a tunnel");
});

test("an edit while the database is away is kept and saved once it is back", async ({ browser }) => {
  const page = await stage.browse(browser, ada);
  await page.goto(entryPoints);
  await alive(page);
  const before = await cell(page, "E1", "Notes");
  await before.focus();
  await page.keyboard.type("Written while PostgreSQL was dead");
  process.kill(server.postgresPid, "SIGKILL");
  await page.keyboard.press("Enter");
  await expect(before).toContainText("Written while PostgreSQL was dead");
  const failed = before.getByRole("button", { name: "Not saved" });
  await expect(failed.or(before.getByRole("img", { name: "Saved" }))).toBeVisible({ timeout: 30_000 });
  await expect(async () => {
    if (await failed.isVisible()) {
      await failed.click();
      await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
    }
    await expect(page.getByText("Saving…")).toHaveCount(0);
    await expect(failed).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  await page.reload();
  await expect(await cell(page, "E1", "Notes")).toContainText("Written while PostgreSQL was dead");
});

test("a wrong and an expired set-up code are refused at their field", async ({ page }) => {
  const expired = newSetupCode();
  await stage.sql("insert into setup_code (hash, expires_at) values ($1, now() - interval '1 second')", [
    setupCodeHash(expired),
  ]);
  await page.goto(`${server.url}/setup`);
  await alive(page);
  for (const code of ["AAAAA-BBBBB-CCCCC-DDDDD-EEEEE-F", expired]) {
    await page.getByLabel("Set-up code").fill(code);
    await page.getByRole("textbox", { name: "Workspace" }).fill("Acme");
    await page.getByRole("textbox", { name: "Your name" }).fill("Mallory");
    await page.getByRole("textbox", { name: "E-mail address" }).fill("mallory@example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Set up and sign in" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /code/i })).toBeVisible();
    await expect(page.getByLabel("Set-up code")).toBeFocused();
  }
});

test("a wrong password is refused without saying whether there is such an account", async ({ page }) => {
  // Without an admin there is nothing to sign in to, and the page leads to the set-up.
  await stage.join("Marie Curie", "admin");
  const words: (string | null)[] = [];
  for (const email of [ada.email, "nobody@example.com"]) {
    await page.goto(`${server.url}/sign-in`);
    await alive(page);
    await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
    await page.getByLabel("Password").fill("not the right one");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toBeVisible();
    words.push(await alert.textContent());
  }
  expect(words[0]).toBe(words[1]);
});

test("an invitation works once, and not after its time", async ({ browser }) => {
  const admin = await stage.join("Grace Hopper", "admin");
  const invite = async (email: string): Promise<string> => {
    const body = { email, role: "viewer", days: 1, systemIds: [] };
    return (await httpClient(server.url, admin).post("/invitations", body)).body.path;
  };
  const [used, expired] = [await invite("linus@example.com"), await invite("late@example.com")];
  await stage.sql("update invitation set expires_at = now() - interval '1 second' where email = $1", [
    "late@example.com",
  ]);
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(used);
  await alive(page);
  await page.getByRole("textbox", { name: "Your name" }).fill("Linus Pauling");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join and sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Systems" })).toBeVisible();
  for (const [path, why] of [
    [used, /used/i],
    [expired, /expired/i],
    ["/invite/nothing", /./],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("main")).toContainText(why);
    await expect(page.getByRole("button", { name: "Join and sign in" })).toHaveCount(0);
  }
  await context.close();
});

test("a member who was removed is signed out, and cannot sign in again", async ({ browser }) => {
  const gone = await stage.join("Rosalind Franklin", "viewer");
  const admin = await stage.join("Lise Meitner", "admin");
  const page = await stage.browse(browser, gone);
  await page.goto("/systems");
  await expect(page.getByRole("heading", { level: 1, name: "Systems" })).toBeVisible();
  await httpClient(server.url, admin).delete(`/members/${gone.memberId}`);
  await page.goto("/systems");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await alive(page);
  await page.getByRole("textbox", { name: "E-mail address" }).fill(gone.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
});

test("a restricted system does not exist for somebody who is not named on it", async ({ browser }) => {
  const place = await stage.place({ restricted: true, named: [ada] });
  const outsider = await stage.join("Emmy Noether", "approver");
  const page = await stage.browse(browser, outsider);
  await page.goto("/systems");
  await expect(page.getByRole("heading", { level: 1, name: "Systems" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Place/ })).toHaveCount(2);
  for (const path of [`/systems/${place.systemId}`, `/reviews/${place.reviewId}`]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There is nothing here that you can see" })).toBeVisible();
  }
});
