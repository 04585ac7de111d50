/** The annotations that the catalogue reads; all others (checksums, revisions, restartedAt) are left out. */
export const READ_ANNOTATIONS = new RegExp(
  [
    String.raw`^(dev\.gvisor\.|io\.katacontainers\.config\.|io\.kubernetes\.cri-o\.`,
    String.raw`container\.apparmor\.security\.beta\.kubernetes\.io\/`,
    String.raw`(container\.)?seccomp\.security\.alpha\.kubernetes\.io\/`,
    String.raw`eks\.amazonaws\.com\/role-arn$|iam\.amazonaws\.com\/role$`,
    String.raw`iam\.gke\.io\/gcp-service-account$|azure\.workload\.identity\/client-id$`,
    String.raw`kubernetes\.io\/service-account\.name$`,
    String.raw`service\.beta\.kubernetes\.io\/(aws-load-balancer-(internal|scheme)|azure-load-balancer-internal)$`,
    String.raw`(networking\.gke\.io|cloud\.google\.com)\/load-balancer-type$)`,
  ].join("|"),
);
