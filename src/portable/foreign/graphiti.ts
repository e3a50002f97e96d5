/**
 * Graphiti: its episodes (EpisodicNode), nodes (EntityNode, for their names and summaries) and edges (EntityEdge), as their models dump themselves: one
 * JSON document with lists of them, a list, or JSON Lines. They are told apart by their fields.
 */
import { oldestFirst, type ForeignMemory, type ForeignRecord } from "./foreign-memory.ts";
import {
  instantIn,
  isObject,
  readObjects,
  textIn,
  type Json,
  type JsonObject,
} from "./read-objects.ts";

const objectsIn = (document: Json): JsonObject[] => {
  if (Array.isArray(document)) return document.flatMap(objectsIn);
  if (!isObject(document)) return [];
  return "uuid" in document
    ? [document]
    : Object.values(document).flatMap((value) => (Array.isArray(value) ? objectsIn(value) : []));
};

const isEdge = (object: JsonObject): boolean =>
  "source_node_uuid" in object && "target_node_uuid" in object;
const isEpisode = (object: JsonObject): boolean => "content" in object && !isEdge(object);

/** Of an episode of messages: `speaker: what was said`. */
const SPOKEN = /^([^:\n]{1,100}): ([\s\S]+)$/u;

/** Who speaks in a node's summary: nobody said it, and least of all the user. */
const SUMMED_UP_BY = "Graphiti";

/** The label that tells the type: all have `Entity`. */
const typeOf = (node: JsonObject): string | undefined => {
  const labels = Array.isArray(node["labels"]) ? (node["labels"] as readonly Json[]) : [];
  return labels
    .find((label): label is string => typeof label === "string" && label !== "Entity")
    ?.toLowerCase();
};

export const readGraphiti = (text: string): ForeignMemory => {
  const leftOut: { what: string; reason: string }[] = [];
  const objects = readObjects(text).flatMap(objectsIn);
  const nodes = new Map(
    objects
      .filter((object) => !isEdge(object) && !isEpisode(object))
      .map((node) => [textIn(node, "uuid"), node]),
  );
  const refOf = (uuid: string | null): { readonly name: string; readonly type?: string } | null => {
    const node = nodes.get(uuid);
    const name = node && textIn(node, "name");
    if (!node || name == null) return null;
    const type = typeOf(node);
    return { name, ...(type !== undefined && { type }) };
  };
  const records = objects.flatMap((object): ForeignRecord[] => {
    const uuid = textIn(object, "uuid");
    const skip = (what: string | null, reason: string): [] => {
      leftOut.push({ what: what ?? uuid ?? "", reason });
      return [];
    };
    if (isEpisode(object)) {
      const content = textIn(object, "content");
      if (content === null) return skip(textIn(object, "name"), "The episode is blank.");
      const [, speaker, message] =
        (textIn(object, "source") === "message" ? SPOKEN.exec(content) : null) ?? [];
      return [
        {
          kind: "MESSAGE",
          key: `graphiti:${uuid}`,
          message: message ?? content,
          speaker: speaker ?? null,
          occurredAt: instantIn(object, "valid_at", "created_at"),
        },
      ];
    }
    if (!isEdge(object)) {
      const [summary, profileOf] = [textIn(object, "summary"), refOf(uuid)];
      return summary === null || profileOf === null
        ? []
        : [
            {
              kind: "MESSAGE",
              key: `graphiti:${uuid}`,
              message: summary,
              speaker: SUMMED_UP_BY,
              profileOf,
              occurredAt: instantIn(object, "created_at"),
            },
          ];
    }
    const [fact, source, target] = [
      textIn(object, "fact"),
      refOf(textIn(object, "source_node_uuid")),
      refOf(textIn(object, "target_node_uuid")),
    ];
    if (fact === null) return skip(textIn(object, "name"), "The edge states no fact.");
    if (source === null) return skip(fact, "The node that it starts from is not there.");
    const type = textIn(object, "name");
    const validFrom = instantIn(object, "valid_at");
    // What was found to be contradicted has an end, told or found.
    const validTo = instantIn(object, "invalid_at", "expired_at");
    const occurredAt = instantIn(object, "reference_time") ?? instantIn(object, "created_at");
    return [
      {
        kind: "FACT",
        key: `graphiti:${uuid}`,
        entity: source,
        text: fact,
        occurredAt,
        validFrom,
        validTo,
        ...(type !== null &&
          target !== null &&
          target.name !== source.name && { relationship: { type, target } }),
      },
    ];
  });
  return { records: oldestFirst(records), leftOut };
};
