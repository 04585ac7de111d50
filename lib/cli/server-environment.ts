import { join } from "node:path";
import type { ServerEnv } from "@/lib/platform/env";
import { deriveKey, type Secret } from "@/lib/platform/secret";

/** What the server may know: of the database, the serving role's login only. */
export function serverEnvironment(
  config: ServerEnv,
  appUrl: string,
  secret: Secret,
  place: { root: string; home: string; build: string },
): NodeJS.ProcessEnv {
  const { DATABASE_APP_URL: _, CORDON_SECRET_PREVIOUS: __, ...rest } = process.env;
  return {
    ...rest,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: appUrl,
    CORDON_SECRET: secret.current,
    ...(secret.previous ? { CORDON_SECRET_PREVIOUS: secret.previous } : {}),
    CORDON_ROOT: place.root,
    CORDON_HOME: place.home,
    CORDON_DERIVE_WORKER: join(place.build, "derive-worker.mjs"),
    CORDON_PDF_CHILD: join(place.build, "pdf-child.mjs"),
    CORDON_URL: config.url,
    CORDON_URL_IS_GUESSED: process.env.CORDON_URL ? "" : "1",
    NEXTAUTH_URL: config.url,
    NEXTAUTH_SECRET: deriveKey(secret.current, "next-auth").toString("base64url"),
  };
}
