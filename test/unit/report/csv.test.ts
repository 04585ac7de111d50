import { expect, test } from "vitest";
import { csvLine, csvOf } from "@/lib/report/csv";

test("Plain cells stand as they are, separated by commas", () => {
  expect(csvLine(["E1", "Preview", ""])).toBe("E1,Preview,");
});

test("Commas, quotes and line breaks are quoted as in RFC 4180", () => {
  expect(csvLine(["a,b", 'say "no"', "two\nlines"])).toBe('"a,b","say ""no""","two\nlines"');
});

test.each([
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-rm", "'-rm"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "\"'\t'=1\""],
  [" =1+1", "' =1+1"],
  ["a;=1+1;b", '"a;\'=1+1;b"'],
  ["\r=1", '"\'\r=1"'],
  ["\n=1", '"\'\n=1"'],
  ["＝1+1", "'＝1+1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
])("A cell that a spreadsheet would calculate is text: %j", (given, written) => {
  expect(csvLine([given])).toBe(written);
});

test("A formula with a comma is made text before it is quoted", () => {
  expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe('"\'=HYPERLINK(""http://x"",""y"")"');
});

test("Signs inside a cell are left alone", () => {
  expect(csvLine(["a=b", "x-y", "me@example.org"])).toBe("a=b,x-y,me@example.org");
});

test("Cells that begin or end with a space are quoted, so that readers do not trim them", () => {
  expect(csvLine([" a", "b "])).toBe('" a","b "');
});

test("A file begins with the byte order mark and ends every line with CRLF", () => {
  expect(
    csvOf(
      ["No.", "Name"],
      [
        ["E1", "Prüfung"],
        ["E2", "معاينة 🙂"],
      ],
    ),
  ).toBe("\uFEFFNo.,Name\r\nE1,Prüfung\r\nE2,معاينة 🙂\r\n");
});
