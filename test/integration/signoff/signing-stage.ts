import { expect } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { attachConfiguration } from "@/lib/review/server/configurations-attach";
import { attachBody } from "@/lib/review/server/configurations-input";
import { previewConfiguration } from "@/lib/review/server/configurations-preview";
import { createRow } from "@/lib/review/server/create-row";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { listRevisions } from "@/lib/signoff/server/revisions";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { bundleDeriveWorker } from "../../support/derive-worker";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

/** People who sign off, and what they do, for tests of deciding. */
export type SigningStage = {
  world: World;
  database: FreshDatabase;
  rita: Actor;
  adam: Actor;
  eve: Actor;
  admin: Actor;
  /** The actor as they are just after entering their password, by the present clock. */
  fresh(actor: Actor): Actor;
  /** A residual risk that is complete, and covers nothing. */
  risk(
    reviewId: string,
    title: string,
    more?: Record<string, unknown>,
  ): Promise<{ id: string; seq: number | null }>;
  attach(reviewId: string, manifest: string, environment?: string): Promise<void>;
  submit(reviewId: string): Promise<{ revisionId: string; digest: string; number: number }>;
  approve(
    actor: Actor,
    reviewId: string,
    revision: { revisionId: string; digest: string },
  ): ReturnType<typeof decideRevision>;
  /** "2 draft", "1 in-force": newest first, read as a viewer reads them. */
  states(reviewId: string): Promise<string[]>;
};

export const value = (text: unknown) => ({ state: "value" as const, value: text });

export const refusedAs = (code: string) =>
  expect.objectContaining({ problem: expect.objectContaining({ code }) });

/** A pod that mounts paths of the host, read-only or not. */
export const podWith = (mounts: Record<string, "ro" | "rw">): string => {
  const names = Object.keys(mounts);
  const list = (of: (path: string, at: number) => string) => names.map(of).join("");
  return `apiVersion: v1
kind: Pod
metadata: {name: runner}
spec:
  containers:
    - name: main
      image: registry.example/runner:1
      volumeMounts:
${list((path, at) => `        - {name: v${at}, mountPath: /m${at}${mounts[path] === "ro" ? ", readOnly: true" : ""}}\n`)}  volumes:
${list((path, at) => `    - {name: v${at}, hostPath: {path: ${path}}}\n`)}`;
};

export async function signingStage(): Promise<SigningStage> {
  const database = await freshDatabase();
  const world = await makeWorld(database);
  const rita = await world.member("Rita Reviewer", "reviewer");
  const adam = await world.member("Adam Approver", "approver");
  const eve = await world.member("Eve Approver", "approver");
  const admin = await world.member("Ana Admin", "admin");
  await bundleDeriveWorker();
  const fresh = (actor: Actor): Actor => ({
    ...actor,
    session: { ...actor.session!, authenticatedAt: new Date() },
  });
  return {
    world,
    database,
    rita,
    adam,
    eve,
    admin,
    fresh,
    risk: (reviewId, title, more = {}) =>
      createRow(rita, reviewId, "risk", {
        title: value(title),
        severity: value("medium"),
        treatment: value("accept"),
        rationale: value("Known and small."),
        owner: value(rita.id),
        expiresAt: value("2099-01-01"),
        ...more,
      }),
    async attach(reviewId, manifest, environment = "production") {
      const never = new AbortController().signal;
      const body = {
        files: [{ name: "pod.yaml", text: manifest }],
        environment,
        provenance: "captured" as const,
      };
      const { configDigest } = await previewConfiguration(rita, reviewId, body, never);
      const roles = [{ workload: "Pod runner", container: "main", role: "out-of-scope", reason: "A test." }];
      await attachConfiguration(rita, reviewId, attachBody.parse({ ...body, configDigest, roles }), never);
    },
    submit: (reviewId) => submitRevision(rita, reviewId, "Please look."),
    approve: (actor, reviewId, { revisionId, digest }) =>
      decideRevision(fresh(actor), reviewId, revisionId, { decision: "approve", words: "Fine.", digest }),
    states: async (reviewId) =>
      (await listRevisions(rita, reviewId)).map(({ number, state }) => `${number} ${state}`),
  };
}
