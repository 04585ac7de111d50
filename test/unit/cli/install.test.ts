import { expect, it } from "vitest";
import { withoutSecrets } from "@/lib/cli/bootstrap.mjs";

it("gives install scripts of packages nothing that opens the installation's data", () => {
  const env = {
    PATH: "/bin",
    HTTPS_PROXY: "http://proxy",
    CORDON_HOME: "/srv/cordon",
    CORDON_SECRET: "s",
    CORDON_SECRET_PREVIOUS: "p",
    DATABASE_URL: "postgres://a",
    Database_App_Url: "postgres://b",
  };
  expect(withoutSecrets(env as unknown as NodeJS.ProcessEnv)).toEqual({
    PATH: "/bin",
    HTTPS_PROXY: "http://proxy",
    CORDON_HOME: "/srv/cordon",
  });
});
