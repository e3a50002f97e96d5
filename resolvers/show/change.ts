import { globalId } from "../../schema/global-id.ts";
import type { Change } from "../../schema/graph/change.ts";
import type { Change as ChangeRecord } from "../../src/memory/change.ts";
import { epochMillis, instantOf, plusMillis } from "../../src/memory/time.ts";
import { changeAt } from "../../src/read/history/changes.ts";
import { type Reading, readingOfPast } from "../reading.ts";

/** A change with the readings just before and after its commit. */
export type ShownChange = Change & {
  readonly __typename: "Change";
  readonly record: ChangeRecord;
  readonly readBefore: Reading;
  readonly readAfter: Reading;
};

export const showChange = (
  record: ChangeRecord,
  reading: Reading,
  readAfter = readingOfPast(reading, record.at),
): ShownChange => ({
  __typename: "Change",
  id: globalId("Change", changeId(record)),
  at: record.at,
  kind: record.kind,
  record,
  readBefore: readingOfPast(reading, plusMillis(record.at, -1)),
  readAfter,
});

const changeId = ({ at, ordinal }: ChangeRecord): string => `${epochMillis(at)}-${ordinal}`;

/**
 * A change by its local id; null if there is none, or if it was recorded after the reading's time
 * point.
 */
export const loadChange = async (id: string, reading: Reading): Promise<ShownChange | null> => {
  const [, millis, ordinal] = /^(\d{1,15})-(\d{1,9})$/.exec(id) ?? [];
  if (millis === undefined || ordinal === undefined) return null;
  if (Number(millis) > epochMillis(reading.view.at.knownAt)) return null;
  const record = await changeAt(reading.space, instantOf(Number(millis)), Number(ordinal));
  return record ? showChange(record, reading) : null;
};
