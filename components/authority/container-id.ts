import type { PreviewContainer } from "@/lib/review/authority/preview";

/** A container of a preview, or of the review, as answers name it. */
export const containerId = ({
  workload,
  container,
}: Pick<PreviewContainer, "workload" | "container">): string => `${workload} ${container}`;
