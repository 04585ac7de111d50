import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { GUARDRAIL_MANIFEST } from "@/prisma/scenarios/guardrail-manifest";
import { type BrowserStage, cookieFor, openBrowserStage } from "../support/e2e-stage";
import type { Person } from "../support/stage";

/** What the pages are about: a review that is well under way, and one that nobody has begun. */
type Shown = {
  stage: BrowserStage;
  ada: Person;
  full: string;
  empty: string;
  systemId: string;
  configurationId: string;
  /** A review whose second configuration grants other than its first. */
  drifted: { reviewId: string; configurationId: string };
  invitation: string;
};

let shown: Shown;

test.beforeAll(async () => {
  const stage = await openBrowserStage();
  const ada = await stage.join("Ada Lovelace", "admin");
  await stage.join("Grace Hopper", "approver");
  const full = await stage.seed("guardrail-runner-signed", ada);
  const empty = (await stage.place()).reviewId;
  const [review] = await stage.sql<{ system_id: string }>("select system_id from review where id = $1", [
    full,
  ]);
  const [configuration] = await stage.sql<{ id: string }>(
    "select id from configuration where review_id = $1",
    [full],
  );
  const invitation = await stage
    .client({ cookie: ada.cookie })
    .post("/invitations", { email: "new@example.com", role: "reviewer", days: 7, systemIds: [] });
  shown = {
    stage,
    ada,
    full,
    empty,
    systemId: review!.system_id,
    configurationId: configuration!.id,
    drifted: await driftedReview(stage, ada),
    invitation: invitation.body.path,
  };
});

test.afterAll(() => shown?.stage.end());

/** Attaches the example's manifest, and then one that grants more, less and other things. */
async function driftedReview(stage: BrowserStage, by: Person): Promise<Shown["drifted"]> {
  const { reviewId } = await stage.place();
  const later = GUARDRAIL_MANIFEST.replace("readOnly: true", "readOnly: false")
    .replace('limits: { cpu: "2", memory: 2Gi, ephemeral-storage: 2Gi }', "limits: { memory: 4Gi }")
    .replace("allowPrivilegeEscalation: false", "privileged: true")
    .replace("name: model-provider, key: api-key", "name: model-provider-eu, key: api-key");
  let configurationId = "";
  for (const text of [GUARDRAIL_MANIFEST, later]) {
    const client = stage.client({ cookie: by.cookie });
    const body = {
      files: [{ name: "guardrails.yaml", text }],
      environment: "production",
      provenance: "captured",
    };
    const path = `/reviews/${reviewId}/configurations`;
    const { configDigest } = (await client.post(`${path}/preview`, body)).body;
    const attached = await client.post(path, { ...body, configDigest, roles: [] });
    expect(attached.status, JSON.stringify(attached.body)).toBe(201);
    configurationId = attached.body.id;
  }
  return { reviewId, configurationId };
}

/** Pages by the name of their screenshot. */
const SIGNED_IN: Record<string, (shown: Shown) => string> = {
  systems: () => "/systems",
  "systems-archived": () => "/systems?archived=true",
  system: ({ systemId }) => `/systems/${systemId}`,
  "system-policy": ({ systemId }) => `/systems/${systemId}/sign-off`,
  inbox: () => "/inbox",
  week: () => "/week?q=runner",
  members: () => "/members",
  settings: () => "/settings",
  policy: () => "/settings/sign-off",
  account: () => "/account",
  catalogue: () => "/catalogue",
  "catalogue-entry": () => "/catalogue/egress-any",
  "not-found": () => "/reviews/00000000-0000-4000-8000-000000000000",
  overview: ({ full }) => `/reviews/${full}`,
  scope: ({ full }) => `/reviews/${full}/scope`,
  "scope-inspector": ({ full }) => `/reviews/${full}/scope?row=A1`,
  "entry-points": ({ full }) => `/reviews/${full}/entry-points`,
  "entry-points-inspector": ({ full }) => `/reviews/${full}/entry-points?row=E2`,
  executors: ({ full }) => `/reviews/${full}/entry-points/executors`,
  "executors-inspector": ({ full }) => `/reviews/${full}/entry-points/executors?row=X1`,
  authority: ({ full }) => `/reviews/${full}/authority`,
  "authority-unfolded": ({ full }) =>
    `/reviews/${full}/authority?open=X1/surplus:credentials,X1/limit:resources`,
  "authority-inspector": ({ full }) => `/reviews/${full}/authority?row=C1`,
  "justification-inspector": ({ full }) => `/reviews/${full}/authority?row=J1`,
  "authority-flat": ({ full }) => `/reviews/${full}/authority/flat`,
  configurations: ({ full }) => `/reviews/${full}/authority/configurations`,
  configuration: ({ full, configurationId }) =>
    `/reviews/${full}/authority/configurations/${configurationId}`,
  drift: ({ drifted }) =>
    `/reviews/${drifted.reviewId}/authority/configurations/${drifted.configurationId}/drift`,
  import: ({ full }) => `/reviews/${full}/authority/import`,
  findings: ({ full }) => `/reviews/${full}/findings`,
  finding: ({ full }) => `/reviews/${full}/findings/F1`,
  decide: ({ full }) => `/reviews/${full}/decide`,
  report: ({ full }) => `/reviews/${full}/report`,
  activity: ({ full }) => `/reviews/${full}/activity`,
  "empty-overview": ({ empty }) => `/reviews/${empty}`,
  "empty-scope": ({ empty }) => `/reviews/${empty}/scope`,
  "empty-entry-points": ({ empty }) => `/reviews/${empty}/entry-points`,
  "empty-executors": ({ empty }) => `/reviews/${empty}/entry-points/executors`,
  "empty-authority": ({ empty }) => `/reviews/${empty}/authority`,
  "empty-authority-flat": ({ empty }) => `/reviews/${empty}/authority/flat`,
  "empty-configurations": ({ empty }) => `/reviews/${empty}/authority/configurations`,
  "empty-findings": ({ empty }) => `/reviews/${empty}/findings`,
  "empty-decide": ({ empty }) => `/reviews/${empty}/decide`,
  "empty-revision": ({ empty }) => `/reviews/${empty}/decide/revisions/1`,
  "empty-report": ({ empty }) => `/reviews/${empty}/report`,
  "empty-activity": ({ empty }) => `/reviews/${empty}/activity`,
};

const SIGNED_OUT: Record<string, (shown: Shown) => string> = {
  setup: () => "/setup",
  "sign-in": () => "/sign-in",
  invitation: ({ invitation }) => invitation,
  "invitation-unknown": () => "/invite/nothing",
};

/** What a page must not do: log errors, ask for what is not there. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The browser's own line for a refused request does not say which; the response below does.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

/** What can differ from the same page in another theme or at another width; everything else is looked at once. */
const OF_COLOURS = ["color-contrast"];
const OF_WIDTH = ["scrollable-region-focusable", "button-name", "link-name", "aria-hidden-focus"];

/** Base UI's guards around an open dialog are focusable on purpose and pass the focus on. */
const violationsOf = async (page: Page, rules?: string[]): Promise<string[]> => {
  const axe = new AxeBuilder({ page })
    .exclude("[data-base-ui-focus-guard]")
    .options({ resultTypes: ["violations"] });
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" · ")}`,
  );
};

/** Looks at an open page in one theme: axe, its width, and its picture among the results when somebody asks for it. */
async function look(page: Page, name: string, theme: "light" | "dark", project: string): Promise<void> {
  await page.evaluate((choice) => {
    document.documentElement.dataset.theme = choice;
  }, theme);
  if (process.env.CORDON_SCREENSHOTS === "1") {
    await page.screenshot({
      path: `test-results/pages/${name}-${project}-${theme}.png`,
      fullPage: true,
      animations: "disabled",
    });
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "pixels that the page is wider than the window").toBe(0);
  const rules = theme === "dark" ? OF_COLOURS : project === "phone" ? OF_WIDTH : undefined;
  expect(await violationsOf(page, rules), `${name}, ${theme}`).toEqual([]);
}

async function open(page: Page, name: string, path: string, project: string): Promise<void> {
  const complaints = complaintsOf(page);
  const answer = await page.goto(path);
  await expect(page.locator("h1")).toBeVisible();
  if (name.endsWith("-inspector"))
    await expect(page.locator("aside[aria-label=Inspector], [role=dialog]")).toBeVisible();
  // What is fetched after the first paint belongs to the picture: who is here, marks, rows.
  await page.waitForLoadState("load");
  await expect(page.getByText(/^(Reading|Loading)/)).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await look(page, name, "light", project);
  // Colours are the same at every width.
  if (project === "desktop") await look(page, name, "dark", project);
  const isMissing = answer?.status() === 404;
  expect(isMissing).toBe(name === "not-found");
  expect(complaints.filter((line) => !(isMissing && line.endsWith(path)))).toEqual([]);
}

for (const [name, address] of Object.entries(SIGNED_IN)) {
  test(`${name} is accessible, fits and loads cleanly, in its themes`, async ({ page, context, baseURL }, {
    project,
  }) => {
    await context.addCookies([cookieFor(shown.ada, baseURL!)]);
    await open(page, name, address(shown), project.name);
  });
}

for (const [name, address] of Object.entries(SIGNED_OUT)) {
  test(`${name} is accessible, fits and loads cleanly, in its themes`, async ({ page }, { project }) => {
    await open(page, name, address(shown), project.name);
  });
}

// CORDON_SCREENSHOTS=1 takes the pictures of the README anew.
if (process.env.CORDON_SCREENSHOTS === "1")
  test("the pictures of the README are taken anew when somebody asks for it", async ({
    page,
    context,
    baseURL,
  }, { project }) => {
    await shown.stage.sql("update workspace set name = 'Acme' where id = $1", [shown.stage.workspaceId]);
    await context.addCookies([cookieFor(shown.ada, baseURL!)]);
    await page.goto(`/reviews/${shown.full}/authority?open=X1/surplus:credentials`);
    await expect(page.getByRole("row", { name: /J1/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /C1 Kubernetes API token/ })).toBeVisible();
    await expect(page.getByRole("img", { name: "in part" }).first()).toBeVisible();
    const suffix = project.name === "phone" ? "-phone" : "";
    for (const theme of ["light", "dark"] as const) {
      await page.evaluate((choice) => {
        document.documentElement.dataset.theme = choice;
      }, theme);
      const name = `authority${suffix}${theme === "dark" ? "-dark" : ""}.png`;
      await page.screenshot({ path: `test/e2e/screenshots/${name}`, animations: "disabled" });
    }
  });
