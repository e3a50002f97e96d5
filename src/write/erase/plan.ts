import type { Change } from "../../memory/change.ts";
import type { Decision } from "../../memory/decision.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { DecisionId, EntityId, SessionId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Session } from "../../memory/session.ts";
import { BEGINNING, OPEN, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Erasure, TraceQuery, Traces } from "../../store/port/erasure.ts";
import { itemsOfPlan } from "./items.ts";
import { allPages, reachOf, type Reach } from "./reach.ts";
import {
  decisionStays,
  isErasedSpeaker,
  redactChange,
  redactDecision,
  redactEntity,
  redactEvent,
  redactFact,
  redactMentions,
  type ErasedIds,
} from "./redaction.ts";
import type { ErasedItem, NamedTarget } from "./target.ts";
import { ERASED, foldedNames, textMatcher, namesAny, withReplies, wordsOf } from "./words.ts";

export interface ErasurePlan {
  readonly erasure: Erasure;
  readonly items: readonly ErasedItem[];
  /** The words that must not be found afterwards. */
  readonly words: readonly string[];
  /** Remaining entities whose search texts must be rebuilt. */
  readonly touchedEntities: readonly EntityId[];
}

/** Number of strings that one store call searches for. */
const STRINGS_PER_CALL = 1_000;
/** Minimum length in characters of a string that is searched for. */
const SHORTEST_STRING = 4;
const PAGE = 500;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const earliest = (instants: readonly Instant[]): Instant | null =>
  instants.reduce<Instant | null>((first, at) => (first === null || at < first ? at : first), null);

/** The commits that recorded or expired some versions. */
const commitTimes = (
  versions: readonly { readonly recordedAt: Instant; readonly expiredAt: Instant }[],
): Instant[] =>
  versions.flatMap(({ recordedAt, expiredAt }) =>
    expiredAt === OPEN ? [recordedAt] : [recordedAt, expiredAt],
  );

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The records that a redaction changes, after the change. */
const redactedRecords = <T>(records: readonly T[], redact: (record: T) => T | null): T[] =>
  records.flatMap((record) => {
    const rest = redact(record);
    return rest === null || isSame(record, rest) ? [] : [rest];
  });

/** The texts that are long enough to search for. */
const searchableTexts = (texts: readonly string[]): string[] =>
  unique(texts).filter((text) => text.trim().length >= SHORTEST_STRING && text !== ERASED);

/** The words of the reach of an erasure. */
interface ErasedWords {
  readonly messages: readonly string[];
  /** The texts of facts and messages. */
  readonly statements: readonly string[];
  readonly orphanNames: readonly string[];
  /** The strings that the store searches for: names and the texts of facts. */
  readonly strings: readonly string[];
  /** Whether a text contains a name of the entity, or a statement word for word. */
  readonly areIn: (text: string) => boolean;
  /** The same, also for names of orphans. */
  readonly orOrphansAreIn: (text: string) => boolean;
}

const erasedWords = ({ facts, entities, events, names, spellings }: Reach): ErasedWords => {
  const messages = searchableTexts([...events.values()].map(({ event }) => event.message));
  const factTexts = searchableTexts(
    [...facts.values()].flatMap(({ versions }) => versions.map(({ text }) => text)),
  );
  const orphanNames = [...entities.values()].flatMap(({ reason, versions }) =>
    reason === "NOTHING_LEFT" ? versions.flatMap(namesOf) : [],
  );
  const statements = unique([...factTexts, ...messages]);
  const holdsAny = (strings: readonly string[]) => {
    const holds = textMatcher(strings);
    return (text: string) => namesAny(text, names) || holds(text);
  };
  return {
    messages,
    statements,
    orphanNames,
    strings: unique([...spellings, ...orphanNames, ...factTexts]),
    areIn: holdsAny(statements),
    orOrphansAreIn: holdsAny([...orphanNames, ...statements]),
  };
};

/** All records that the erasure concerns, read before any decision. */
interface Findings {
  readonly traces: Traces;
  readonly relationshipIds: readonly string[];
  readonly relationships: readonly RelationshipVersion[];
  /** The sessions to search. */
  readonly sessions: readonly SessionId[];
  /** The sessions that contain a name of the entity. */
  readonly namingSessions: readonly SessionId[];
  readonly decisions: readonly Decision[];
  /** The histories of remaining facts that were replaced by removed facts. */
  readonly replacedFacts: readonly (readonly FactVersion[])[];
  /** The histories of remaining facts that the entity stated. */
  readonly factsWithoutSpeaker: readonly (readonly FactVersion[])[];
}

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

  constructor(space: SpaceStore, knownAt: Instant, reach: Reach) {
    this.#space = space;
    this.#knownAt = knownAt;
    this.#reach = reach;
    this.#factVersions = [...reach.facts.values()].flatMap(({ versions }) => versions);
    this.#words = erasedWords(reach);
  }

  async plan(): Promise<ErasurePlan> {
    const reach = this.#reach;
    const findings = await this.#find();
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

  /** Reads all records that the erasure concerns. */
  async #find(): Promise<Findings> {
    const { entities, facts, events, spellings } = this.#reach;
    const ids = { entities: [...entities.keys()], facts: [...facts.keys()] };
    const links = await this.#space.traces({ ...ids, words: spellings });
    const relationships = (
      await this.#space.relationshipHistory(
        links.relationships.map((relationship) => ({ relationship, knownAt: this.#knownAt })),
      )
    ).flat();
    const ofEvents = [...events.values()].flatMap(({ event: { session, turn } }) =>
      session !== null && turn !== null ? [session] : [],
    );
    const sessions = unique([
      ...this.#reach.sessions,
      ...ofEvents,
      ...links.references.map(({ session }) => session),
      ...links.sessionsQuoting,
    ]);
    const entityVersions = [...entities.values()].flatMap(({ versions }) => versions);
    const times = unique([
      ...commitTimes(this.#factVersions),
      ...commitTimes(relationships),
      ...commitTimes(entityVersions),
    ]);
    const traces = await this.#traces({ ...ids, events: [...events.keys()], sessions, times });
    const decisions = await this.#decisions(traces);
    return {
      traces,
      relationshipIds: links.relationships,
      relationships,
      sessions,
      namingSessions: links.sessionsQuoting,
      decisions,
      replacedFacts: await this.#histories(
        traces.supersededFacts.filter((fact) => !facts.has(fact)),
      ),
      factsWithoutSpeaker: await this.#factsWithoutSpeaker(decisions),
    };
  }

  /** The traces of a query and of all erased words, however many there are. */
  async #traces(query: TraceQuery): Promise<Traces> {
    const { strings, messages } = this.#words;
    const part = (from: number) => ({
      strings: strings.slice(from, from + STRINGS_PER_CALL),
      messages: messages.slice(from, from + STRINGS_PER_CALL),
    });
    const traces = await this.#space.traces({ ...query, ...part(0) });
    const texts = new Map(traces.texts.map((text) => [text.id, text]));
    const eventsQuoting = new Set(traces.eventsQuoting);
    const notes = new Map(traces.notes.map((note) => [`${note.session} ${note.path}`, note]));
    const count = Math.max(strings.length, messages.length);
    for (let from = STRINGS_PER_CALL; from < count; from += STRINGS_PER_CALL) {
      const more = await this.#space.traces(part(from));
      for (const text of more.texts) texts.set(text.id, text);
      for (const event of more.eventsQuoting) eventsQuoting.add(event);
      for (const note of more.notes) notes.set(`${note.session} ${note.path}`, note);
    }
    return {
      ...traces,
      texts: [...texts.values()],
      eventsQuoting: [...eventsQuoting],
      notes: [...notes.values()],
    };
  }

  /** The decisions about the events, the facts and the entities. */
  async #decisions(traces: Traces): Promise<Decision[]> {
    const decisions = new Map(traces.decisions.map((decision) => [decision.id, decision]));
    const entityVersions = [...this.#reach.entities.values()].flatMap(({ versions }) => versions);
    const ids = [
      ...this.#factVersions.flatMap(decisionsOf),
      ...entityVersions.flatMap(({ decision }) => decision ?? []),
    ];
    const missing = unique(ids).filter((id) => !decisions.has(id));
    for (const decision of await this.#space.decisions(missing, this.#knownAt))
      if (decision) decisions.set(decision.id, decision);
    return [...decisions.values()];
  }

  async #factsWithoutSpeaker(decisions: readonly Decision[]): Promise<FactVersion[][]> {
    const { facts, events } = this.#reach;
    const saidByEntity = decisions.filter(({ event }) =>
      isErasedSpeaker(
        event === null ? null : (events.get(event)?.event.speaker ?? null),
        this.#reach,
      ),
    );
    const ids = saidByEntity.flatMap(({ fact, effects }) => [
      ...(fact === null ? [] : [fact]),
      ...effects.flatMap((effect) => (effect.kind === "FACT" ? [effect.fact] : [])),
    ]);
    const histories = await this.#histories(unique(ids).filter((fact) => !facts.has(fact)));
    return histories.filter((versions) =>
      versions.some(({ speaker }) => isErasedSpeaker(speaker, this.#reach)),
    );
  }

  #histories(facts: readonly string[]): Promise<FactVersion[][]> {
    return this.#space.factHistory(facts.map((fact) => ({ fact, knownAt: this.#knownAt })));
  }

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

  /** The remaining entities that were once merged with a removed one. */
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
   * Events of the reach that remain without their words, and other events that have the words among
   * their recent messages, or erased results.
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

const decisionsOf = ({ decision, closing }: FactVersion): DecisionId[] => [
  decision,
  ...(closing ? [closing.decision] : []),
];

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
