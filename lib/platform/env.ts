import { z } from "zod";
import { whyNotProxy } from "./http/front/peer";

const port = z.coerce.number().int().min(0).max(65_535);

const url = z
  .string()
  .url()
  .refine((text) => /^https?:/.test(text), "must begin with http:// or https://")
  .transform((text) => text.replace(/\/+$/, ""));

const proxies = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .superRefine((list, context) => {
    const why = list.map(whyNotProxy).find((said) => said !== null);
    if (why) context.addIssue({ code: "custom", message: why });
  });

/** An unset variable and an empty one mean the same. */
const schema = z.preprocess(
  (input) => Object.fromEntries(Object.entries(input as object).filter(([, value]) => value !== "")),
  z.object({
    PORT: port.default(3000),
    HOST: z.string().default("127.0.0.1"),
    CORDON_URL: url.optional(),
    TRUSTED_PROXIES: proxies.default([]),
    CORDON_DIST_DIR: z.string().default(".next"),
  }),
);

/** How the HTTP server is configured. `url` is where people reach it, without a slash at the end. */
export type ServerEnv = {
  port: number;
  host: string;
  url: string;
  trustedProxies: string[];
  distDir: string;
};

/** Reads the server's variables; throws one sentence that names the first wrong one. */
export function readServerEnv(env: NodeJS.ProcessEnv = process.env): ServerEnv {
  const read = schema.safeParse(env);
  if (!read.success) {
    const first = read.error.issues[0]!;
    throw new Error(`${first.path.join(".")} is not usable: ${first.message}.`);
  }
  const { PORT, HOST, CORDON_URL, TRUSTED_PROXIES, CORDON_DIST_DIR } = read.data;
  return {
    port: PORT,
    host: HOST,
    url: CORDON_URL ?? `http://${linkHost(HOST)}:${PORT}`,
    trustedProxies: TRUSTED_PROXIES,
    distDir: CORDON_DIST_DIR,
  };
}

/** A server that listens on every address is still opened by a name; an IPv6 address wants brackets. */
function linkHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
