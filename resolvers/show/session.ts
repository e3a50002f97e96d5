import type { Session } from "../../schema/sessions/session.ts";
import type { Session as SessionRecord } from "../../src/memory/session.ts";
import type { Reading } from "../reading.ts";
import { idOf, type ShownRecord } from "./shown-record.ts";

export type ShownSession = Session & ShownRecord<"Session", SessionRecord>;

export const showSession = (record: SessionRecord, reading: Reading): ShownSession => ({
  __typename: "Session",
  id: idOf("Session", record.id, reading),
  title: record.title,
  strategy: record.strategy,
  createdAt: record.createdAt,
  record,
  reading,
});

/** A session by its local id; null if there is none. */
export const loadSession = async (
  id: string | null,
  reading: Reading,
): Promise<ShownSession | null> => {
  const record = id === null ? null : await reading.loaders.sessions.load(id);
  return record && showSession(record, reading);
};
