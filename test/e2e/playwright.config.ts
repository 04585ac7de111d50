import { createServer } from "node:net";
import { defineConfig } from "@playwright/test";

/** The port is chosen once, by the process that starts the server; workers inherit it. */
async function choosePort(): Promise<string> {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(String(port)));
    });
  });
}

process.env.CORDON_E2E_PORT ??= await choosePort();
const url = `http://127.0.0.1:${process.env.CORDON_E2E_PORT}`;

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../test-results",
  globalSetup: "../support/e2e.global.ts",
  reporter: process.env.CI ? [["line"]] : [["list"]],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Two cores serve the browser, the server and PostgreSQL; more workers make every test slower.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  use: {
    baseURL: url,
    actionTimeout: 10_000,
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    // Stories are told once, on a wide screen; every page is looked at on a narrow one too.
    {
      name: "phone",
      testMatch: "**/pages.spec.ts",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
