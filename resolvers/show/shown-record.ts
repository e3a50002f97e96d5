import { globalId, type NodeKind } from "../../schema/global-id.ts";
import type { TokenUsage } from "../../schema/token-usage.ts";
import { type Instant, OPEN } from "../../src/memory/time.ts";
import type { TokenUsage as Usage } from "../../src/memory/usage.ts";
import { turnsReadAt } from "../../src/read/view.ts";
import type { Reading } from "../reading.ts";

export const showTokens = ({ input, output, cached }: Usage): TokenUsage => ({
  input,
  output,
  cached,
  total: input + output,
});

/** The inputs of the field resolvers of an object: its record, and the reading. */
export interface ShownRecord<Kind extends NodeKind, Record> {
  readonly __typename: Kind;
  readonly record: Record;
  readonly reading: Reading;
}

/** Global id of an object; it carries the time point if the client asked for one. */
export const idOf = (kind: NodeKind, id: string, { view }: Reading): string => {
  if (!view.past) return globalId(kind, id);
  const isOfTalk = kind === "Session" || kind === "Turn";
  return globalId(kind, id, isOfTalk ? turnsReadAt(view) : view.at);
};

/** End of an interval; null if it is open. */
export const endOrNull = (end: Instant): Instant | null => (end === OPEN ? null : end);
