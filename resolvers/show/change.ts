import type { Change } from "../../schema/change.ts";
import type { Change as ChangeRecord } from "../../src/memory/change.ts";
import { plusMillis } from "../../src/memory/time.ts";
import { readingOfPast, type Reading } from "../reading.ts";

/** A change, with the readings at which what it is about is shown: as of just before the commit, and as of it. */
export type ShownChange = Change & {
  readonly record: ChangeRecord;
  readonly readBefore: Reading;
  readonly readAfter: Reading;
};

export const showChange = (
  record: ChangeRecord,
  reading: Reading,
  readAfter = readingOfPast(reading, record.at),
): ShownChange => ({
  at: record.at,
  kind: record.kind,
  record,
  readBefore: readingOfPast(reading, plusMillis(record.at, -1)),
  readAfter,
});
