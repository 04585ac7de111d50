import { isReference, redactVariable } from "@/lib/authority/inner/environment";
import { isLiteral, kindIn, markerOf, redactShapes } from "@/lib/authority/secrets/detect";
import { redactValue } from "@/lib/authority/secrets/redact-value";

/** A URL with its secrets replaced; where it points at stays, since rows say that. */
export function redactUrl(text: string): { text: string; kind: string | null } {
  const shown = redactShapes(text);
  const [, start, rest] = /^([a-z][a-z0-9+.-]{0,30}:\/\/[^/?#]{0,300})([\s\S]*)$/i.exec(shown) ?? [];
  if (start === undefined) return redactValue("", shown);
  // The sign after the host stays, or it would end elsewhere when this is read again.
  const sign = (rest ?? "").slice(0, 1);
  const after = redactValue("", (rest ?? "").slice(1));
  return { text: start + sign + after.text, kind: kindIn(start) ?? after.kind };
}

/** Where a URL points at: the host with its port, and whether anybody on the way reads along. */
export function hostOf(text: string): { host: string; isPlain: boolean } {
  const [, scheme = "", authority = ""] =
    /^([a-z][a-z0-9+.-]{0,30}):\/\/([^/?#]{0,300})/i.exec(redactShapes(text)) ?? [];
  const host = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase();
  const isLocal = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/.test(host);
  return { host, isPlain: /^(?:http|ws)$/i.test(scheme) && !isLocal };
}

/** A header's value with its secret replaced: what authenticates is one, whatever it looks like. */
export function redactHeader(name: string, value: string): { text: string; kind: string | null } {
  if (isReference(value)) return { text: value, kind: null };
  const found = redactVariable(name, value);
  const authenticates = /authorization|cookie|api-?key|token|secret|password/i.test(name);
  if (found.kind !== null || !authenticates || !isLiteral(value)) return found;
  return { text: markerOf("credentials"), kind: "credentials" };
}
