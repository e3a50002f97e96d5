import { Problem } from "../../memory/problem.ts";

/** The paged lists of a space. A cursor names its list, so that no other list accepts it. */
export type ListName =
  | "facts"
  | "recent"
  | "entities"
  | "relationships"
  | "changes"
  | "events"
  | "sessions"
  | "turns"
  | "memories"
  | "references";

/** The error for a cursor that the list cannot have returned. */
export const foreignCursor = (): Problem =>
  new Problem("INVALID_CURSOR", "The cursor `after` does not come from this list.");
