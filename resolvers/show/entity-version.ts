import type { EntityVersion } from "../../schema/entity-version.ts";
import type { EntityVersion as EntityRecord } from "../../src/memory/entity.ts";
import type { Reading } from "../reading.ts";
import { endOrNull } from "./shown.ts";

export type ShownEntityVersion = EntityVersion & {
  readonly record: EntityRecord;
  readonly reading: Reading;
};

export const showEntityVersion = (record: EntityRecord, reading: Reading): ShownEntityVersion => ({
  name: record.name,
  type: record.type,
  aliases: record.aliases,
  profile: record.profile,
  recordedAt: record.recordedAt,
  expiredAt: endOrNull(record.expiredAt),
  record,
  reading,
});
