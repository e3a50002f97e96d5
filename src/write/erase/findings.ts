import type { Decision } from "../../memory/decision.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { DecisionId, SessionId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import { OPEN, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { TraceQuery, Traces } from "../../store/port/erasure.ts";
import { versionsOfFacts, type Reach } from "./reach.ts";
import { isErasedSpeaker } from "./redaction.ts";
import type { ErasedWords } from "./erased-words.ts";

/** Number of strings that one store call searches for. */
const STRINGS_PER_CALL = 1_000;

/** The commits that recorded or expired some versions. */
const commitTimes = (
  versions: readonly { readonly recordedAt: Instant; readonly expiredAt: Instant }[],
): Instant[] =>
  versions.flatMap(({ recordedAt, expiredAt }) =>
    expiredAt === OPEN ? [recordedAt] : [recordedAt, expiredAt],
  );

/** The decisions that recorded and closed a version. */
export const decisionsOf = ({ decision, closing }: FactVersion): DecisionId[] => [
  decision,
  ...(closing ? [closing.decision] : []),
];

/** All records that the erasure concerns, read before any decision. */
export interface Findings {
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

/** Reads everything on record that an erasure affects. */
export class FindingsReader {
  readonly #space: SpaceStore;
  readonly #knownAt: Instant;
  readonly #reach: Reach;
  readonly #factVersions: readonly FactVersion[];
  readonly #words: ErasedWords;

  constructor(space: SpaceStore, knownAt: Instant, reach: Reach, words: ErasedWords) {
    this.#space = space;
    this.#knownAt = knownAt;
    this.#reach = reach;
    this.#factVersions = versionsOfFacts(reach);
    this.#words = words;
  }

  /** Reads all records that contain an id or a word of the reach. */
  async read(): Promise<Findings> {
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
    const sessions = [
      ...new Set([
        ...this.#reach.sessions,
        ...ofEvents,
        ...links.references.map(({ session }) => session),
        ...links.sessionsQuoting,
      ]),
    ];
    const entityVersions = [...entities.values()].flatMap(({ versions }) => versions);
    const times = [
      ...new Set([
        ...commitTimes(this.#factVersions),
        ...commitTimes(relationships),
        ...commitTimes(entityVersions),
      ]),
    ];
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

  /** The records that contain the query or any erased word, however many there are. */
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
    const missingIds = [...new Set(ids)].filter((id) => !decisions.has(id));
    for (const decision of await this.#space.decisions(missingIds, this.#knownAt))
      if (decision) decisions.set(decision.id, decision);
    return [...decisions.values()];
  }

  /** The facts about others that an erased entity said: they remain, without their speaker. */
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
    const histories = await this.#histories([...new Set(ids)].filter((fact) => !facts.has(fact)));
    return histories.filter((versions) =>
      versions.some(({ speaker }) => isErasedSpeaker(speaker, this.#reach)),
    );
  }

  #histories(facts: readonly string[]): Promise<FactVersion[][]> {
    return this.#space.factHistory(facts.map((fact) => ({ fact, knownAt: this.#knownAt })));
  }
}
