import type { Change } from "../../memory/change.ts";
import type { Decision } from "../../memory/decision.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, SessionId } from "../../memory/ids.ts";
import type { Session } from "../../memory/session.ts";
import { BEGINNING, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Erasure, Traces } from "../../store/port/erasure.ts";
import { decisionsOf, FindingsReader, type Findings } from "./findings.ts";
import { itemsOfPlan } from "./items.ts";
import { allPages, reachOf, versionsOfFacts, type Reach } from "./reach.ts";
import {
  decisionStays,
  redactChange,
  redactDecision,
  redactEntity,
  redactEvent,
  redactFact,
  redactMentions,
  type ErasedIds,
} from "./redaction.ts";
import type { ErasedItem, NamedTarget } from "./target.ts";
import { ERASED, foldedNames, namesAny, withReplies, wordsOf } from "./words.ts";
import { erasedWords, SHORTEST_STRING, type ErasedWords } from "./erased-words.ts";

export interface ErasurePlan {
  readonly erasure: Erasure;
  readonly items: readonly ErasedItem[];
  /** The words that must not be found after the erasure. */
  readonly words: readonly string[];
  /** Remaining entities whose search texts must be rebuilt. */
  readonly touchedEntities: readonly EntityId[];
}

const PAGE = 500;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const earliest = (instants: readonly Instant[]): Instant | null =>
  instants.reduce<Instant | null>((first, at) => (first === null || at < first ? at : first), null);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The records that a redaction changes, after the change. */
const redactedRecords = <T>(records: readonly T[], redact: (record: T) => T | null): T[] =>
  records.flatMap((record) => {
    const rest = redact(record);
    return rest === null || isSame(record, rest) ? [] : [rest];
  });

/** The erased parts of the searched sessions. */
interface ErasedOfSessions {
  readonly turns: ReadonlyMap<string, "SOURCE" | "REPLY">;
  /** The sessions that lose some or all of their turns or notes. */
  readonly sessions: ReadonlySet<SessionId>;
  readonly untitledSessions: readonly Session[];
}

/** Computes everything that must be removed with a reach, from the records at the head. */
class ErasurePlanner {
  readonly #space: SpaceStore;
  readonly #knownAt: Instant;
  readonly #reach: Reach;
  readonly #factVersions: readonly FactVersion[];
  readonly #words: ErasedWords;
  readonly #findings: FindingsReader;

  constructor(space: SpaceStore, knownAt: Instant, reach: Reach) {
    this.#space = space;
    this.#knownAt = knownAt;
    this.#reach = reach;
    this.#factVersions = versionsOfFacts(reach);
    this.#words = erasedWords(reach);
    this.#findings = new FindingsReader(space, knownAt, reach, this.#words);
  }

  /** Reads what the reach leads to, and returns what to remove and what to rewrite. */
  async plan(): Promise<ErasurePlan> {
    const reach = this.#reach;
    const findings = await this.#findings.read();
    const erasedIds = this.#erasedIds(findings);
    const ofSessions = await this.#eraseInSessions(findings);
    const memories = await this.#memoriesMadeOf(findings.traces, ofSessions.sessions);
    const entityTexts = this.#entityTexts(findings.traces);
    const touchedEntities = unique([
      ...entityTexts.map(({ subject }) => subject),
      ...findings.relationships.flatMap(({ source, target }) => [source, target]),
      ...this.#factVersions.map(({ entity }) => entity),
    ]).filter((id) => !reach.entities.has(id));
    const erasure: Erasure = {
      ...this.#removedOfSessions(findings, ofSessions),
      facts: [...reach.facts.keys()],
      entities: [...reach.entities.keys()],
      relationships: [...erasedIds.relationships],
      events: [...erasedIds.events],
      decisions: [...erasedIds.decisions],
      changes: findings.traces.changes
        .filter((change) => redactChange(change, erasedIds) === null)
        .map(({ at, ordinal }) => ({ at, ordinal })),
      texts: await this.#removedTexts(entityTexts, memories),
      memories: unique(memories.map(({ id }) => id)),
      rewrittenRecords: await this.#rewrittenRecords(
        findings,
        erasedIds,
        ofSessions,
        touchedEntities,
      ),
    };
    const { traces } = findings;
    const { turns, untitledSessions } = ofSessions;
    const turnTexts = traces.turns.flatMap(({ id, content }) =>
      turns.has(id) && content.trim().length >= SHORTEST_STRING ? [content] : [],
    );
    return {
      erasure,
      items: itemsOfPlan({ reach, erasure, ...findings, memories, turns, untitledSessions }),
      words: unique([...reach.spellings, ...this.#words.statements, ...turnTexts]),
      touchedEntities,
    };
  }

  /** The ids of what is removed. A decision stays if a version that remains needs it. */
  #erasedIds({ relationshipIds, decisions, replacedFacts }: Findings): ErasedIds {
    const reach = this.#reach;
    const events = new Set([...reach.events.keys()].filter((id) => !reach.redactedEvents.has(id)));
    const neededDecisions = new Set(replacedFacts.flat().flatMap(decisionsOf));
    const unneededDecisions = decisions.filter(
      (one) => !decisionStays(one, { reach, events }, neededDecisions),
    );
    return {
      reach,
      events,
      relationships: new Set(relationshipIds),
      decisions: new Set(unneededDecisions.map(({ id }) => id)),
    };
  }

  /**
   * The turns to remove: those of erased events, and those that contain erased words, each with its
   * reply. The sessions with such turns or with notes that contain erased words lose their notes,
   * and titles that contain erased words are replaced.
   */
  async #eraseInSessions({
    traces,
    sessions,
    namingSessions,
  }: Findings): Promise<ErasedOfSessions> {
    const { events, sessions: targets } = this.#reach;
    const { areIn } = this.#words;
    const turnsOfEvents = new Set([...events.values()].flatMap(({ event }) => event.turn ?? []));
    const turns = withReplies(
      traces.turns,
      (turn) =>
        turnsOfEvents.has(turn.id) ||
        (turn.event !== null && events.has(turn.event)) ||
        wordsOf(turn).some(areIn),
    );
    const concernedSessions = new Set([
      ...targets,
      ...traces.turns.flatMap(({ id, session }) => (turns.has(id) ? [session] : [])),
    ]);
    for (const session of namingSessions) {
      if (concernedSessions.has(session)) continue;
      const notes = await this.#space.notes(session, "");
      if (notes.some(({ value }) => areIn(JSON.stringify(value)))) concernedSessions.add(session);
    }
    const others = await this.#space.sessionsById(sessions.filter((id) => !targets.includes(id)));
    const untitledSessions = others.filter(
      (one) => one !== null && one.title !== null && areIn(one.title),
    );
    return {
      turns,
      sessions: concernedSessions,
      untitledSessions: untitledSessions.filter((one) => one !== null),
    };
  }

  /** The records of sessions to remove. Those of a session that is erased itself go with it. */
  #removedOfSessions(
    { traces }: Findings,
    { turns, sessions }: ErasedOfSessions,
  ): Pick<Erasure, "references" | "turns" | "notes" | "sessions"> {
    const { entities, sessions: targets } = this.#reach;
    const references = traces.references.filter(
      ({ entity, session, turn, snippet }) =>
        entities.has(entity) ||
        targets.includes(session) ||
        (turn !== null && turns.has(turn)) ||
        this.#words.areIn(snippet),
    );
    return {
      references: references.map(({ id }) => id),
      turns: traces.turns.flatMap(({ id, session }) =>
        turns.has(id) && !targets.includes(session) ? [{ session, turn: id }] : [],
      ),
      notes: traces.notes.filter(
        ({ session }) => session === null || (sessions.has(session) && !targets.includes(session)),
      ),
      sessions: targets,
    };
  }

  /** The derived memories that may come from erased items, with all versions of each. */
  async #memoriesMadeOf(
    traces: Traces,
    sessions: ReadonlySet<SessionId>,
  ): Promise<DerivedMemory[]> {
    const { entities, events } = this.#reach;
    const { areIn } = this.#words;
    const firstTurn = new Map<SessionId, number>();
    for (const { session, seq } of traces.turns)
      if (sessions.has(session))
        firstTurn.set(session, Math.min(seq, firstTurn.get(session) ?? seq));
    const outsideSessions = [...events.values()].flatMap(({ event }) =>
      event.session === null ? [event.recordedAt] : [],
    );
    const firstEvent = earliest(outsideSessions);
    const isMadeOfErased = (memory: DerivedMemory): boolean =>
      (memory.session !== null && sessions.has(memory.session)) ||
      [...firstTurn].some(([id, seq]) => (memory.covers[id] ?? 0) >= seq) ||
      (firstEvent !== null &&
        memory.coversEventsTo !== null &&
        memory.coversEventsTo >= firstEvent) ||
      memory.entities.some((entity) => entities.has(entity)) ||
      areIn(memory.content) ||
      memory.sections.some(({ heading, lines }) => areIn(heading) || lines.some(areIn));
    const memories = await this.#space.allMemories();
    const ids = new Set(memories.filter(isMadeOfErased).map(({ id }) => id));
    return memories.filter(({ id }) => ids.has(id));
  }

  /** The search texts of erased entities, and those that contain erased words. */
  #entityTexts({ texts }: Traces): Traces["texts"] {
    const orphanNames = foldedNames(this.#words.orphanNames);
    return texts.filter(
      ({ kind, subject, text }) =>
        kind === "ENTITY" &&
        (this.#reach.entities.has(subject) ||
          this.#words.areIn(text) ||
          namesAny(text, orphanNames)),
    );
  }

  /**
   * The ids of the search texts to remove: those of facts, events, entities and derived memories.
   */
  async #removedTexts(
    entityTexts: Traces["texts"],
    memories: readonly DerivedMemory[],
  ): Promise<string[]> {
    const current = await this.#space.entityTexts([...this.#reach.entities.keys()]);
    return unique([
      ...this.#factVersions.map(({ textId }) => textId),
      ...this.#reach.events.keys(),
      ...entityTexts.map(({ id }) => id),
      ...current.flatMap((text) => text?.id ?? []),
      ...memories.map(({ textId }) => textId),
    ]);
  }

  /** Remaining records that mention erased items, without them. */
  async #rewrittenRecords(
    { traces, decisions, replacedFacts, factsWithoutSpeaker }: Findings,
    erasedIds: ErasedIds,
    { untitledSessions }: ErasedOfSessions,
    touchedEntities: readonly EntityId[],
  ): Promise<Erasure["rewrittenRecords"]> {
    const { areIn } = this.#words;
    const histories = new Map(
      [...replacedFacts, ...factsWithoutSpeaker].map((versions) => [versions[0]?.fact, versions]),
    );
    const facts = [...histories.values()].flatMap((versions) => {
      const rest = redactFact(versions, this.#reach);
      return rest.filter((version, i) => !isSame(version, versions[i]));
    });
    return {
      facts,
      entities: await this.#rewrittenEntities(touchedEntities),
      events: await this.#rewrittenEvents(traces, decisions, erasedIds),
      decisions: redactedRecords(
        decisions.filter(({ id }) => !erasedIds.decisions.has(id)),
        (decision) => redactDecision(decision, erasedIds, areIn),
      ),
      changes: redactedRecords<Change>(traces.changes, (change) => redactChange(change, erasedIds)),
      sessions: untitledSessions.map(({ id }) => ({ id, title: ERASED })),
    };
  }

  /**
   * Remaining entities, with all versions of each, without erased names and without profiles made
   * from erased items.
   */
  async #rewrittenEntities(touchedEntities: readonly EntityId[]): Promise<EntityVersion[]> {
    const profilesFrom = earliest(this.#factVersions.map(({ recordedAt }) => recordedAt));
    const mergedEntities = this.#reach.names.length === 0 ? [] : await this.#onceMerged();
    const histories = await this.#space.entityHistory(
      unique([...touchedEntities, ...mergedEntities]).map((entity) => ({
        entity,
        knownAt: this.#knownAt,
      })),
    );
    return redactedRecords(histories, (versions) =>
      versions.map((version) =>
        redactEntity(version, this.#reach, profilesFrom, this.#words.areIn),
      ),
    ).flat();
  }

  /** The remaining entities that were once merged with a removed entity. */
  async #onceMerged(): Promise<EntityId[]> {
    const { entities } = this.#reach;
    const mergedEntities = new Set<EntityId>();
    const changes = allPages((after) =>
      this.#space.changes({
        from: BEGINNING,
        to: this.#knownAt,
        entities: [...entities.keys()],
        page: { first: PAGE, after },
      }),
    );
    for await (const { kind, entities: concernedEntities } of changes)
      if (kind === "ENTITIES_MERGED" || kind === "ENTITY_SPLIT")
        for (const entity of concernedEntities)
          if (!entities.has(entity)) mergedEntities.add(entity);
    return [...mergedEntities];
  }

  /**
   * Rewritten events: those of the reach that remain without their words, and others that have the
   * words among their recent messages, or that have erased results.
   */
  async #rewrittenEvents(
    { eventsQuoting }: Traces,
    decisions: readonly Decision[],
    erasedIds: ErasedIds,
  ): Promise<Event[]> {
    const { events, redactedEvents: redactedIds } = this.#reach;
    const ownEvents = [...events.values()].flatMap(({ event }) =>
      redactedIds.has(event.id) ? [redactEvent(event, erasedIds)] : [],
    );
    const ids = unique([...eventsQuoting, ...decisions.flatMap(({ event }) => event ?? [])]);
    const others = await this.#space.events(
      ids.filter((id) => !events.has(id)),
      this.#knownAt,
    );
    const rewrittenEvents = redactedRecords(
      others.filter((event) => event !== null),
      (event) => redactMentions(event, erasedIds, this.#words.orOrphansAreIn),
    );
    return [...ownEvents, ...rewrittenEvents];
  }
}

/**
 * The removal plan for a target as of the head; null if the target is not recorded. Throws CONFLICT
 * for an entity that is merged into another.
 */
export const planErasure = async (
  space: SpaceStore,
  target: NamedTarget,
  knownAt: Instant,
): Promise<ErasurePlan | null> => {
  const reach = await reachOf(space, target, knownAt);
  return reach && new ErasurePlanner(space, knownAt, reach).plan();
};
