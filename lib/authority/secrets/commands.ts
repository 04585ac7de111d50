import { isElsewhere, markerOf, secretKindOfName } from "./detect";

const PASSWORD = markerOf("password");

/** A flag and the word after it, in a text. */
const FLAGGED =
  /(^|[\s"'`;(|&])(--?[A-Za-z][\w-]{0,60})([ \t]{1,8})(?![-|&;<>])("[^"\n]{0,1000}"|'[^'\n]{0,1000}'|\[redacted: [A-Za-z ]{1,40}\]|[^\s"'`;|&]{1,1000})/g;
const MYSQL = /\b(?:mysql|mariadb|sshpass)[\w-]{0,20}\b(?:[^\n;|]{0,200}?\s)-p(?=\S)/g;
const REDIS = /\bredis-cli\b(?:[^\n;|]{0,200}?\s)-a[ \t]{1,8}/g;
const LINE =
  /^([ \t]{0,64}(?:pass|password|passwd|requirepass|masterauth|secret|token)[ \t]{1,16})(\S{1,1024})$/gim;

/** The programs of a command line whose short flags are known. */
export type Programs = { curl: boolean; login: boolean; mysql: boolean; redis: boolean };

export const programsOf = (command: string): Programs => ({
  curl: /\b(?:curl|wget)\b/.test(command),
  login: /\blogin\b/.test(command),
  mysql: /\b(?:mysql|mariadb|sshpass)/.test(command),
  redis: /\bredis-cli\b/.test(command),
});

/** Secrets on command lines inside a text, and settings that are a name and a value on a line. */
export function redactCommands(text: string): string {
  let result = text.replace(LINE, (all, before: string, value: string) =>
    isElsewhere(value) || (/^[A-Za-z]+$/.test(value) && !/pass[ \t]|masterauth/.test(before))
      ? all
      : before + PASSWORD,
  );
  if (!/[\s"'`;(|&]-|^-/.test(result)) return result;
  const programs = programsOf(result);
  result = result.replace(FLAGGED, (all, before: string, flag: string, space: string, value: string) => {
    const quote = /^["']/.test(value) ? value[0]! : "";
    const inner = quote ? value.slice(1, -1) : value;
    const instead = flagSecret(flag, inner, programs);
    return instead === null ? all : `${before}${flag}${space}${quote}${instead.text}${quote}`;
  });
  result = wordAfter(result, MYSQL);
  return wordAfter(result, REDIS);
}

/** Replaces the word after each match. */
function wordAfter(text: string, pattern: RegExp): string {
  let result = "";
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const from = match.index + match[0].length;
    if (from < done) continue;
    const word = /[^\s;|&]{0,1000}/y;
    word.lastIndex = from;
    const value = (word.exec(text)?.[0] ?? "").replace(/^["']/, "");
    if (value === "" || isElsewhere(value)) continue;
    result += text.slice(done, from) + PASSWORD;
    done = word.lastIndex;
  }
  return result + text.slice(done);
}

/** What a flag's value is to be replaced by: a secret by the flag's name, or that of `-u`, `-p` and `-a`. */
export function flagSecret(
  flag: string,
  value: string,
  programs: Programs,
): { text: string; kind: string } | null {
  if (isElsewhere(value)) return null;
  const kind = secretKindOfName(flag.replace(/^-+/, ""));
  if (kind) return { text: markerOf(kind), kind };
  if (/^(?:-u|--user|--userpwd|--proxy-user|--creds|--auth)$/.test(flag)) {
    const [, user, password] = /^([^:/\s]{1,200}):(.{1,1000})$/.exec(value) ?? [];
    if (user === undefined || password === undefined || isElsewhere(password)) return null;
    const isGroup = /^[0-9]{1,10}$|^[a-z_]{1,32}$/.test(password) && !programs.curl;
    return isGroup ? null : { text: `${user}:${PASSWORD}`, kind: "password" };
  }
  if (flag === "-p") {
    const mixed = /^(?=.{6,200}$)(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[^/:]*$/.test(value);
    return programs.login || programs.mysql || mixed ? { text: PASSWORD, kind: "password" } : null;
  }
  return flag === "-a" && programs.redis ? { text: PASSWORD, kind: "password" } : null;
}

/** A word such as `-pword` after the name of a client that takes its password so. */
export function attachedPassword(word: string, programs: Programs): { text: string; kind: string } | null {
  if (!/^-p\S/.test(word) || !programs.mysql) return null;
  const value = word.slice(2);
  return isElsewhere(value) ? null : { text: `-p${PASSWORD}`, kind: "password" };
}
