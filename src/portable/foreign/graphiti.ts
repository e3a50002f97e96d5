/**
 * Reads Graphiti and Zep: episodes (EpisodicNode), nodes (EntityNode, for their names and
 * summaries) and edges (EntityEdge) as the models dump themselves or as the API of Zep answers, in
 * one JSON document with lists, one list, or JSON Lines.
 */
import { z } from "zod";
import type { EntityRef } from "../../write/requests.ts";
import { memoryOf, omit, type ForeignMemory, type ReadItem } from "./foreign-memory.ts";
import {
  foreignInstant,
  foreignList,
  foreignText,
  readJsonFile,
  type Json,
} from "./foreign-json.ts";

const edge = z.object({
  source_node_uuid: foreignText,
  target_node_uuid: foreignText,
  /** Zep also gives the ends of an edge by name. */
  source_node_name: foreignText,
  source_node_labels: foreignList,
  target_node_name: foreignText,
  target_node_labels: foreignList,
  uuid: foreignText,
  name: foreignText,
  fact: foreignText,
  created_at: foreignInstant,
  reference_time: foreignInstant,
  valid_at: foreignInstant,
  invalid_at: foreignInstant,
  expired_at: foreignInstant,
});
const episode = z.object({
  content: foreignText,
  uuid: foreignText,
  name: foreignText,
  source: foreignText,
  role: foreignText,
  valid_at: foreignInstant,
  reference_time: foreignInstant,
  created_at: foreignInstant,
});
const node = z.object({
  uuid: foreignText,
  name: foreignText,
  labels: foreignList,
  summary: foreignText,
  created_at: foreignInstant,
});

type GraphitiObject =
  | { readonly kind: "EDGE"; readonly value: z.infer<typeof edge> }
  | { readonly kind: "EPISODE"; readonly value: z.infer<typeof episode> }
  | { readonly kind: "NODE"; readonly value: z.infer<typeof node> };

type NamedEntity = EntityRef & { readonly name: string };
/** The entity of a node; null for a node that is unknown or has no name. */
type FindEntity = (uuid: string | null) => NamedEntity | null;

/** A key that distinguishes an object from others by its fields. */
const objectOf = (value: Json): GraphitiObject => {
  const has = (field: string): boolean =>
    typeof value === "object" && value !== null && field in value;
  if (has("source_node_uuid") && has("target_node_uuid"))
    return { kind: "EDGE", value: edge.parse(value) };
  if (has("content")) return { kind: "EPISODE", value: episode.parse(value) };
  return { kind: "NODE", value: node.parse(value) };
};

/** All objects with a uuid in a document, in lists of any depth. */
const objectsIn = (document: Json): GraphitiObject[] => {
  if (Array.isArray(document)) return document.flatMap(objectsIn);
  if (typeof document !== "object" || document === null) return [];
  return "uuid" in document
    ? [objectOf(document)]
    : Object.values(document).flatMap((value) => (Array.isArray(value) ? objectsIn(value) : []));
};

/** Content of an episode of messages: `speaker: message`. */
const SPOKEN = /^([^:\n]{1,100}): ([\s\S]+)$/u;
/** The speaker of the summary of a node, which nobody said. */
const SUMMARY_SPEAKER = "Graphiti";

/**
 * An episode as a message. The speaker is the prefix of the content if the episode is a message.
 */
const readEpisode = ({
  uuid,
  name,
  content,
  source,
  role,
  valid_at,
  reference_time,
  created_at,
}: z.infer<typeof episode>): ReadItem => {
  if (content === null) return omit(name ?? uuid ?? "", "The episode is blank.");
  const [, speaker = role, message = content] =
    (source === "message" ? SPOKEN.exec(content) : null) ?? [];
  return {
    kind: "MESSAGE",
    key: `graphiti:${uuid}`,
    message,
    speaker,
    occurredAt: valid_at ?? reference_time ?? created_at,
  };
};

/** The summary of a node, as a message that is the entity's profile. */
const readNode = (
  { uuid, summary, created_at }: z.infer<typeof node>,
  findEntity: FindEntity,
): ReadItem => {
  const profileOf = findEntity(uuid);
  if (summary === null || profileOf === null) return null;
  return {
    kind: "MESSAGE",
    key: `graphiti:${uuid}`,
    message: summary,
    speaker: SUMMARY_SPEAKER,
    profileOf,
    occurredAt: created_at,
  };
};

/** The type among the labels of a node, all of which have `Entity`. */
const typeOf = (labels: readonly Json[]): string | undefined =>
  labels
    .find((label): label is string => typeof label === "string" && label !== "Entity")
    ?.toLowerCase();

const namedEntity = (name: string | null, labels: readonly Json[]): NamedEntity | null => {
  if (name === null) return null;
  const type = typeOf(labels);
  return { name, ...(type !== undefined && { type }) };
};

/**
 * An edge as a fact about its source, with a relationship if its target is another entity. It is
 * omitted without a statement or a source.
 */
const readEdge = (value: z.infer<typeof edge>, findEntity: FindEntity): ReadItem => {
  const { uuid, fact, name: type } = value;
  if (fact === null) return omit(type ?? uuid ?? "", "The edge states no fact.");
  const source =
    findEntity(value.source_node_uuid) ??
    namedEntity(value.source_node_name, value.source_node_labels);
  if (source === null) return omit(fact, "The node that it starts from is missing.");
  const target =
    findEntity(value.target_node_uuid) ??
    namedEntity(value.target_node_name, value.target_node_labels);
  return {
    kind: "FACT",
    key: `graphiti:${uuid}`,
    entity: source,
    text: fact,
    occurredAt: value.reference_time ?? value.created_at,
    validFrom: value.valid_at,
    // Graphiti gives a contradicted edge an end: the stated one, or the time at which it found the
    // contradiction.
    validTo: value.invalid_at ?? value.expired_at,
    ...(type !== null &&
      target !== null &&
      target.name !== source.name && { relationship: { type, target } }),
  };
};

const entityFinder = (objects: readonly GraphitiObject[]): FindEntity => {
  const nodes = new Map(
    objects.flatMap(({ kind, value }) => (kind === "NODE" ? [[value.uuid, value] as const] : [])),
  );
  return (uuid) => {
    const node = nodes.get(uuid);
    return node === undefined ? null : namedEntity(node.name, node.labels);
  };
};

export const readGraphiti = (text: string): ForeignMemory => {
  const objects = readJsonFile(text).flatMap(objectsIn);
  const findEntity = entityFinder(objects);
  return memoryOf(
    objects.map(({ kind, value }) => {
      if (kind === "EPISODE") return readEpisode(value);
      return kind === "NODE" ? readNode(value, findEntity) : readEdge(value, findEntity);
    }),
  );
};
