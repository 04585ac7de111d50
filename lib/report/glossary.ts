/** The words of a report, for somebody who does not know the tool. */
export const GLOSSARY: { word: string; meaning: string }[] = [
  { word: "Artifact (A)", meaning: "A thing that gets executed, with those who may submit it." },
  {
    word: "Authority digest",
    meaning:
      "The SHA-256 of what a configuration grants. It stays the same when an image tag or a replica count changes, and differs as soon as anything more or less is granted.",
  },
  {
    word: "Capability (C)",
    meaning:
      "One thing that the configuration grants to an executor, a limit that is missing, or a claim that looks enforced and is not.",
  },
  {
    word: "Configuration",
    meaning: "What is deployed in one environment, captured or rendered, with secrets removed.",
  },
  {
    word: "Confinement, broker",
    meaning:
      "The boundary that submitted code may not leave, and the one place at which something is passed through it.",
  },
  { word: "Entry point (E)", meaning: "One way in which an artifact reaches an executor." },
  {
    word: "Executor (X)",
    meaning:
      "What runs an artifact, with the layers around it. A neighbour runs beside it and is asked about what the two share.",
  },
  { word: "Finding (F)", meaning: "A rule that fired on a row of this review, with the reason." },
  {
    word: "By silence",
    meaning: "Granted because the configuration does not say otherwise, and the platform's default is yes.",
  },
  {
    word: "Justification (J)",
    meaning:
      "Why something is needed, how misuse of it is limited, what enforces that limit, and the evidence. One justification may cover many capabilities.",
  },
  {
    word: "Residual risk (R)",
    meaning:
      "A risk that stays, written down with its owner and its last day, and accepted by the approvers.",
  },
  {
    word: "Revision",
    meaning:
      "The content of a review as it was frozen to be decided. In force, it is what was approved and has not ended.",
  },
  {
    word: "Sign-off",
    meaning: "One approver's decision on the digest of a revision, after entering their password again.",
  },
  { word: "Surplus", meaning: "A grant that serves no stated need." },
];
