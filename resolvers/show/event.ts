import type { Event } from "../../schema/graph/event.ts";
import type { Event as EventRecord } from "../../src/memory/event.ts";
import type { Reading } from "../reading.ts";
import { idOf, type ShownRecord } from "./shown-record.ts";

export type ShownEvent = Event & ShownRecord<"Event", EventRecord>;

export const showEvent = (record: EventRecord, reading: Reading): ShownEvent => ({
  __typename: "Event",
  id: idOf("Event", record.id, reading),
  message: record.message,
  speaker: record.speaker,
  tags: record.tags ?? [],
  occurredAt: record.occurredAt,
  recordedAt: record.recordedAt,
  emotion: record.emotion,
  status: record.status,
  error: record.status === "FAILED" ? (record.outcome?.error ?? null) : null,
  record,
  reading,
});

/** An event by its local id; null if there is none, or before it was recorded. */
export const loadEvent = (id: string | null, reading: Reading): Promise<ShownEvent | null> =>
  id === null
    ? Promise.resolve(null)
    : reading.loaders.events
        .load({ id, knownAt: reading.view.at.knownAt })
        .then((record) => record && showEvent(record, reading));
