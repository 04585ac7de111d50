import { parentPort } from "node:worker_threads";
import type { CaptureRecord } from "@/lib/authority/capture-record";
import { redactText } from "@/lib/authority/redact";
import type { DeriveResult, InputFile } from "@/lib/authority/schema";
import { deriveUnpacked } from "./derive-unpacked";
import { type DeriveOrder, type FromWorker, PART, type ToWorker } from "./worker-protocol";

/** The entry of the worker thread: takes files, unpacks archives, derives, and hands the result over part by part. */
function serve(port: NonNullable<typeof parentPort>): void {
  const files: InputFile[] = [];
  let parts: Iterator<FromWorker> | null = null;
  const send = (message: FromWorker) => port.postMessage(message);
  let reported = 0;
  const progress = (fraction: number) => {
    const now = Date.now();
    if (now - reported < 100) return;
    reported = now;
    send({ type: "progress", fraction });
  };
  // What is thrown on the way ends the worker, and its caller hears of it.
  port.on("message", async (message: ToWorker) => {
    if (message.type === "file") {
      files.push({ name: message.name, bytes: message.bytes });
      send({ type: "ready" });
    } else if (message.type === "derive") {
      const input = { path: message.path, files, format: message.format };
      const { result, capture, unpacked } = await deriveUnpacked(input, progress);
      parts = partsOf(result, capture, message.redact ? unpacked : [], message.format);
      send(parts.next().value as FromWorker);
    } else {
      const next = parts?.next();
      send(!next || next.done ? { type: "done" } : next.value);
    }
  });
  send({ type: "ready" });
}

function* partsOf(
  result: DeriveResult,
  capture: CaptureRecord | null,
  toRedact: InputFile[],
  format: DeriveOrder["format"],
): Generator<FromWorker> {
  const { workloads, capabilities, bounds, notes, ...head } = result;
  yield { type: "head", result: head, capture };
  for (let i = 0; i < workloads.length; i += PART)
    yield { type: "part", workloads: workloads.slice(i, i + PART) };
  for (let i = 0; i < capabilities.length; i += PART)
    yield { type: "part", capabilities: capabilities.slice(i, i + PART) };
  for (let i = 0; i < bounds.length; i += PART) yield { type: "part", bounds: bounds.slice(i, i + PART) };
  for (let i = 0; i < notes.length; i += PART) yield { type: "part", notes: notes.slice(i, i + PART) };
  for (const { name, bytes } of toRedact) {
    const { text } = redactText(name, new TextDecoder().decode(bytes), format);
    yield { type: "part", redacted: [{ name, text }] };
  }
}

if (parentPort) serve(parentPort);
