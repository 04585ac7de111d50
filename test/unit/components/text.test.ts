import { expect, it } from "vitest";
import { placeRailItems } from "@/components/frame/rail-order";
import { boundPanelWidth } from "@/components/frame/use-panel-width";
import { count, counted } from "@/components/ui/count";
import { initials } from "@/components/ui/initials";
import { themeFromCookie } from "@/components/ui/theme";
import { absoluteTime, relativeTime } from "@/components/ui/time-text";
import { toTsv } from "@/components/worksheet/tsv";

it("writes numbers with commas and the right noun", () => {
  expect(count(0)).toBe("0");
  expect(count(10000)).toBe("10,000");
  expect(count(1234567)).toBe("1,234,567");
  expect(counted(1, "entry point")).toBe("1 entry point");
  expect(counted(2, "capability", "capabilities")).toBe("2 capabilities");
});

it("writes a moment in UTC", () => {
  expect(absoluteTime("2026-11-30T23:05:59+02:00")).toBe("30 Nov 2026, 21:05 UTC");
  expect(absoluteTime("2026-01-01T00:00:00Z", "day")).toBe("1 Jan 2026");
  expect(absoluteTime("never")).toBe("unknown time");
});

it("says how long ago, and how long until", () => {
  const now = Date.UTC(2026, 10, 30, 12, 0, 0);
  expect(relativeTime(now - 3_000, now)).toBe("just now");
  expect(relativeTime(now - 60_000, now)).toBe("1 minute ago");
  expect(relativeTime(now - 90 * 60_000, now)).toBe("1 hour ago");
  expect(relativeTime(now + 12 * 86_400_000, now)).toBe("in 12 days");
  expect(relativeTime(now - 800 * 86_400_000, now)).toBe("2 years ago");
});

it("takes initials from names of one, two and many words, of any script, and from addresses", () => {
  expect(initials("Ada Lovelace")).toBe("AL");
  expect(initials("grace brewster murray hopper")).toBe("GH");
  expect(initials("ada@example.org")).toBe("A");
  expect(initials("𝒜da")).toBe("𝒜");
  expect(initials("")).toBe("?");
});

it("takes an unknown theme as the system's", () => {
  expect(themeFromCookie("dark")).toBe("dark");
  expect(themeFromCookie("sepia")).toBe("system");
  expect(themeFromCookie(undefined)).toBe("system");
});

it("places the rail in the order of the work and leaves out what is not there", () => {
  const placed = placeRailItems([
    { id: "activity", href: "/r/activity" },
    { id: "authority", href: "/r/authority", open: 3 },
    { id: "scope", href: "/r/scope" },
  ]);
  expect(placed.map((item) => [item.label, item.part])).toEqual([
    ["Scope", "work"],
    ["Authority", "work"],
    ["Activity", "record"],
  ]);
});

it("keeps the inspector's width in bounds", () => {
  expect(boundPanelWidth(10)).toBe(280);
  expect(boundPanelWidth(9000)).toBe(720);
  expect(boundPanelWidth(Number.NaN)).toBe(380);
});

it("copies cells so that a spreadsheet takes them as cells, and never as a formula", () => {
  expect(
    toTsv([
      ["E1", "a\tb"],
      ['say "x"', "two\nlines"],
      ["=1+1", "-5"],
    ]),
  ).toBe('E1\t"a\tb"\n"say ""x"""\t"two\nlines"\n\'=1+1\t-5');
});
