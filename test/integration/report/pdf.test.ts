import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReadPdf, readReport } from "../../support/pdf";
import { everyScript, fullContent, thousandRows } from "../../support/report-contents";
import { DIGEST, emptyContent, everywhere, HOSTILE, inForce, sourceOf } from "../../support/report-source";

const MM = 72 / 25.4;
/** A4, and the margins of the template; a fraction of a point is the rounding of glyphs. */
const [LEFT, RIGHT, TOP, BOTTOM] = [24 * MM - 1, (210 - 20) * MM + 1, 10 * MM, (297 - 10) * MM];

const made: ReadPdf[] = [];
const read = async (...args: Parameters<typeof readReport>): Promise<ReadPdf> => {
  const pdf = await readReport(...args);
  made.push(pdf);
  return pdf;
};
afterAll(() => {
  for (const pdf of made) pdf.forget();
});

const signOff = {
  id: "1",
  name: "Adam Approver",
  role: "approver",
  decision: "approve" as const,
  words: "The preview path is sound.",
  digest: DIGEST,
  method: "password",
  authenticatedAt: "2026-11-30T10:29:00.000Z",
  decidedAt: "2026-11-30T10:30:00.000Z",
  wrote: ["J1"],
  rejects: [] as number[],
};

/** What holds of every report, whatever it says. */
function expectWellMade(pdf: ReadPdf): void {
  expect(pdf.info).toMatch(/^Tagged:\s+yes$/m);
  expect(pdf.info).toMatch(/^Page size:.*\(A4\)$/m);
  expect(pdf.bytes.includes("pdfuaid")).toBe(true);
  for (const font of pdf.fonts()) expect(font).toMatchObject({ isEmbedded: true, hasUnicode: true });
  const names = pdf.fonts().map(({ name }) => name.replace(/^[A-Z]{6}\+/, ""));
  expect(names).toContain("Inter-Regular");
  // Fonts of the machine on which it was made would make another document elsewhere.
  for (const name of names)
    expect(name).toMatch(/^(Inter|JetBrainsMono|NotoSans(SC|Arabic|Hebrew)|NotoEmoji)-/);
  const outside = pdf
    .words()
    .filter(({ x0, x1, y0, y1 }) => x0 < LEFT || x1 > RIGHT || y0 < TOP || y1 > BOTTOM)
    .filter(({ text }) => !/^(DRAFT|ENDED|SUPERSEDED|REJECTED)/.test(text));
  expect(outside).toEqual([]);
  for (let page = 2; page <= pdf.pages; page++) {
    expect(pdf.text(page)).toContain(`Page ${page} of ${pdf.pages}`);
  }
  // No page is empty, and none is black.
  for (const white of pdf.whiteness()) {
    expect(white).toBeGreaterThan(0.8);
    expect(white).toBeLessThan(0.9975);
  }
}

const inOrder = (text: string, words: readonly string[]): string[] => {
  let from = 0;
  return words.filter((word) => {
    const at = text.indexOf(word, from);
    if (at >= 0) from = at;
    return at >= 0;
  });
};

const SECTIONS = [
  "Summary",
  "1 Scope",
  "2 Entry points",
  "3 Authority",
  "4 Findings",
  "5 Residual risks",
  "6 Certificates",
  "7 Rules used",
  "8 Words",
];

const squeezed = (pdf: ReadPdf): string => pdf.text().replace(/[ \t]+/g, " ");

describe("an empty draft", () => {
  let pdf: ReadPdf;
  beforeAll(async () => {
    pdf = await read(sourceOf(emptyContent()));
  });

  test("is well made, and short", () => {
    expectWellMade(pdf);
    expect(pdf.pages).toBeLessThanOrEqual(4);
  });

  test("says that it is a draft, and of each section that nothing is recorded", () => {
    const text = squeezed(pdf);
    expect(text).toContain("Draft 1 as it stood on 30 Nov 2026, 08:00 UTC.");
    expect(text).toContain("No entry point is recorded.");
    expect(text).toContain("No configuration is attached, so nobody knows what is granted.");
    expect(text).toContain("Nobody has signed this content.");
  });

  test("has “draft” across each page for who sees it, and not among what is read out", () => {
    const letters = pdf.words().filter(({ page, text }) => page === 2 && /^[DRAFT]$/.test(text));
    expect(letters.length + pdf.text(2).split("DRAFT").length - 1).toBeGreaterThan(0);
    expect(pdf.structureText().replace(/\W/g, "")).not.toContain("DRAFT");
  });
});

describe("a revision in force", () => {
  let pdf: ReadPdf;
  beforeAll(async () => {
    pdf = await read(sourceOf(fullContent(), { revision: inForce, signOffs: [signOff] }));
  });

  test("is well made, with every section in its order", () => {
    expectWellMade(pdf);
    const text = squeezed(pdf).slice(squeezed(pdf).indexOf("\f"));
    expect(inOrder(text, SECTIONS)).toEqual(SECTIONS);
  });

  test("states its digest, its validity and who signed on the cover", () => {
    const cover = pdf.text(1);
    expect(cover).toContain(DIGEST);
    expect(cover).toContain("In force until 30 Nov 2027");
    expect(cover).toMatch(/Adam Approver\s+Approver\s+Approved\s+30 Nov 2026, 10:30 UTC/);
  });

  test("answers the four questions on one page", () => {
    const page = pdf.text(2).replace(/\s+/g, " ");
    for (const question of ["What enters?", "What authority is available?", "What may leave?"]) {
      expect(page).toContain(question);
    }
    expect(page).toContain("1 artifact by 3 entry points, submitted by: user.");
    expect(page).toContain(
      "1 executor runs submitted code and holds 3 grants, of which 1 serves no stated need",
    );
    expect(page).toContain("Not recorded: this version of the review holds no output checks.");
  });

  test("reads authority by need, with the justification before what it covers", () => {
    const text = squeezed(pdf);
    const order = [
      "Guardrails load shared word lists from the cache.",
      "Host directory /var/lib/cache",
      "Serves no stated need: credentials and identity",
      "Kubernetes API token",
      "Missing limits, not decided: resources and time",
      "No limit on processes",
      "Decided: remove",
      "Host directory /srv",
      "Claims and facts, which enforce nothing",
    ];
    expect(inOrder(text.slice(text.indexOf("\n3 Authority")), order)).toEqual(order);
  });

  test("holds a certificate that says who, how, what and until when, in their words", () => {
    const text = squeezed(pdf).replace(/\s+/g, " ");
    expect(text).toContain(
      "Adam Approver approved revision 3 of “Custom guardrails, first review” (review 1) of Guardrail runner on 30 Nov 2026, 10:30 UTC.",
    );
    expect(text).toContain("With password, on 30 Nov 2026, 10:29 UTC");
    expect(text).toContain("From 30 Nov 2026 until 30 Nov 2027");
    expect(text).toContain("Wrote in this revision J1");
    expect(text).toContain("The preview path is sound.");
  });

  test("of a rejection names the risks that are not acceptable as written", async () => {
    const rejected = { ...inForce, state: "rejected", validUntil: null };
    const rejection = { ...signOff, decision: "reject" as const, rejects: [1] };
    const other = await read(sourceOf(fullContent(), { revision: rejected, signOffs: [rejection] }));
    const text = squeezed(other).replace(/\s+/g, " ");
    expect(text.slice(text.indexOf("Certificate 1 of 1"))).toContain(
      `Not acceptable as written R1 ${fullContent().risks[0]!.title}`,
    );
  });

  test("marks a risk by the severity that counts, and says what is written", async () => {
    const content = fullContent();
    const finding = {
      id: "f12",
      number: 12,
      ruleId: "ENT-01",
      target: "review",
      severity: "critical" as const,
      reason: "Code runs past the broker.",
      lists: [],
      state: "open" as const,
      dismissal: null,
    };
    content.risks[0] = { ...content.risks[0]!, severity: "medium", covers: ["finding:f12"] };
    const other = await read(sourceOf(content, { revision: inForce, findings: [finding] }));
    expectWellMade(other);
    const said = other.structureText().replace(/[^A-Za-z0-9;]+/g, " ");
    expect(said).toMatch(/Severity P block Critical P block written as medium; it covers F12/);
  });

  test("says what was answered “not applicable”, and what decided the risk", () => {
    const text = squeezed(pdf).replace(/\s+/g, " ");
    expect(text).toContain("A preview has its own limit of ten seconds.");
    expect(text).toContain("Accept until the next release.");
    expect(text).toContain("Accepted with revision 3 on 30 Nov 2026 by Adam Approver.");
  });

  test("has headings and tables as such in its structure, for who cannot see it", () => {
    const structure = pdf.structure();
    for (const element of ["H1", "H2", "Table", "TH", "TD", "Link"]) {
      expect(structure).toMatch(new RegExp(`^\\s*${element}\\b`, "m"));
    }
  });

  test("is the same to the byte when it is made again", async () => {
    const again = await read(sourceOf(fullContent(), { revision: inForce, signOffs: [signOff] }));
    expect(again.bytes.equals(pdf.bytes)).toBe(true);
  });
});

describe("a thousand rows", () => {
  let pdf: ReadPdf;
  beforeAll(async () => {
    pdf = await read(sourceOf(thousandRows(), { revision: inForce }));
  });

  test("are all there, once each", () => {
    expectWellMade(pdf);
    const numbers = pdf
      .text()
      .match(/^ ?C\d+(?= )/gm)!
      .map((number) => number.trim());
    expect(numbers).toHaveLength(1_000);
    expect(new Set(numbers).size).toBe(1_000);
  });

  test("stand under a header on every page of their table", () => {
    const pages = Array.from({ length: pdf.pages }, (_, n) => pdf.text(n + 1));
    const inTable = pages.filter((text) => (text.match(/^ ?C\d+ /gm)?.length ?? 0) > 3);
    expect(inTable.length).toBeGreaterThan(15);
    for (const text of inTable) {
      expect(text).toMatch(/No\.\s+Granted capability\s+Access\s+Severity\s+Decision\s+Source/);
    }
  });
});

describe("every script, and what somebody may type to do harm", () => {
  let pdf: ReadPdf;
  let text: string;
  beforeAll(async () => {
    pdf = await read(sourceOf(everyScript(), { system: { id: "system", name: HOSTILE.hebrew } }));
    text = pdf.text().replace(/[\s\u202a-\u202e\u2066-\u2069\u200e\u200f]+/g, " ");
  });

  test("is well made with the fonts of the packages", () => {
    expectWellMade(pdf);
    const names = pdf.fonts().map(({ name }) => name);
    for (const font of ["NotoSansSC", "NotoSansArabic", "NotoSansHebrew", "NotoEmoji"]) {
      expect(names.some((name) => name.includes(font))).toBe(true);
    }
  });

  test("keeps the letters of Chinese, Hebrew and emoji", () => {
    expect(text.replaceAll(" ", "")).toContain("预览在沙箱里运行客户的代码。");
    expect(text).toContain("שלום");
    expect(text).toContain("😀");
  });

  test("prints markup as text, and runs none of it", () => {
    const joined = text.replaceAll(" ", "");
    expect(joined).toContain('#eval("1+1")');
    expect(joined).toContain("<script>alert(1)</script>");
  });

  test("names what no font holds and what would turn the direction, in place of printing it", () => {
    const joined = text.replaceAll(" ", "");
    expect(joined).toContain("bell[U+0007]");
    expect(joined).toContain("turned[U+202E]around[U+202C]");
    expect(joined).toContain("[U+13000]");
  });
});

test("a text of every Unicode block is set, by name where no font holds it", async () => {
  let text = "";
  for (let code = 1; code < 0x110000; code += 61) {
    if (code < 0xd800 || code > 0xdfff) text += String.fromCodePoint(code);
  }
  // Marks upon letters of another script, which no single font can set.
  text += " a\u05B0 \u0627\u0301 \u4E00\u0323 \u200D\uFE0F e\u0301\u0301";
  const content = fullContent();
  content.review.notes = text;
  content.artifacts[0]!.name = [...text].slice(0, 290).join("");
  const pdf = await read(sourceOf(content));
  expectWellMade(pdf);
  expect(pdf.text()).toContain("[U+");
});

describe("long cells", () => {
  test("go over as many pages as they need: 100,000 characters without a space, and a list of 500 lines", async () => {
    const content = fullContent();
    content.review.task = "x".repeat(100_000);
    content.justifications[0]!.purpose = Array.from({ length: 500 }, (_, n) => `Line ${n + 1} of 500`).join(
      "\n",
    );
    content.entryPoints[0]!.notes = "A sentence that goes on. ".repeat(4_000);
    const pdf = await read(sourceOf(content));
    expectWellMade(pdf);
    const text = pdf.text();
    expect(text.match(/x{10,}/g)!.join("")).toHaveLength(100_000);
    expect(text.match(/Line \d+ of 500/g)).toHaveLength(500);
  });

  test("hold Typst in every cell as text", async () => {
    const source = sourceOf(everywhere(fullContent(), HOSTILE.typst), {
      revision: { ...inForce, requestWords: HOSTILE.typst },
      signOffs: [{ ...signOff, name: HOSTILE.typst, words: HOSTILE.typst }],
      system: { id: "system", name: HOSTILE.typst },
      people: { member: HOSTILE.typst },
    });
    const pdf = await read(source);
    expectWellMade(pdf);
    expect(pdf.text().match(/#strong\[x\]/g)!.length).toBeGreaterThan(30);
  });
});
