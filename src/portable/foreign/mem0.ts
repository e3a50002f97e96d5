/**
 * mem0: what `get_all` gives ({"results": [{id, memory, created_at, updated_at, …}], "relations": [{source, relationship, target}]}), a list of
 * such memories, or the backup of OpenMemory (`memories.json`, or the lines of `memories.jsonl`: {id, content, state, created_at, …}).
 */
import { contentHash } from "../../memory/content-hash.ts";
import type { EntityRef } from "../../write/requests.ts";
import { oldestFirst, type ForeignFact, type ForeignMemory } from "./foreign-memory.ts";
import {
  instantIn,
  isObject,
  readObjects,
  textIn,
  type Json,
  type JsonObject,
} from "./read-objects.ts";

const listsOf = (document: Json, fields: readonly string[]): readonly Json[] =>
  isObject(document)
    ? fields.flatMap((field) =>
        Array.isArray(document[field]) ? (document[field] as readonly Json[]) : [],
      )
    : [];

/** A memory says something of the user, unless it is an agent's own. */
const ownerOf = (memory: JsonObject): EntityRef => {
  const agent = textIn(memory, "agent_id", "agentId");
  return agent !== null && textIn(memory, "user_id", "userId") === null
    ? { name: agent, type: "agent" }
    : { self: true };
};

const spoken = (relation: string): string => relation.replaceAll("_", " ").toLowerCase();

export const readMem0 = (text: string): ForeignMemory => {
  const leftOut: { what: string; reason: string }[] = [];
  const documents = readObjects(text);
  const isList = (document: Json): boolean =>
    isObject(document) && ["results", "memories"].some((field) => Array.isArray(document[field]));
  const memories = documents.flatMap((document) =>
    isList(document) ? listsOf(document, ["results", "memories"]) : [document],
  );
  const facts = memories.flatMap((memory): ForeignFact[] => {
    const said = isObject(memory) ? textIn(memory, "memory", "content", "text", "data") : null;
    if (!isObject(memory) || said === null) {
      leftOut.push({ what: JSON.stringify(memory).slice(0, 80), reason: "It holds no memory." });
      return [];
    }
    if (textIn(memory, "state") === "deleted") {
      leftOut.push({ what: said, reason: "It was deleted." });
      return [];
    }
    const saidAt =
      instantIn(memory, "updated_at", "updatedAt") ?? instantIn(memory, "created_at", "createdAt");
    return [
      {
        kind: "FACT",
        key: `mem0:${textIn(memory, "id") ?? ""}:${contentHash(said)}`,
        entity: ownerOf(memory),
        text: said,
        occurredAt: saidAt,
        validFrom: null,
        validTo: instantIn(memory, "expiration_date", "expirationDate"),
      },
    ];
  });
  const relations = documents
    .flatMap((document) => listsOf(document, ["relations"]))
    .flatMap((relation): ForeignFact[] => {
      if (!isObject(relation)) return [];
      const [source, type, target] = [
        textIn(relation, "source"),
        textIn(relation, "relationship", "relation"),
        textIn(relation, "target", "destination"),
      ];
      if (source === null || type === null || target === null) {
        leftOut.push({
          what: JSON.stringify(relation).slice(0, 80),
          reason: "A relation needs a source, a relationship and a target.",
        });
        return [];
      }
      return [
        {
          kind: "FACT",
          key: `mem0:${contentHash(JSON.stringify([source, type, target]))}`,
          entity: { name: source },
          text: `${source} ${spoken(type)} ${target}`,
          relationship: { type, target: { name: target } },
          occurredAt: null,
          validFrom: null,
          validTo: null,
        },
      ];
    });
  return { records: oldestFirst([...facts, ...relations]), leftOut };
};
