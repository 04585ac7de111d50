import pino from "pino";

/**
 * The process's log: one JSON object a line on standard output (no worker transport, which Next's
 * bundler cannot trace). Secrets that ride on a request are cut whoever logs it.
 */
export const log = pino({
  level: process.env.LOG_LEVEL || "info",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  redact: {
    paths: [
      "authorization",
      "cookie",
      "password",
      "token",
      "*.authorization",
      "*.cookie",
      "*.password",
      "*.token",
      'headers["set-cookie"]',
    ],
    censor: "[cut]",
  },
});
