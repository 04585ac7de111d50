import { whyNotStorable } from "@/lib/kernel/text";

/** Bounds on a new password, in characters. Length beats composition: NIST SP 800-63B-4, section 3.1.1.2. */
export const PASSWORD_LENGTH = { min: 12, max: 256 };

/** What people choose first when twelve characters are asked for; compared without case and spaces. */
const COMMONEST = new Set([
  "123456789012",
  "1234567890123",
  "12345678901234",
  "123456123456",
  "123123123123",
  "121212121212",
  "012345678910",
  "0123456789ab",
  "abcdefghijkl",
  "abcdef123456",
  "abc123abc123",
  "abcd1234abcd",
  "1q2w3e4r5t6y",
  "1q2w3e4r5t6y7u",
  "1qaz2wsx3edc",
  "1qaz2wsx3edc4rfv",
  "qazwsxedcrfv",
  "qwerty123456",
  "qwertyqwerty",
  "qwertyuiop12",
  "qwertyuiop123",
  "qwertyuiop[]",
  "asdfghjkl123",
  "asdfasdfasdf",
  "password1234",
  "password12345",
  "password123456",
  "password2024",
  "password2025",
  "password2026",
  "passwordpassword",
  "passw0rd1234",
  "p@ssw0rd1234",
  "p@ssword1234",
  "changemechangeme",
  "changeme1234",
  "administrator",
  "administrator1",
  "adminadminadmin",
  "adminpassword",
  "admin1234567",
  "admin123admin",
  "letmeinletmein",
  "letmein12345",
  "welcome12345",
  "welcomewelcome",
  "iloveyou1234",
  "iloveyouiloveyou",
  "correcthorsebatterystaple",
  "correct-horse-battery-staple",
  "secretsecret",
  "testtesttest",
  "cordoncordon",
]);

/** The form in which passwords are hashed and compared: the same character typed on another keyboard is the same. */
export const normalPassword = (password: string): string => password.normalize("NFKC");

/**
 * Says why a new password is refused, or null when it is good.
 *
 * @param email the address of whoever chooses it, where it is known
 */
export function whyNotPassword(password: string, email = ""): string | null {
  const unstorable = whyNotStorable(password);
  if (unstorable) return unstorable;
  const length = [...password].length;
  if (length === 0) return `Choose a password of at least ${PASSWORD_LENGTH.min} characters.`;
  if (length < PASSWORD_LENGTH.min) {
    return `Use at least ${PASSWORD_LENGTH.min} characters; this has ${length}. Several words in a row are easy to keep in mind.`;
  }
  if (length > PASSWORD_LENGTH.max) {
    return `Use at most ${PASSWORD_LENGTH.max} characters; this has ${length}.`;
  }
  const plain = normalPassword(password).toLowerCase().replace(/\s/g, "");
  if (email && plain === email.toLowerCase()) return "The password cannot be your e-mail address.";
  if (new Set(plain).size < 3) return "A password of one or two characters over and over is guessed at once.";
  if (COMMONEST.has(plain)) return "This is one of the first passwords that anybody tries. Choose another.";
  return null;
}
