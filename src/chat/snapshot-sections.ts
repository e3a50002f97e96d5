/** The headings of SLIDING_WINDOW's snapshot, in their order: what a project conversation must not lose. */
export const SNAPSHOT_SECTIONS = [
  "User",
  "Project",
  "People",
  "Tech",
  "Requirements",
  "Dates",
  "Budget/Costs",
  "Integrations",
  "Links",
  "Metrics",
] as const;
