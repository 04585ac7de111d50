/** The annotations that the catalogue reads; all others (checksums, revisions, restartedAt) are left out. */
export const READ_ANNOTATIONS =
  /^(dev\.gvisor\.flag\.|io\.katacontainers\.config\.|io\.kubernetes\.cri-o\.|container\.apparmor\.security\.beta\.kubernetes\.io\/|(container\.)?seccomp\.security\.alpha\.kubernetes\.io\/|eks\.amazonaws\.com\/role-arn$|iam\.gke\.io\/gcp-service-account$|azure\.workload\.identity\/client-id$)/;
