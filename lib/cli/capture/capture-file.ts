import { open, rm } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import {
  type CaptureCommand,
  type CaptureOutcome,
  type CaptureRecord,
  RECORD_FILE,
  RECORD_FORMAT,
} from "@/lib/authority/capture-record";
import { redactText } from "@/lib/authority/redact";
import type { InputFile } from "@/lib/authority/schema";
import { sha256 } from "@/lib/kernel/digest";
import { Refusal } from "../io";
import { pack } from "./pack";
import type { Command, Ended } from "./read-only-command";

/** Where a capture is from, as far as it is known. */
export type CaptureOrigin = Omit<CaptureRecord, "format" | "commands">;

/** Gathers what commands printed, replaces what may be secret before anything is kept, and packs it. */
export class CaptureFile {
  private readonly files: InputFile[] = [];
  private readonly commands: CaptureCommand[] = [];
  replaced = 0;

  /** Keeps what a command printed under a name; returns how many values in it were replaced. */
  keep(command: Command, ended: Ended, name: string, text: string, changes: string[] = []): void {
    const redacted = redactText(name, text);
    this.replaced += redacted.replaced;
    const bytes = Buffer.from(redacted.text);
    this.files.push({ name, bytes });
    const values = `${redacted.replaced} ${redacted.replaced === 1 ? "value" : "values"} that may be secret replaced`;
    this.commands.push({
      arguments: [...command],
      exitCode: ended.exitCode,
      outcome: "kept",
      file: name,
      digest: sha256(bytes),
      changes: [...changes, ...(redacted.replaced > 0 ? [values] : [])],
    });
  }

  /** Notes a command whose output is not kept as a file of its own. */
  note(command: Command, ended: Ended, outcome: CaptureOutcome): void {
    this.commands.push({ arguments: [...command], exitCode: ended.exitCode, outcome });
  }

  get count(): number {
    return this.files.length;
  }

  outcomes(outcome: CaptureOutcome): CaptureCommand[] {
    return this.commands.filter((command) => command.outcome === outcome);
  }

  /**
   * Writes the archive, readable by its owner alone.
   * @throws Refusal when the file is there already or cannot be written
   */
  async write(path: string, origin: CaptureOrigin): Promise<void> {
    const record: CaptureRecord = { format: RECORD_FORMAT, ...origin, commands: this.commands };
    const bytes = Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
    const archive = pack([{ name: RECORD_FILE, bytes }, ...this.files], new Date(origin.capturedAt));
    let file: Awaited<ReturnType<typeof open>>;
    try {
      file = await open(path, "wx", 0o600);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Refusal(
        code === "EEXIST" ? `${path} is there already.` : `${path} cannot be written (${code}).`,
      );
    }
    try {
      await file.writeFile(archive);
    } catch (error) {
      await rm(path, { force: true });
      throw new Refusal(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
    } finally {
      await file.close();
    }
  }
}

/** Who captures: said only when they ask for it. */
export const whoAmI = (): string => `${userInfo().username}@${hostname()}`.slice(0, 300);
