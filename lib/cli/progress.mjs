// One line a step: what it does, then how long it took.
import { stdout } from "node:process";

const WIDTH = 44;

export async function step(label, work) {
  const began = performance.now();
  stdout.write(`  ${label.padEnd(WIDTH, " ")}`);
  try {
    const remark = await work();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    stdout.write(`${seconds.padStart(6)} s${remark ? `  ${remark}` : ""}\n`);
  } catch (error) {
    stdout.write("failed\n");
    throw error;
  }
}
