// npm start: everything from a fresh clone to a served page. Runs before node_modules exists.
import { createServer } from "node:net";
import { pathToFileURL } from "node:url";
import {
  BUILD,
  bundle,
  clientIsCurrent,
  dependenciesAreCurrent,
  explain,
  generateClient,
  HOME,
  installDependencies,
  makeHome,
  Refusal,
  ROOT,
  requireNode,
} from "./bootstrap.mjs";
import { tryLock } from "./home-lock.mjs";
import { PROGRAMS } from "./programs.mjs";
import { step } from "./progress.mjs";

/** Fails early, before minutes of building, when the port cannot be had. */
async function requirePort(port, host, isPatient) {
  for (let tries = isPatient ? 50 : 1; ; tries--) {
    const code = await new Promise((done) => {
      const probe = createServer();
      probe.once("error", (error) => done(error.code));
      probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(null)));
    });
    if (code === null) return;
    if (code === "EADDRINUSE" && tries > 1) await new Promise((done) => setTimeout(done, 200));
    else if (code === "EADDRINUSE")
      throw new Refusal(`Port ${port} is in use; stop what uses it, or choose another: PORT=3001 npm start.`);
    else if (code === "EACCES")
      throw new Refusal(
        `Port ${port} needs rights that this user does not have; choose one above 1023 with PORT.`,
      );
    else throw new Refusal(`Cordon cannot listen on ${host}, port ${port} (${code}); set HOST and PORT.`);
  }
}

function readPort() {
  const text = process.env.PORT || "3000";
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refusal(`PORT is ${JSON.stringify(text)}; it must be a number from 1 to 65535.`);
  return port;
}

async function main() {
  requireNode();
  const port = readPort();
  makeHome();
  const lock = tryLock(HOME, "start");
  if (lock.holder) {
    const what =
      lock.holder.command === "start" ? "Cordon already runs" : `"cordon ${lock.holder.command}" works`;
    throw new Refusal(
      `${what} on ${HOME} (process ${lock.holder.pid}); stop it first, or set another CORDON_HOME.`,
    );
  }
  // A server whose starter was killed is just ending; it gets a moment to give the port back.
  await requirePort(port, process.env.HOST || "127.0.0.1", lock.wasLeft);
  process.stdout.write("\nCordon starts.\n\n");
  if (!dependenciesAreCurrent()) await step("Installing dependencies (a minute or two)", installDependencies);
  if (!clientIsCurrent()) await step("Generating the database client", generateClient);
  let serve;
  await step("Bundling server and commands", async () => {
    [serve] = await Promise.all([
      bundle("serve", "lib/cli/serve.ts"),
      bundle("server", "app/server.ts"),
      ...Object.entries(PROGRAMS).map(([name, entry]) => bundle(name, entry)),
    ]);
  });
  const program = await import(pathToFileURL(serve).href);
  process.exitCode = await program.run({ root: ROOT, home: HOME, build: BUILD });
}

try {
  await main();
} catch (error) {
  const sentence = explain(error);
  process.stderr.write(`\n${sentence || (error?.stack) || error}\n`);
  process.exitCode = 1;
}
// Whatever still holds the event loop (an unreferenced child, a pool) must not keep the prompt.
process.exit();
