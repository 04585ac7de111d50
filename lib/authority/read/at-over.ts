import { At } from "./cursor";
import type { Value } from "./value";

/** A place that is laid over another: it is called, and found in the file, as that one is. */
export class AtOver extends At {
  constructor(
    protected readonly base: At,
    value: Value | null = base.value,
  ) {
    super(base.place, value);
  }

  override get name(): string {
    return this.base.name;
  }

  override pointer(): string {
    return this.base.pointer();
  }

  override source() {
    return this.base.source();
  }
}
