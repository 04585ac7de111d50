import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkValue, newSecret, SECRET_MIN_LENGTH, type Secret } from "@/lib/platform/secret";
import { Refusal } from "./io";

const readText = (path: string) =>
  readFile(path, "utf8").then(
    (text) => text.trim(),
    () => null,
  );

/**
 * The secret of a CORDON_HOME: from the environment, or from the file made on first start. Beside
 * it lies its check value, so that another secret than the one the data were written with is
 * noticed before it does harm; a rotation says the old one in CORDON_SECRET_PREVIOUS.
 */
export async function openSecret(home: string, env: NodeJS.ProcessEnv = process.env): Promise<Secret> {
  const current = env.CORDON_SECRET || (await fromFile(join(home, "secret")));
  if (current.length < SECRET_MIN_LENGTH)
    throw new Refusal(`CORDON_SECRET is too short: it needs at least ${SECRET_MIN_LENGTH} characters.`);
  const previous = env.CORDON_SECRET_PREVIOUS || null;
  const path = join(home, "secret-check");
  const expected = await readText(path);
  const present = checkValue(current);
  if (expected !== present) {
    if (expected !== null && (previous === null || checkValue(previous) !== expected))
      throw new Refusal(
        "CORDON_SECRET is not the one this installation was set up with; set it back, or give the old one in CORDON_SECRET_PREVIOUS to rotate.",
      );
    await writeFile(path, `${present}\n`, { mode: 0o600 });
  }
  return { current, previous };
}

async function fromFile(path: string): Promise<string> {
  const present = await readText(path);
  if (present) return present;
  await writeFile(path, `${newSecret()}\n`, { mode: 0o600, flag: "wx" }).catch((error) => {
    // Another process made it in the meantime, or an earlier one left it empty.
    if (error.code !== "EEXIST") throw error;
  });
  const made = await readText(path);
  if (!made) throw new Refusal(`${path} is empty; put the installation's secret back, or remove the file.`);
  return made;
}
