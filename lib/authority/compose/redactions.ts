import { isSettings } from "@/lib/authority/read/settings";
import type { MapValue, Value } from "@/lib/authority/read/value";
import { secretKindOfName } from "@/lib/authority/secrets/detect";
import { mark, type Redactions, redactAll } from "@/lib/authority/secrets/marks";
import { redactPlainTemplate, redactTemplate } from "./redact-template";
import { wordsOf } from "./words";

/** Members of a service, and of what it is built and deployed from, whose texts are Compose's own words. */
const OWN_WORDS = new Set(
  `additional_contexts_names aliases attach cap_add cap_drop cgroup cgroup_parent condition configs consistency container_name
  context_name cpu_count cpu_percent cpu_period cpu_quota cpu_rt_period cpu_rt_runtime cpu_shares cpus cpuset create_host_path
  depends_on deploy device_cgroup_rules devices dns dns_opt dns_search dockerfile domainname driver endpoint_mode env_file
  entitlements expose extends external external_links extra_hosts file gpus group_add gw_priority host_ip hostname image include init
  internal interface_name interval ipam ipc isolation link_local_ips links mac_address mem_limit mem_reservation mem_swappiness
  memswap_limit mode models name network network_mode networks oom_kill_disable oom_score_adj path pid pids_limit platform
  platforms ports privileged profiles project_directory propagation protocol published pull_policy read_only replicas required
  resources restart restart_policy retries runtime scale secrets security_opt service shm_size source ssh start_period stdin_open
  start_interval stop_grace_period stop_signal subpath sysctls tags target timeout tmpfs tty type uid gid ulimits use_api_socket
  user userns_mode uts volumes volumes_from working_dir version default_network attachable enable_ipv4 enable_ipv6 environment_name
  limits reservations memory pids count capabilities device_ids size bind volume selinux nocopy recursive permissions soft hard
  update_config rollback_config placement parallelism delay order failure_action max_attempts window constraints max_replicas_per_node
  subnet gateway ip_range config ipv4_address ipv6_address priority app_protocol watch action ignore initial_sync restart_sync`.split(
    /\s+/,
  ),
);

/**
 * Every literal secret of a document and every text that may hold one, with what stands for it. Where Compose's
 * own words stand only a secret's shape goes; everything else is anybody's, and shown where it looks harmless.
 */
export function redactionsOf(root: Value): Redactions {
  const found: Redactions = new Map();
  if (isSettings(root)) {
    for (const [name, value] of root.fields) free(name, value, found);
    return found;
  }
  const seen = new Set<Value>();
  if (root.kind !== "map") free("", root, found);
  else {
    // What x- elements hold is what services take of it by alias or merge; the rest is anybody's text.
    for (const [key, value] of root.fields) if (!key.startsWith("x-")) walkTop(key, value, found, seen);
    for (const [key, value] of root.fields) if (key.startsWith("x-")) walkRest(key, value, found, seen);
  }
  return found;
}

function walkTop(key: string, value: Value, found: Redactions, seen: Set<Value>): void {
  if (value.kind !== "map" || !/^(services|networks|volumes|secrets|configs)$/.test(key)) {
    walk(key, value, found, seen);
    return;
  }
  seen.add(value);
  for (const [name, member] of value.fields) {
    const content = member.kind === "map" ? member.fields.get("content") : undefined;
    if (content && key === "secrets") redactAll(content, found, "secret");
    else if (content) free(name, content, found);
    seen.add(member);
    if (content) seen.add(content);
    if (member.kind === "map") walkMap(member, found, seen, content);
    else walk(name, member, found, seen);
  }
}

const COMMANDS = new Set(["command", "entrypoint", "test"]);

function walkMap(map: MapValue, found: Redactions, seen: Set<Value>, done?: Value): void {
  for (const [key, value] of map.fields) if (value !== done) walk(key, value, found, seen);
}

function walk(key: string, value: Value, found: Redactions, seen: Set<Value>): void {
  seen.add(value);
  if (key.startsWith("x-")) {
    walkRest(key, value, found, seen);
    return;
  }
  if (COMMANDS.has(key)) command(value, found, seen);
  else if (HOLDERS.has(key)) assignments(value, found, seen);
  else if (value.kind === "map") walkMap(value, found, seen);
  else if (value.kind === "list") for (const item of value.items) walk(key, item, found, seen);
  else if (OWN_WORDS.has(key)) mark(found, value, redactPlainTemplate(value.text));
  else free(key, value, found);
}

/** Members that hold names with texts of anybody's. */
const HOLDERS = new Set([
  "environment",
  "labels",
  "annotations",
  "args",
  "additional_contexts",
  "options",
  "driver_opts",
  "storage_opt",
]);

function assignments(value: Value, found: Redactions, seen: Set<Value>): void {
  seen.add(value);
  if (value.kind === "scalar") free("", value, found);
  else if (value.kind === "map")
    for (const [name, member] of value.fields) {
      seen.add(member);
      free(name, member, found);
    }
  else
    for (const item of value.items) {
      seen.add(item);
      const cut = item.kind === "scalar" ? item.text.indexOf("=") : -1;
      if (item.kind !== "scalar") free("", item, found);
      else if (cut > 0) {
        const name = item.text.slice(0, cut);
        mark(found, item, `${name}=${redactNamedTemplate(name, item.text.slice(cut + 1))}`);
      } else free("", item, found);
    }
}

/** Kept for the row that says where the container runtime is; a password in it goes. */
const redactNamedTemplate = (name: string, text: string): string =>
  name === "DOCKER_HOST" ? redactPlainTemplate(text) : redactTemplate(name, text).text;

function free(name: string, value: Value, found: Redactions): void {
  if (value.kind === "scalar") mark(found, value, redactNamedTemplate(name, value.text));
  else if (value.kind === "list") for (const item of value.items) free(name, item, found);
  else for (const [key, child] of value.fields) free(secretKindOfName(name) ? name : key, child, found);
}

function command(value: Value, found: Redactions, seen: Set<Value>): void {
  if (value.kind !== "list") {
    free("", value, found);
    return;
  }
  const words = wordsOf(value);
  for (const [i, item] of value.items.entries()) {
    seen.add(item);
    if (item.kind === "scalar") mark(found, item, words[i]!.text);
    else free("", item, found);
  }
}

/** What no service took over: anybody's text. */
function walkRest(name: string, value: Value, found: Redactions, seen: Set<Value>): void {
  if (seen.has(value)) return;
  seen.add(value);
  if (value.kind === "scalar") free(name, value, found);
  else if (value.kind === "list") for (const item of value.items) walkRest(name, item, found, seen);
  else
    for (const [key, child] of value.fields)
      walkRest(secretKindOfName(name) ? name : key, child, found, seen);
}
