import type { EntityReference } from "../../schema/graph/reference.ts";
import type { Reference as ReferenceRecord } from "../../src/memory/reference.ts";
import type { Reading } from "../reading.ts";

export type ShownReference = EntityReference & {
  readonly record: ReferenceRecord;
  readonly reading: Reading;
};

export const showReference = (record: ReferenceRecord, reading: Reading): ShownReference => ({
  kind: record.kind,
  snippet: record.snippet,
  occurredAt: record.occurredAt,
  recordedAt: record.recordedAt,
  record,
  reading,
});
