import type { Decision } from "../../memory/decision.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Session } from "../../memory/session.ts";
import type { Commit, SpaceStore } from "../../store/port.ts";
import type { Erasure, Traces } from "../../store/port/erasure.ts";
import { allPages, type Reach } from "./reach.ts";
import type { ErasedItem, ErasedItemKind, ErasureReason } from "./target.ts";

/** Maximum number of items that a dry run lists. Its counts cover all of them. */
export const MOST_ITEMS = 1_000;
const PAGE = 100;

const item = (
  kind: ErasedItemKind,
  id: string,
  text: string | null,
  reason: ErasureReason = "ASKED",
  stays = false,
): ErasedItem => ({ kind, id, text, reason, stays });

/** The items that a commit recorded for the first time. */
const itemsOfCommit = ({
  facts = [],
  entities = [],
  relationships = [],
  events = [],
  decisions = [],
  memories = [],
  references = [],
}: Commit): ErasedItem[] => [
  ...facts.filter(({ n }) => n === 1).map(({ fact, text }) => item("FACT", fact, text)),
  ...entities.filter(({ n }) => n === 1).map(({ entity, name }) => item("ENTITY", entity, name)),
  ...relationships
    .filter(({ n }) => n === 1)
    .map(({ relationship, type }) => item("RELATIONSHIP", relationship, type)),
  ...events.map(({ id, message }) => item("EVENT", id, message)),
  ...decisions.map(({ id, factText }) => item("DECISION", id, factText)),
  ...memories.filter(({ n }) => n === 1).map(({ id, content }) => item("MEMORY", id, content)),
  ...references.map(({ id, snippet }) => item("REFERENCE", id, snippet)),
];

/**
 * The first items of a space for a dry run: its sessions, then recorded items, oldest first. At
 * most 1,000.
 */
export const itemsOfSpace = async (space: SpaceStore): Promise<ErasedItem[]> => {
  const items: ErasedItem[] = [];
  for await (const { id, title } of allPages((after) => space.sessions({ first: PAGE, after }))) {
    if (items.length >= MOST_ITEMS) break;
    items.push(item("SESSION", id, title));
  }
  for await (const commit of space.commitsAfter(null, false)) {
    if (items.length >= MOST_ITEMS) break;
    items.push(...itemsOfCommit(commit));
  }
  return items.slice(0, MOST_ITEMS);
};

/** The data from which the items of a plan are made. */
export interface PlannedRecords {
  readonly reach: Reach;
  readonly erasure: Erasure;
  readonly relationships: readonly RelationshipVersion[];
  readonly decisions: readonly Decision[];
  /** The histories of facts that remain without their speaker. */
  readonly factsWithoutSpeaker: readonly (readonly FactVersion[])[];
  readonly memories: readonly DerivedMemory[];
  readonly traces: Traces;
  readonly turns: ReadonlyMap<string, "SOURCE" | "REPLY">;
  readonly untitledSessions: readonly Session[];
}

/**
 * The items of an erasure for a dry run: by kind, and within a kind removed items before partly
 * removed ones.
 */
export const itemsOfPlan = (records: PlannedRecords): ErasedItem[] => {
  const { reach, erasure, traces, turns } = records;
  const decisions = new Set(erasure.decisions);
  const references = new Set(erasure.references);
  const types = new Map(
    records.relationships.map(({ relationship, type }) => [relationship, type]),
  );
  const contents = new Map(records.memories.map(({ id, content }) => [id, content]));
  return [
    ...[...reach.facts].map(([id, { reason, versions }]) =>
      item("FACT", id, versions.at(-1)?.text ?? null, reason),
    ),
    ...records.factsWithoutSpeaker.flatMap((versions) => {
      const newest = versions.at(-1);
      return newest ? [item("FACT", newest.fact, newest.text, "SAID_BY_ENTITY", true)] : [];
    }),
    ...[...reach.entities].map(([id, { reason, versions }]) =>
      item("ENTITY", id, versions.at(-1)?.name ?? null, reason),
    ),
    ...[...types].map(([id, type]) => item("RELATIONSHIP", id, type, "LINK")),
    ...[...reach.events].map(([id, { reason, event }]) =>
      item("EVENT", id, event.message, reason, reach.redactedEvents.has(id)),
    ),
    ...records.decisions
      .filter(({ id }) => decisions.has(id))
      .map(({ id, factText }) => item("DECISION", id, factText, "LINK")),
    ...[...contents].map(([id, content]) => item("MEMORY", id, content, "DRAWN_FROM")),
    ...traces.references
      .filter(({ id }) => references.has(id))
      .map(({ id, snippet }) => item("REFERENCE", id, snippet, "LINK")),
    ...traces.turns
      .filter(({ id, session }) => turns.has(id) || reach.sessions.includes(session))
      .map(({ id, content }) => item("TURN", id, content, turns.get(id) ?? "ASKED")),
    ...erasure.notes.map(({ path }) => item("NOTE", path, null, "DRAWN_FROM")),
    ...reach.sessions.map((id) => item("SESSION", id, null)),
    ...records.untitledSessions.map(({ id, title }) =>
      item("SESSION", id, title, reach.names.length > 0 ? "NAMES_ENTITY" : "SOURCE", true),
    ),
  ];
};
