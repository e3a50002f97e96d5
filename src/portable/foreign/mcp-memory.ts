/**
 * The reference MCP memory server: JSON Lines of {type: "entity", name, entityType, observations} and {type: "relation", from, to,
 * relationType}. It keeps no time: all of it is said now.
 */
import { contentHash } from "../../memory/content-hash.ts";
import { foldName } from "../../memory/names.ts";
import type { ForeignFact, ForeignMemory } from "./foreign-memory.ts";
import { isObject, readObjects, textIn, type Json } from "./read-objects.ts";

const NO_TIME = { occurredAt: null, validFrom: null, validTo: null };
const keyOf = (...parts: readonly string[]): string =>
  `mcp-memory:${contentHash(JSON.stringify(parts))}`;
/** Its users write names as `John_Smith`. */
const spelled = (name: string): string => name.replaceAll("_", " ");

/** A statement that stands by itself names whom it is about. */
const statement = (name: string, observation: string): string =>
  ` ${foldName(observation)} `.includes(` ${foldName(name)} `)
    ? observation
    : `${name}: ${observation}`;

export const readMcpMemory = (text: string): ForeignMemory => {
  const leftOut: { what: string; reason: string }[] = [];
  const types = new Map<string, string>();
  const objects = readObjects(text).flatMap((document): readonly Json[] =>
    isObject(document) && Array.isArray(document["entities"])
      ? [
          ...(document["entities"] as Json[]).map((one) =>
            isObject(one) ? { ...one, type: "entity" } : one,
          ),
          ...((document["relations"] as Json[] | undefined) ?? []).map((one) =>
            isObject(one) ? { ...one, type: "relation" } : one,
          ),
        ]
      : [document],
  );
  for (const object of objects)
    if (isObject(object) && object["type"] === "entity")
      types.set(textIn(object, "name") ?? "", textIn(object, "entityType") ?? "concept");
  const refOf = (name: string) => ({
    name: spelled(name),
    ...(types.has(name) && { type: types.get(name)! }),
  });
  const records = objects.flatMap((object): ForeignFact[] => {
    const name = isObject(object) ? textIn(object, "name") : null;
    if (isObject(object) && object["type"] === "entity" && name !== null) {
      const observations = Array.isArray(object["observations"])
        ? (object["observations"] as readonly Json[]).flatMap((one) =>
            typeof one === "string" && one.trim() !== "" ? [one.trim()] : [],
          )
        : [];
      const said =
        observations.length > 0
          ? observations.map((one) => statement(spelled(name), one))
          : [`${spelled(name)}: ${types.get(name)!}`];
      return [...new Set(said)].map((text) => ({
        kind: "FACT",
        key: keyOf(name, text),
        entity: refOf(name),
        text,
        ...NO_TIME,
      }));
    }
    const [from, to, type] =
      isObject(object) && object["type"] === "relation"
        ? [textIn(object, "from"), textIn(object, "to"), textIn(object, "relationType")]
        : [null, null, null];
    if (from === null || to === null || type === null) {
      leftOut.push({
        what: JSON.stringify(object).slice(0, 80),
        reason: "It is neither an entity nor a relation.",
      });
      return [];
    }
    return [
      {
        kind: "FACT",
        key: keyOf(from, type, to),
        entity: refOf(from),
        text: `${spelled(from)} ${spelled(type)} ${spelled(to)}`,
        relationship: { type, target: refOf(to) },
        ...NO_TIME,
      },
    ];
  });
  return { records, leftOut };
};
