/** How much a reply may draw on (DESIGN.md §5, TIERED); other strategies make no difference between them. */
export type Mode = "QUICK" | "THINK" | "DEEP" | "RESEARCH";
