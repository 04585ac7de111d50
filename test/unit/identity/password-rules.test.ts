import { describe, expect, it } from "vitest";
import { normalPassword, whyNotPassword } from "@/lib/identity/password-rules";

describe("a new password", () => {
  it.each(["four words in a row", "x7!kQ-04bz;T", "пароль из слов", "😀🎈🎉 a party of emoji"])(
    "can be %s",
    (password) => expect(whyNotPassword(password, "ada@example.org")).toBeNull(),
  );

  it("has 12 to 256 characters, as people count them", () => {
    expect(whyNotPassword("abcdefghijk")).toContain("this has 11");
    expect(whyNotPassword("")).toBe("Choose a password of at least 12 characters.");
    // Six emoji are twelve UTF-16 units, and six characters.
    expect(whyNotPassword("😀🎈🎉🎁🎀🎊")).toContain("this has 6");
    expect(whyNotPassword(`ab1${"x".repeat(253)}`)).toBeNull();
    expect(whyNotPassword(`ab1${"x".repeat(254)}`)).toContain("at most 256");
  });

  it("is not the e-mail address, in any case", () => {
    expect(whyNotPassword("Ada.Lovelace@Example.org", "ada.lovelace@example.org")).toContain("e-mail");
  });

  it.each(["password1234", "PassWord1234", "correct horse battery staple", "123456789012"])(
    "is not among the first that anybody tries: %s",
    (password) => expect(whyNotPassword(password)).toContain("first passwords"),
  );

  it("is not one or two characters over and over", () => {
    expect(whyNotPassword("aaaaaaaaaaaa")).toContain("over and over");
    expect(whyNotPassword("abababababab")).toContain("over and over");
  });

  it("is text: no NUL, no half of a surrogate pair", () => {
    expect(whyNotPassword("a good one\u0000 with NUL")).toContain("NUL");
    expect(whyNotPassword("half of a pair \ud83d here")).toContain("surrogate");
  });
});

it("reads the same from every keyboard", () => {
  // U+00E9 and e followed by U+0301 look alike; so do full-width digits (NFKC).
  expect(normalPassword("caf\u00e9 １２")).toBe(normalPassword("cafe\u0301 12"));
});
