import { isShallow } from "../../src/chat/request.ts";
import type { Turn } from "../../schema/sessions/turn.ts";
import type { Turn as TurnRecord } from "../../src/memory/session.ts";
import { turnsReadAt } from "../../src/read/view.ts";
import type { Reading } from "../reading.ts";
import { idOf, type ShownRecord } from "./shown-record.ts";

export type ShownTurn = Turn & ShownRecord<"Turn", TurnRecord>;

/** A turn in a view. Turns have no versions: a past view shows their only state. */
export const showTurn = (record: TurnRecord, reading: Reading): ShownTurn => ({
  __typename: "Turn",
  id: idOf("Turn", record.id, reading),
  seq: record.seq,
  role: record.role,
  speaker: record.speaker ?? null,
  content: record.content,
  // Written by an earlier version, or imported: what nests deeper than is taken now is not shown.
  metadata: isShallow(record.metadata) ? record.metadata : null,
  tags: record.tags ?? [],
  toolName: record.toolName,
  toolCallId: record.toolCallId,
  occurredAt: record.occurredAt,
  recordedAt: record.recordedAt,
  expiresAt: record.expiresAt,
  record,
  reading,
});

/** A turn by its local id; in a past view, null before it was recorded. */
export const loadTurn = async (id: string, reading: Reading): Promise<ShownTurn | null> => {
  const record = await reading.loaders.turns.load(id);
  if (
    record === null ||
    (reading.view.past && record.recordedAt > turnsReadAt(reading.view).knownAt)
  )
    return null;
  return showTurn(record, reading);
};
