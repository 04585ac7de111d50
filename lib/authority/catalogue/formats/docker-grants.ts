/**
 * What an id means where a container engine runs the container on a host, in docker inspect and in compose: the
 * entries' own sentences speak of nodes, pods and clusters.
 */
export const DOCKER_GRANTS: Record<string, string> = {
  "k8s-api-token": "Calls the Kubernetes API with the token of a pod that it mounts.",
  "secret-env": "Holds a secret in its environment, which child processes, /proc and crash dumps show.",
  "registry-build-credentials": "Building or pulling its image uses credentials.",
  "host-path-ro": "Reads files of the host at this path.",
  "host-path-rw": "Reads and changes files of the host at this path.",
  "host-path-sensitive": "Reaches files with which the host, or others' credentials, can be taken over.",
  "runtime-socket":
    "Starts any container on the host through the runtime's API, which is root there; read only does not help.",
  "host-service-socket": "Talks to a service of the host, such as systemd, D-Bus or an SSH agent.",
  "mount-propagation": "What is mounted inside appears on the host and in other containers.",
  "shared-volume": "Reads or changes what another container keeps in the same volume.",
  "code-from-config": "Runs what the configuration holds, so whoever may write that chooses the code.",
  "secret-volume": "Reads a secret's content as a file.",
  "external-volume-driver": "Reaches storage over the network through a driver that runs on the host.",
  "cloud-metadata": "Asks the cloud's metadata service for the machine's credentials.",
  "cluster-lateral": "Connects to every port of the other containers on its networks.",
  "ingress-exposed": "Is reached from outside of the host.",
  "ingress-open": "Every container on its networks can connect to it.",
  "shared-netns": "Reaches ports that the other container opens on localhost.",
  "cpu-unlimited": "Uses all processor time of the host.",
  "memory-unlimited": "Uses all memory of the host, so that its neighbours are killed.",
  "disk-unlimited": "Fills the host's disk.",
  "rlimits-shm-oom": "Fills memory by writing files, or evades the limits that are set on it.",
  privileged:
    "Holds every Linux capability and every device of the host, without seccomp, AppArmor or masked paths.",
  "host-pid": "Sees every process of the host and, with enough rights, enters or traces it.",
  "host-ipc": "Reads and writes shared memory and semaphores of processes outside.",
  "host-network": "Uses the host's own network: its loopback services, its address, its metadata service.",
  "host-uts-cgroupns": "Sees, and with enough rights changes, the host's name or its tree of control groups.",
  "no-user-namespace": "User 0 inside is user 0 of the host, so whatever gets out is root there.",
  "device-access": "Uses a device of the host directly.",
  "shared-kernel": "Talks to the host's own kernel, so a kernel bug is a way out.",
  "runtime-annotation-override":
    "Changes settings of the sandboxing runtime for this container, where the runtime allows it.",
  "debug-container": "Commands were started in the running container, after whatever was reviewed.",
  "localhost-profile-by-name": "A profile of the host is named; what it allows is not in the configuration.",
};
