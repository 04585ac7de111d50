/**
 * What silence means wherever a Docker daemon starts the container: in docker inspect, and in compose unless
 * its own table says otherwise.
 *
 * Sources: Docker's "docker container run" reference, "Seccomp security profiles for Docker", "AppArmor
 * security profiles for Docker", "Isolate containers with a user namespace", "Resource constraints"; moby's
 * `oci/caps/defaults.go` for the default capabilities.
 */
export const DOCKER_SILENCE: Record<string, string> = {
  "cap-default-set": "Granted: the daemon's default capabilities, as nothing is dropped.",
  "allow-privilege-escalation":
    "Granted: no-new-privileges is off unless it is written, or set for the whole daemon.",
  "seccomp-unconfined": "The daemon's built-in filter, unless the container is privileged.",
  "apparmor-unconfined": "The profile docker-default, where the host supports AppArmor.",
  "proc-unmasked": "Masked, unless the container is privileged.",
  "host-uts-cgroupns":
    "A host name of its own; control groups of its own with cgroup v2, the host's with v1.",
  "no-user-namespace":
    "Granted, unless the daemon runs rootless or with userns-remap, which the configuration does not show.",
  "writable-rootfs": "Granted: the root file system is writable.",
  "shared-kernel": "Granted: the ordinary runtime, runc, shares the kernel.",
  "mount-propagation": "Mounts stay inside: rprivate.",
  "k8s-api-token": "No token: none is mounted unless it is written.",
  "cloud-identity": "None is written; the machine's role may be reachable through the metadata service.",
  "cloud-metadata": "Granted: the bridge network reaches 169.254.169.254 like any other address.",
  "egress-any": "Granted: a bridge network reaches every address unless it is internal.",
  "egress-dns-any": "Granted: the embedded resolver passes every name on.",
  "cluster-lateral": "Granted: containers of one network reach each other on every port.",
  "ingress-open": "Granted: containers of one network reach each other on every port.",
  "ingress-exposed": "Not exposed; a published port without an address is open on all of the host's.",
  "probe-ssrf": "No health check of its own.",
  "shared-netns": "A network of its own.",
  "cpu-unlimited": "Granted: no limit.",
  "memory-unlimited": "Granted: no limit.",
  "pids-unlimited": "Granted: no limit.",
  "disk-unlimited": "Granted: the writable layer and every volume grow until the host's disk is full.",
  "time-unlimited": "Granted: nothing ends a container that does not end by itself.",
  "restart-amplification": "Not restarted: the restart policy is no.",
  "rlimits-shm-oom": "The daemon's default: 64 MiB of /dev/shm, its own ulimits, the OOM killer on.",
  "host-path-rw": "No host file; a mount that does not say ro is writable.",
  "root-group": "Unknown: the image's group, which the file does not show.",
};
