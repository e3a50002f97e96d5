import type { Change, Changed } from "../../memory/change.ts";
import type { Decision, Effect } from "../../memory/decision.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import { factOfVersion, type Closing, type FactVersion } from "../../memory/fact.ts";
import type { DecisionId, EntityId, SessionId } from "../../memory/ids.ts";
import { foldName } from "../../memory/names.ts";
import type { Session } from "../../memory/session.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import { BEGINNING, OPEN, type Instant } from "../../memory/time.ts";
import type { Erasure, TraceQuery, Traces } from "../../store/erasure.ts";
import type { SpaceStore } from "../../store/port.ts";
import { Reaching, type Reach } from "./reach.ts";
import type { ErasedItem, ErasureTarget } from "./target.ts";
import { withReplies } from "./replies.ts";
import { ERASED, holding, namesAny, wordsOf } from "./words.ts";

export interface ErasurePlan {
  readonly erasure: Erasure;
  readonly items: readonly ErasedItem[];
  /** What must be found nowhere any more. */
  readonly words: readonly string[];
  /** Entities that stay, whose search texts have to be made anew. */
  readonly touched: readonly EntityId[];
}

/** So many strings are looked for at a time. */
const STRINGS_AT_A_TIME = 1_000;
const SHORTEST_STRING = 4;

interface Gone {
  readonly reach: Reach;
  readonly removedEvents: ReadonlySet<string>;
  readonly relationships: ReadonlySet<string>;
  readonly decisions: ReadonlySet<DecisionId>;
  /** Decisions that brought versions about which stay. */
  readonly leaning: ReadonlySet<DecisionId>;
}

const isGone = (changed: Changed | null, { reach, relationships }: Gone): boolean =>
  changed !== null &&
  (changed.kind === "FACT"
    ? reach.facts.has(changed.id)
    : changed.kind === "ENTITY"
      ? reach.entities.has(changed.id)
      : relationships.has(changed.id));

const timesOf = (
  versions: readonly { readonly recordedAt: Instant; readonly expiredAt: Instant }[],
): Instant[] =>
  versions.flatMap(({ recordedAt, expiredAt }) =>
    expiredAt === OPEN ? [recordedAt] : [recordedAt, expiredAt],
  );

const entityEffectStays = (effect: Effect, entities: Reach["entities"]): boolean =>
  effect.kind !== "FACT" && !entities.has(effect.from) && !entities.has(effect.into);

/** Whether something that stays rests on a decision. */
const decisionStays = (
  { id, action, fact, effects, event }: Decision,
  { reach, removedEvents, leaning }: Gone,
): boolean => {
  if (leaning.has(id)) return true;
  if (event !== null && removedEvents.has(event) && action === "NOOP") return false;
  if (
    effects.some((effect) =>
      effect.kind === "FACT"
        ? !reach.facts.has(effect.fact)
        : entityEffectStays(effect, reach.entities),
    )
  )
    return true;
  return fact !== null && !reach.facts.has(fact);
};

/** The decision as it reads without what goes; the same where nothing of it goes. */
const withoutGone = (
  decision: Decision,
  gone: Gone,
  holds: (text: string) => boolean,
): Decision => {
  const { reach, removedEvents } = gone;
  const factGone =
    decision.fact === null
      ? decision.effects.some((effect) => effect.kind === "FACT" && reach.facts.has(effect.fact))
      : reach.facts.has(decision.fact);
  const eventGone = decision.event !== null && removedEvents.has(decision.event);
  return {
    ...decision,
    reason:
      holds(decision.reason) || (decision.decidedBy === "MODEL" && factGone)
        ? ERASED
        : decision.reason,
    factText: factGone || eventGone || holds(decision.factText) ? ERASED : decision.factText,
    fact: decision.fact !== null && reach.facts.has(decision.fact) ? null : decision.fact,
    candidates: decision.candidates.filter(
      ({ version }) => !reach.facts.has(factOfVersion(version)),
    ),
    effects: decision.effects.filter((effect) =>
      effect.kind === "FACT"
        ? !reach.facts.has(effect.fact)
        : entityEffectStays(effect, reach.entities),
    ),
    event: decision.event !== null && removedEvents.has(decision.event) ? null : decision.event,
  };
};

/** What a commit changed, without what goes; null where nothing is left of it. */
const changeWithout = (change: Change, gone: Gone): Change | null => {
  const before = isGone(change.before, gone) ? null : change.before;
  const after = isGone(change.after, gone) ? null : change.after;
  if (before === null && after === null) return null;
  const kind =
    change.kind !== "FACT_UPDATED"
      ? change.kind
      : after === null
        ? "FACT_CLOSED"
        : change.before !== null && before === null
          ? "FACT_ADDED"
          : change.kind;
  return {
    ...change,
    kind,
    before,
    after,
    entities: change.entities.filter((entity) => !gone.reach.entities.has(entity)),
    decision:
      change.decision !== null && gone.decisions.has(change.decision) ? null : change.decision,
    event: change.event !== null && gone.removedEvents.has(change.event) ? null : change.event,
  };
};

const closingWithout = <C extends Closing>(closing: C | null, reach: Reach): C | null =>
  closing?.by != null && reach.facts.has(closing.by) ? { ...closing, by: null } : closing;

/**
 * A fact that stays, without who told it, and without the fact that took its place: it ended all the same, so that what is left of its claim is all that it
 * claims from then on, whatever else is said later.
 */
const factWithout = (version: FactVersion, isNewest: boolean, reach: Reach): FactVersion => {
  const end = closingWithout(version.end, reach);
  const claimedEnd = closingWithout(version.claimedEnd, reach);
  const ended = isNewest && end !== version.end && version.expiredAt === OPEN;
  return {
    ...version,
    end,
    closing: closingWithout(version.closing, reach),
    speaker: speakerWithout(version.speaker, reach),
    mentions: version.mentions.filter((entity) => !reach.entities.has(entity)),
    claimedTo: ended ? version.validTo : version.claimedTo,
    claimedEnd: ended ? end : claimedEnd,
  };
};

/** Whether a speaker is called by a name that goes. */
const isGoneBy = (speaker: string | null, { names }: Reach): boolean =>
  speaker !== null && names.includes(foldName(speaker));

const speakerWithout = (speaker: string | null, reach: Reach): string | null =>
  isGoneBy(speaker, reach) ? ERASED : speaker;

const outcomeWithout = (event: Event, { reach, relationships }: Gone): Event["outcome"] => {
  const { outcome } = event;
  if (outcome === null) return null;
  const kept = (versions: readonly string[]) =>
    versions.filter((version) => !reach.facts.has(factOfVersion(version)));
  return {
    ...outcome,
    added: kept(outcome.added),
    updated: kept(outcome.updated),
    unchanged: kept(outcome.unchanged),
    deleted: kept(outcome.deleted),
    entities: outcome.entities.filter((entity) => !reach.entities.has(entity)),
    relationships: outcome.relationships.filter((id) => !relationships.has(id)),
  };
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Those that say enough to be looked for. */
const withWords = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => text.trim().length >= SHORTEST_STRING && text !== ERASED);

/** Works out all that has to go with what was named, from what is on record at the head. */
class Planning {
  readonly #space: SpaceStore;
  readonly #knownAt: Instant;
  readonly #reach: Reach;

  constructor(space: SpaceStore, knownAt: Instant, reach: Reach) {
    this.#space = space;
    this.#knownAt = knownAt;
    this.#reach = reach;
  }

  /** Names in texts, for an entity; else the very words. */
  #holds(statements: readonly string[]): (text: string) => boolean {
    const { names } = this.#reach;
    const holdsStatement = holding(statements);
    return (text) => (names.length > 0 && namesAny(text, names)) || holdsStatement(text);
  }

  async plan(): Promise<ErasurePlan> {
    const reach = this.#reach;
    const space = this.#space;
    const versions = [...reach.histories.values()].flat();
    const events = [...reach.events.values()];
    const removedEvents = new Set(
      events.map(({ id }) => id).filter((id) => !reach.redacted.has(id)),
    );
    const orphanNames = [...reach.entities].flatMap(([id, reason]) =>
      reason === "NOTHING_LEFT" ? reach.entityHistories.get(id)!.flatMap(namesOf) : [],
    );
    const messages = withWords(events.map(({ message }) => message));
    const stated = withWords(versions.map(({ text }) => text));
    const strings = [...new Set([...reach.spellings, ...orphanNames, ...stated])];
    const statements = [...new Set([...stated, ...messages])];
    const holds = this.#holds(statements);

    const first = await space.traces({
      entities: [...reach.entities.keys()],
      facts: [...reach.facts.keys()],
      said: reach.spellings,
    });
    const edges = (
      await space.relationshipHistory(
        first.relationships.map((relationship) => ({ relationship, knownAt: this.#knownAt })),
      )
    ).flat();
    const sessions = [
      ...new Set([
        ...reach.sessions,
        ...events.flatMap(({ session, turn }) =>
          session !== null && turn !== null ? [session] : [],
        ),
        ...first.references.map(({ session }) => session),
        ...first.saying,
      ]),
    ];
    const times = [
      ...new Set([
        ...timesOf(versions),
        ...timesOf(edges),
        ...[...reach.entityHistories.values()].flatMap(timesOf),
      ]),
    ];
    const traces = await this.#traces(
      {
        entities: [...reach.entities.keys()],
        facts: [...reach.facts.keys()],
        events: [...reach.events.keys()],
        sessions,
        times,
      },
      strings,
      messages,
    );

    const decisions = await this.#decisions(traces, versions);
    const superseded = await this.#superseded(traces);
    const told = await this.#told(decisions);
    const leaning = new Set(
      superseded
        .flat()
        .flatMap(({ decision, closing }) => [decision, ...(closing ? [closing.decision] : [])]),
    );
    const draft: Gone = {
      reach,
      removedEvents,
      relationships: new Set(first.relationships),
      decisions: new Set(),
      leaning,
    };
    const removedDecisions = new Set(
      decisions.filter((decision) => !decisionStays(decision, draft)).map(({ id }) => id),
    );
    const gone: Gone = { ...draft, decisions: removedDecisions };
    const keptDecisions = decisions.filter(({ id }) => !removedDecisions.has(id));

    const turnIds = new Set(events.flatMap(({ turn }) => turn ?? []));
    const turns = withReplies(
      traces.turns,
      (turn) =>
        turnIds.has(turn.id) ||
        (turn.event !== null && reach.events.has(turn.event)) ||
        wordsOf(turn).some(holds),
    );
    const hitSessions = new Set([
      ...reach.sessions,
      ...traces.turns.flatMap(({ id, session }) => (turns.has(id) ? [session] : [])),
    ]);
    for (const session of first.saying)
      if (
        !hitSessions.has(session) &&
        (await space.notes(session, "")).some(({ value }) => holds(JSON.stringify(value)))
      )
        hitSessions.add(session);
    const memories = await this.#memories(traces, hitSessions, holds);
    const orphanFolded = orphanNames.map(foldName).filter((name) => name !== "");
    const entityTexts = traces.texts.filter(
      ({ kind, subject, text }) =>
        kind === "ENTITY" &&
        (reach.entities.has(subject) || holds(text) || namesAny(text, orphanFolded)),
    );
    const standing = await space.entityTexts([...reach.entities.keys()]);
    const touched = [
      ...new Set([
        ...entityTexts.map(({ subject }) => subject),
        ...edges.flatMap(({ source, target }) => [source, target]),
        ...versions.map(({ entity }) => entity),
      ]),
    ].filter((id) => !reach.entities.has(id));
    const references = traces.references.filter(
      ({ entity, session, turn, snippet }) =>
        reach.entities.has(entity) ||
        reach.sessions.includes(session) ||
        (turn !== null && turns.has(turn)) ||
        holds(snippet),
    );
    const changes = traces.changes.map((change) => [change, changeWithout(change, gone)] as const);
    const notes = traces.notes.filter(
      ({ session }) => session === null || hitSessions.has(session),
    );
    const titled = (await space.sessionsById(sessions.filter((id) => !reach.sessions.includes(id))))
      .filter((session) => session !== null && session.title !== null && holds(session.title))
      .map((session) => session!);
    const goneMemories = new Set(memories.map(({ id }) => id));

    const erasure: Erasure = {
      facts: [...reach.facts.keys()],
      entities: [...reach.entities.keys()],
      relationships: first.relationships,
      events: [...removedEvents],
      decisions: [...removedDecisions],
      changes: changes.flatMap(([{ at, ordinal }, left]) =>
        left === null ? [{ at, ordinal }] : [],
      ),
      texts: [
        ...new Set([
          ...versions.map(({ textId }) => textId),
          ...events.map(({ id }) => id),
          ...entityTexts.map(({ id }) => id),
          ...standing.flatMap((text) => text?.id ?? []),
          ...memories.map(({ textId }) => textId),
        ]),
      ],
      memories: [...goneMemories],
      references: references.map(({ id }) => id),
      turns: traces.turns.flatMap(({ id, session }) =>
        turns.has(id) && !reach.sessions.includes(session) ? [{ session, turn: id }] : [],
      ),
      notes: notes.filter(({ session }) => session === null || !reach.sessions.includes(session)),
      sessions: reach.sessions,
      rewritten: {
        facts: this.#facts([
          ...new Map(
            [...superseded, ...told].map((history) => [history[0]!.fact, history]),
          ).values(),
        ]),
        entities: await this.#entities(touched, versions, holds),
        events: await this.#events(traces, decisions, gone, [...orphanNames, ...statements]),
        decisions: keptDecisions
          .map((decision) => [decision, withoutGone(decision, gone, holds)] as const)
          .flatMap(([before, after]) => (same(before, after) ? [] : [after])),
        changes: changes.flatMap(([before, after]) =>
          after === null || same(before, after) ? [] : [after],
        ),
        sessions: titled.map(({ id }) => ({ id, title: ERASED })),
      },
    };
    return {
      erasure,
      items: this.#items({ erasure, edges, decisions, told, memories, traces, turns, titled }),
      words: [
        ...new Set([
          ...reach.spellings,
          ...statements,
          ...traces.turns.flatMap(({ id, content }) =>
            turns.has(id) && content.trim().length >= SHORTEST_STRING ? [content] : [],
          ),
        ]),
      ],
      touched,
    };
  }

  /** However many strings and messages there are. */
  async #traces(
    query: TraceQuery,
    strings: readonly string[],
    messages: readonly string[],
  ): Promise<Traces> {
    const part = (from: number) => ({
      strings: strings.slice(from, from + STRINGS_AT_A_TIME),
      messages: messages.slice(from, from + STRINGS_AT_A_TIME),
    });
    const traces = await this.#space.traces({ ...query, ...part(0) });
    const [texts, told, notes] = [
      new Map(traces.texts.map((text) => [text.id, text])),
      new Set(traces.told),
      new Map(traces.notes.map((note) => [`${note.session} ${note.path}`, note])),
    ];
    for (
      let from = STRINGS_AT_A_TIME;
      from < Math.max(strings.length, messages.length);
      from += STRINGS_AT_A_TIME
    ) {
      const more = await this.#space.traces(part(from));
      for (const text of more.texts) texts.set(text.id, text);
      for (const event of more.told) told.add(event);
      for (const note of more.notes) notes.set(`${note.session} ${note.path}`, note);
    }
    return { ...traces, texts: [...texts.values()], told: [...told], notes: [...notes.values()] };
  }

  /** All that tell of what goes: taken on the events, on the facts, and on the entities. */
  async #decisions(traces: Traces, versions: readonly FactVersion[]): Promise<Decision[]> {
    const known = new Map(traces.decisions.map((decision) => [decision.id, decision]));
    const ids = [
      ...versions.flatMap(({ decision, closing }) => [
        decision,
        ...(closing ? [closing.decision] : []),
      ]),
      ...[...this.#reach.entityHistories.values()].flat().flatMap(({ decision }) => decision ?? []),
    ];
    for (const decision of await this.#space.decisions(
      [...new Set(ids)].filter((id) => !known.has(id)),
      this.#knownAt,
    ))
      if (decision) known.set(decision.id, decision);
    return [...known.values()];
  }

  /** Whatever it may have gone into. */
  async #memories(
    traces: Traces,
    sessions: ReadonlySet<SessionId>,
    holds: (text: string) => boolean,
  ): Promise<DerivedMemory[]> {
    const firstTurn = new Map<SessionId, number>();
    for (const { session, seq } of traces.turns)
      if (sessions.has(session))
        firstTurn.set(session, Math.min(seq, firstTurn.get(session) ?? seq));
    const loose = [...this.#reach.events.values()]
      .filter(({ session }) => session === null)
      .map(({ recordedAt }) => recordedAt);
    const earliest = loose.reduce<Instant | null>(
      (least, at) => (least === null || at < least ? at : least),
      null,
    );
    const drewOn = ({
      session,
      covers,
      coversEventsTo,
      entities,
      content,
      sections,
    }: DerivedMemory): boolean =>
      (session !== null && sessions.has(session)) ||
      [...firstTurn].some(([id, seq]) => (covers[id] ?? 0) >= seq) ||
      (earliest !== null && coversEventsTo !== null && coversEventsTo >= earliest) ||
      entities.some((entity) => this.#reach.entities.has(entity)) ||
      holds(content) ||
      sections.some(({ heading, lines }) => holds(heading) || lines.some(holds));
    const all = await this.#space.allMemories();
    const gone = new Set(all.filter(drewOn).map(({ id }) => id));
    return all.filter(({ id }) => gone.has(id));
  }

  /** The histories of the facts that stay and whose place was taken by one that goes. */
  #superseded(traces: Traces): Promise<FactVersion[][]> {
    const ids = traces.superseded.filter((fact) => !this.#reach.facts.has(fact));
    return this.#space.factHistory(ids.map((fact) => ({ fact, knownAt: this.#knownAt })));
  }

  /** The histories of the facts that stay and that the entity told. */
  async #told(decisions: readonly Decision[]): Promise<FactVersion[][]> {
    const { facts, events } = this.#reach;
    const taken = decisions.filter(
      ({ event }) => event !== null && isGoneBy(events.get(event)?.speaker ?? null, this.#reach),
    );
    const ids = new Set(
      taken
        .flatMap(({ fact, effects }) => [
          ...(fact === null ? [] : [fact]),
          ...effects.flatMap((effect) => (effect.kind === "FACT" ? [effect.fact] : [])),
        ])
        .filter((fact) => !facts.has(fact)),
    );
    const histories = await this.#space.factHistory(
      [...ids].map((fact) => ({ fact, knownAt: this.#knownAt })),
    );
    return histories.filter((versions) =>
      versions.some(({ speaker }) => isGoneBy(speaker, this.#reach)),
    );
  }

  #facts(staying: readonly (readonly FactVersion[])[]): FactVersion[] {
    return staying.flatMap((versions) =>
      versions.flatMap((version, i) => {
        const left = factWithout(version, i === versions.length - 1, this.#reach);
        return same(version, left) ? [] : [left];
      }),
    );
  }

  /** Entities that stay, without the names of those that go and without profiles that were made of what goes. */
  async #entities(
    touched: readonly EntityId[],
    versions: readonly FactVersion[],
    holds: (text: string) => boolean,
  ): Promise<EntityVersion[]> {
    const reach = this.#reach;
    const from = versions.reduce<Instant | null>(
      (least, { recordedAt }) => (least === null || recordedAt < least ? recordedAt : least),
      null,
    );
    const merged = reach.names.length === 0 ? [] : await this.#mergedOnce();
    const histories = await this.#space.entityHistory(
      [...new Set([...touched, ...merged])].map((entity) => ({ entity, knownAt: this.#knownAt })),
    );
    return histories.flatMap((history) => {
      const left = history.map((version): EntityVersion => ({
        ...version,
        aliases: version.aliases.filter((alias) => !reach.names.includes(foldName(alias))),
        absorbed: version.absorbed.filter((id) => !reach.entities.has(id)),
        mergedInto:
          version.mergedInto !== null && reach.entities.has(version.mergedInto)
            ? null
            : version.mergedInto,
        profile:
          version.profile !== null &&
          ((from !== null && version.recordedAt >= from) || holds(version.profile))
            ? null
            : version.profile,
      }));
      return same(history, left) ? [] : left;
    });
  }

  /** Entities with which one of those that go was one for a time. */
  async #mergedOnce(): Promise<EntityId[]> {
    const found = new Set<EntityId>();
    for (let after: string | undefined; ;) {
      const { items, hasNextPage } = await this.#space.changes({
        from: BEGINNING,
        to: this.#knownAt,
        entities: [...this.#reach.entities.keys()],
        page: { first: 500, after },
      });
      for (const { item } of items)
        if (item.kind === "ENTITIES_MERGED" || item.kind === "ENTITY_SPLIT")
          for (const entity of item.entities)
            if (!this.#reach.entities.has(entity)) found.add(entity);
      if (!hasNextPage) return [...found];
      after = items.at(-1)!.cursor;
    }
  }

  /** Events that stay without their words, and those that were told the words, or name what goes in what became of them. */
  async #events(
    traces: Traces,
    decisions: readonly Decision[],
    gone: Gone,
    strings: readonly string[],
  ): Promise<Event[]> {
    const reach = this.#reach;
    const holds = this.#holds(strings);
    const redacted = [...reach.redacted].map((id): Event => {
      const event = reach.events.get(id)!;
      return {
        ...event,
        message: ERASED,
        speaker: speakerWithout(event.speaker, reach),
        recentMessages: [],
        outcome: outcomeWithout(event, gone),
      };
    });
    const others = [
      ...new Set([...traces.told, ...decisions.flatMap(({ event }) => event ?? [])]),
    ].filter((id) => !reach.events.has(id));
    const told = (await this.#space.events(others, this.#knownAt)).flatMap((event) => {
      if (event === null) return [];
      const left: Event = {
        ...event,
        recentMessages: event.recentMessages.filter((message) => !holds(message)),
        outcome: outcomeWithout(event, gone),
      };
      return same(event, left) ? [] : [left];
    });
    return [...redacted, ...told];
  }

  #items({
    erasure,
    edges,
    decisions,
    told,
    memories,
    traces,
    turns,
    titled,
  }: {
    readonly erasure: Erasure;
    readonly edges: readonly RelationshipVersion[];
    readonly decisions: readonly Decision[];
    readonly told: readonly (readonly FactVersion[])[];
    readonly memories: readonly DerivedMemory[];
    readonly traces: Traces;
    readonly turns: ReadonlyMap<string, "SOURCE" | "REPLY">;
    readonly titled: readonly Session[];
  }): ErasedItem[] {
    const {
      facts,
      histories,
      entities,
      entityHistories,
      events,
      eventReasons,
      redacted,
      sessions,
    } = this.#reach;
    const removedDecisions = new Set(erasure.decisions);
    return [
      ...[...facts].map(([id, reason]): ErasedItem => ({
        kind: "FACT",
        id,
        text: histories.get(id)!.at(-1)!.text,
        reason,
        stays: false,
      })),
      ...told.map((versions): ErasedItem => ({
        kind: "FACT",
        id: versions[0]!.fact,
        text: versions.at(-1)!.text,
        reason: "SAID_BY_ENTITY",
        stays: true,
      })),
      ...[...entities].map(([id, reason]): ErasedItem => ({
        kind: "ENTITY",
        id,
        text: entityHistories.get(id)!.at(-1)!.name,
        reason,
        stays: false,
      })),
      ...[...new Map(edges.map((edge) => [edge.relationship, edge])).values()].map(
        ({ relationship, type }): ErasedItem => ({
          kind: "RELATIONSHIP",
          id: relationship,
          text: type,
          reason: "LINK",
          stays: false,
        }),
      ),
      ...[...events.values()].map(({ id, message }): ErasedItem => ({
        kind: "EVENT",
        id,
        text: message,
        reason: eventReasons.get(id)!,
        stays: redacted.has(id),
      })),
      ...decisions
        .filter(({ id }) => removedDecisions.has(id))
        .map(({ id, factText }): ErasedItem => ({
          kind: "DECISION",
          id,
          text: factText,
          reason: "LINK",
          stays: false,
        })),
      ...[...new Map(memories.map((memory) => [memory.id, memory])).values()].map(
        ({ id, content }): ErasedItem => ({
          kind: "MEMORY",
          id,
          text: content,
          reason: "DRAWN_FROM",
          stays: false,
        }),
      ),
      ...traces.references
        .filter(({ id }) => erasure.references.includes(id))
        .map(({ id, snippet }): ErasedItem => ({
          kind: "REFERENCE",
          id,
          text: snippet,
          reason: "LINK",
          stays: false,
        })),
      ...traces.turns
        .filter(({ id, session }) => turns.has(id) || sessions.includes(session))
        .map(({ id, content }): ErasedItem => ({
          kind: "TURN",
          id,
          text: content,
          reason: turns.get(id) ?? "ASKED",
          stays: false,
        })),
      ...erasure.notes.map(({ path }): ErasedItem => ({
        kind: "NOTE",
        id: path,
        text: null,
        reason: "DRAWN_FROM",
        stays: false,
      })),
      ...sessions.map((id): ErasedItem => ({
        kind: "SESSION",
        id,
        text: null,
        reason: "ASKED",
        stays: false,
      })),
      ...titled.map(({ id, title }): ErasedItem => ({
        kind: "SESSION",
        id,
        text: title,
        reason: this.#reach.names.length > 0 ? "NAMES_ENTITY" : "SOURCE",
        stays: true,
      })),
    ];
  }
}

/** What erasing something takes, as of the head; null where it is not on record. Throws CONFLICT for an entity that is merged into another. */
export const planErasure = async (
  space: SpaceStore,
  target: Exclude<ErasureTarget, { scope: "SPACE" }>,
  knownAt: Instant,
): Promise<ErasurePlan | null> => {
  const reach = await new Reaching(space, knownAt).of(target);
  return reach && new Planning(space, knownAt, reach).plan();
};
