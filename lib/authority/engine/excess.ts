import type { At } from "@/lib/authority/read/cursor";
import type { Resources } from "./container";
import { integerFact } from "./fact";

/**
 * What a container does when memory runs out other than it should.
 *
 * @param kill where its killing is switched off, and whether it is
 * @param score where it is put behind others
 */
export function oomExcess(kill: { at: At; isOff: boolean }, score: At): Resources["excess"] {
  const excess: Resources["excess"] = [];
  if (kill.isOff)
    excess.push({
      at: kill.at,
      anchor: "oom",
      target: "it is not killed when memory runs out",
      extent: [],
    });
  if ((integerFact(score).value ?? 0n) < 0n)
    excess.push({
      at: score,
      anchor: "oom score",
      target: "others are killed before it when memory runs out",
      extent: [],
    });
  return excess;
}
