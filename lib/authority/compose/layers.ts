import type { At } from "@/lib/authority/read/cursor";

/**
 * What is written of one thing in several places, the strongest first: an override, the service itself, what it
 * extends. Each keeps the place it stands at. Scalars are taken from the first that has one, lists are joined
 * from the weakest on, and maps by their keys. Source: the Compose specification, 13-merge.md.
 */
export class Layers {
  constructor(readonly all: readonly At[]) {}

  get first(): At {
    return this.all[0]!;
  }

  get exists(): boolean {
    return this.all.some((at) => at.exists);
  }

  get(key: string): Layers {
    return new Layers(this.all.map((at) => at.get(key)));
  }

  /** The strongest that is written here; where none is, the nearest thing that is. */
  at(...steps: string[]): At {
    const places = this.all.map((at) => at.path(...steps));
    return places.find((at) => at.exists) ?? places[0]!;
  }

  has(key: string): boolean {
    return this.all.some((at) => at.has(key));
  }

  /** The items of lists, or the one scalar that stands for a list of one. */
  items(key: string): At[] {
    return this.all.toReversed().flatMap((at) => {
      const value = at.get(key);
      return value.value?.kind === "list"
        ? value.items()
        : value.value?.kind === "scalar" && value.exists
          ? [value]
          : [];
    });
  }

  /** The members of maps, and of lists of `name=value` or `name` (whose value is null); the strongest wins. */
  pairs(key: string, sign = /=/): Map<string, { at: At; value: At | null }> {
    const found = new Map<string, { at: At; value: At | null }>();
    for (const layer of this.all.toReversed()) {
      const at = layer.get(key);
      for (const [name, value] of at.entries()) found.set(name, { at: value, value });
      for (const item of at.items()) {
        const text = item.string() ?? "";
        const cut = text.search(sign);
        if (text !== "") found.set(cut < 0 ? text : text.slice(0, cut), { at: item, value: null });
      }
    }
    return found;
  }

  /** The members of maps, or of a list of names, each with all that is written of it. */
  members(key: string): Map<string, Layers> {
    const names = new Set<string>();
    for (const at of this.all.toReversed()) {
      for (const [name] of at.get(key).entries()) names.add(name);
      for (const item of at.get(key).items()) {
        const name = item.string();
        if (name !== null) names.add(name);
      }
    }
    return new Map([...names].map((name) => [name, this.get(key).get(name)]));
  }
}
