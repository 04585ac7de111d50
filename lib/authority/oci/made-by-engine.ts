import { cleanPath } from "@/lib/authority/host-paths";
import { redactShapes } from "@/lib/authority/secrets/detect";
import type { Mount } from "./mount";

/** A bind mount of what an engine or the kubelet made for this container, named without ids that change. */
export type MadeByEngine =
  | { kind: "file" }
  | { kind: "secret" | "token" | "volume"; name: string; of: "the kubelet" | "the engine" };

const ENGINE_FOLDERS =
  /^\/(var\/lib\/(docker\/containers|containerd|containers\/storage\/[\w-]+-containers|nerdctl|kubelet\/pods)|run\/(containerd|containers\/storage|user\/\d+\/containers))\//;
/** Files that each engine gives each container. */
const ENGINE_FILES =
  /^\/(etc\/(hosts|hostname|resolv\.conf)|dev\/(termination-log|shm|mqueue)|run\/\.containerenv)$/;
const KUBELET_VOLUME =
  /^\/var\/lib\/kubelet\/pods\/[^/]+\/(?:volumes\/kubernetes\.io~([a-z-]+)|volume-subpaths)\/([^/]+)/;
const ENGINE_VOLUME = /^\/var\/lib\/(?:docker|containers\/storage)\/volumes\/([^/]+)\/_data(?:\/|$)/;
const TOKEN_FOLDER = /^\/run\/secrets\/kubernetes\.io\/serviceaccount(\/|$)/;
const SECRET_FOLDER = /^\/run\/secrets\/(.+)$/;

/** What an engine made a mount's source for; null where somebody chose a path of the host. */
export function madeByEngine({ source, destination }: Mount): MadeByEngine | null {
  const path = cleanPath(source);
  const inside = cleanPath(destination).replace(/^\/var\/run(?=\/)/, "/run");
  const kubelet = KUBELET_VOLUME.exec(path);
  const name = redactShapes(kubelet?.[2] ?? ENGINE_VOLUME.exec(path)?.[1] ?? "");
  if (TOKEN_FOLDER.test(inside)) return { kind: "token", name, of: "the kubelet" };
  if (kubelet?.[1] === "secret") return { kind: "secret", name, of: "the kubelet" };
  if (kubelet) return { kind: "volume", name, of: "the kubelet" };
  if (ENGINE_VOLUME.test(path)) return { kind: "volume", name, of: "the engine" };
  if (!ENGINE_FOLDERS.test(path)) return null;
  if (ENGINE_FILES.test(inside)) return { kind: "file" };
  const secret = SECRET_FOLDER.exec(inside)?.[1];
  return secret === undefined ? null : { kind: "secret", name: redactShapes(secret), of: "the engine" };
}
