import type { EntityId, EventId, SessionId, TextId } from "../../../memory/ids.ts";
import type { Instant } from "../../../memory/time.ts";
import { ownText, TEXT } from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { IS_BELIEVED, oneOf, ofType } from "../partition/query.ts";

const IS_TEXT = ofType("text");
/** The text of an entity, with the properties that a commit needs to replace it. */
const ENTITY_TEXT = TEXT.only(
  "type",
  "schema",
  "textId",
  "textKind",
  "subject",
  "text",
  "own",
  "recordedAt",
  "expiredAt",
  "bounds",
  "lastPart",
).keeping();

/** The search texts of entities as of `knownAt`. */
export const entityTexts = async (
  partition: Partition,
  entities: readonly EntityId[],
  knownAt: Instant,
): Promise<({ readonly id: TextId; readonly text: string } | null)[]> => {
  if (entities.length === 0) return [];
  const rows = await partition.query(ENTITY_TEXT, {
    where: [IS_TEXT, 'c.textKind = "ENTITY"', oneOf("subject", "entities"), IS_BELIEVED],
    parameters: { entities: [...new Set(entities)], knownAt },
  });
  const bySubject = new Map(
    rows.map((row) => [row.subject, { id: row.textId, text: ownText(row) }]),
  );
  return entities.map((entity) => bySubject.get(entity) ?? null);
};

/**
 * Events of a session that search can find, first recorded first. The text of an event has its id.
 */
export const searchableEvents = async (
  partition: Partition,
  session: SessionId,
  limit: number,
  knownAt: Instant,
): Promise<EventId[]> => {
  const rows = await partition.query(TEXT.only("textId"), {
    where: [
      IS_TEXT,
      'c.textKind = "EVENT"',
      IS_BELIEVED,
      "EXISTS(SELECT VALUE s FROM s IN c.spans WHERE s.session = @session)",
    ],
    parameters: { session, knownAt },
    orderBy: "c.recordedAt",
    top: limit,
  });
  return rows.map(({ textId }) => textId);
};
