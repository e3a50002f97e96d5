import { globalId, type NodeKind } from "../../schema/global-id.ts";
import { OPEN, type Instant } from "../../src/memory/time.ts";
import type { Reading } from "../reading.ts";

/** What the resolvers of an object's fields know of it: the record that it shows, and where it stands. */
export interface Shown<Kind extends NodeKind, Record> {
  readonly __typename: Kind;
  readonly record: Record;
  readonly reading: Reading;
}

/** The global id of an object: of its past view, where the client named a time point. */
export const idOf = (kind: NodeKind, id: string, { view }: Reading): string =>
  globalId(kind, id, view.past ? view.at : null);

/** The end of an interval; null where there is none. */
export const endOrNull = (end: Instant): Instant | null => (end === OPEN ? null : end);
