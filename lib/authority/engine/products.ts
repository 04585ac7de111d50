/** A setting of a product that runs code for others, and what it means for the limits it claims. */
export type ProductSetting = {
  product: string;
  /** Images for which the product's default counts where nothing is written; null where only what is written does. */
  image: RegExp | null;
  variable: string;
  /** What the product takes where nothing is written. */
  byDefault: string;
  /** The values that grant the row. */
  grants: (value: string) => boolean;
  id:
    | "caller-overridable"
    | "sandbox-disabled"
    | "resource-limits-disabled"
    | "signature-not-forced"
    | "sandbox-control-key";
  says: string;
};

const on = (value: string): boolean => /^(true|1|yes|on)$/i.test(value);
const off = (value: string): boolean => /^(false|0|no|off)$/i.test(value);

const JUDGE0 = /(^|\/)judge0\/(api|judge0)([:@]|$)/;
const DIFY_SANDBOX = /(^|\/)langgenius\/dify-sandbox([:@]|$)/;

const judge0 = (variable: string, says: string): ProductSetting => ({
  product: "Judge0",
  image: JUDGE0,
  variable,
  byDefault: "true",
  grants: (value) => !off(value),
  id: "caller-overridable",
  says,
});

/** The published key of a product's example: no secret, and the reason why it is one in name only. */
const PUBLISHED_KEYS: ReadonlySet<string> = new Set(["dify-sandbox"]);

export const isPublishedKey = (value: string): boolean => PUBLISHED_KEYS.has(value);

/**
 * Sources: judge0.conf of judge0/judge0; conf/config.yaml and docker/middleware.env.example of langgenius;
 * docker/docker-compose.yml of daytonaio/daytona; the settings pages of Windmill, Grist and OpenHands.
 */
export const PRODUCT_SETTINGS: readonly ProductSetting[] = [
  judge0("ALLOW_ENABLE_NETWORK", "whoever submits code may switch the network on"),
  judge0("ENABLE_COMPILER_OPTIONS", "whoever submits code may pass options to the compiler"),
  judge0("ENABLE_CALLBACKS", "whoever submits code may name an address that is called"),
  judge0("ENABLE_ADDITIONAL_FILES", "whoever submits code may add files"),
  {
    product: "Judge0",
    image: JUDGE0,
    variable: "AUTHN_TOKEN",
    byDefault: "",
    grants: (value) => value === "",
    id: "sandbox-control-key",
    says: "without a token whoever reaches it may submit code",
  },
  {
    product: "Dify sandbox",
    image: DIFY_SANDBOX,
    variable: "ENABLE_NETWORK",
    byDefault: "true",
    grants: on,
    id: "caller-overridable",
    says: "whoever submits code may ask for the network",
  },
  {
    product: "Dify sandbox",
    image: DIFY_SANDBOX,
    variable: "API_KEY",
    byDefault: "dify-sandbox",
    grants: (value) => value === "" || isPublishedKey(value),
    id: "sandbox-control-key",
    says: "its key is the published one of the example",
  },
  {
    product: "Dify plugin daemon",
    image: null,
    variable: "FORCE_VERIFYING_SIGNATURE",
    byDefault: "true",
    grants: off,
    id: "signature-not-forced",
    says: "plugins without a signature are installed",
  },
  {
    product: "Daytona runner",
    image: null,
    variable: "RESOURCE_LIMITS_DISABLED",
    byDefault: "false",
    grants: on,
    id: "resource-limits-disabled",
    says: "its sandboxes have no limits",
  },
  {
    product: "Windmill",
    image: null,
    variable: "DISABLE_NSJAIL",
    byDefault: "",
    grants: on,
    id: "sandbox-disabled",
    says: "jobs run without nsjail",
  },
  {
    product: "Grist",
    image: null,
    variable: "GRIST_SANDBOX_FLAVOR",
    byDefault: "",
    grants: (value) => value === "unsandboxed",
    id: "sandbox-disabled",
    says: "formulas run without a sandbox",
  },
  {
    product: "OpenHands",
    image: /(^|\/)openhands([:@/]|$)/i,
    variable: "RUNTIME",
    byDefault: "docker",
    grants: (value) => value === "local" || value === "process",
    id: "sandbox-disabled",
    says: "the agent's commands run beside the server",
  },
];
