import { byteQuantity, bytesOf } from "./fact";

/** The size of a tmpfs and what narrows or widens it, of options such as `size=64m,noexec`; a share of all memory is no size. */
export function sizeAndOptions(options: string): { size: string | null; limits: string[] } {
  const words = options.split(",").map((word) => word.trim());
  const written = words.find((word) => word.startsWith("size="))?.slice(5) ?? "";
  const bytes = bytesOf(written);
  return {
    size: bytes === null || bytes === 0n ? null : byteQuantity(bytes),
    limits: words.filter((word) => word === "exec" || word === "noexec"),
  };
}
