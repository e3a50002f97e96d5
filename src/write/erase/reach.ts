import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, EventId, FactId, SessionId } from "../../memory/ids.ts";
import { foldName } from "../../memory/names.ts";
import { Problem } from "../../memory/problem.ts";
import { BEGINNING, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { UNNAMED } from "../speaker.ts";
import type { ErasureReason, ErasureTarget } from "./target.ts";
import { namesAny } from "./words.ts";

/** How far an erasure reaches among facts, events and entities; what rests on these is worked out from it. */
export interface Reach {
  readonly facts: ReadonlyMap<FactId, ErasureReason>;
  /** All versions of each. */
  readonly histories: ReadonlyMap<FactId, readonly FactVersion[]>;
  readonly entities: ReadonlyMap<EntityId, ErasureReason>;
  readonly entityHistories: ReadonlyMap<EntityId, readonly EntityVersion[]>;
  readonly events: ReadonlyMap<EventId, Event>;
  readonly eventReasons: ReadonlyMap<EventId, ErasureReason>;
  /** Of the events those that stay without their words, since facts that stay were drawn from them. */
  readonly redacted: ReadonlySet<EventId>;
  readonly sessions: readonly SessionId[];
  /** Folded names by which the entity is known in texts; none for other scopes. */
  readonly names: readonly string[];
  /** The same as they were written. */
  readonly spellings: readonly string[];
}

const PAGE = 500;
/** How many entities are asked whether anything else is known of them: more are left as they are. */
const MOST_ORPHANS = 1_000;

/** Works out the reach of an erasure, as of the head. */
export class Reaching {
  readonly #space: SpaceStore;
  readonly #knownAt: Instant;
  readonly facts = new Map<FactId, ErasureReason>();
  readonly histories = new Map<FactId, readonly FactVersion[]>();
  readonly entities = new Map<EntityId, ErasureReason>();
  readonly entityHistories = new Map<EntityId, readonly EntityVersion[]>();
  readonly events = new Map<EventId, Event>();
  readonly eventReasons = new Map<EventId, ErasureReason>();
  readonly redacted = new Set<EventId>();
  sessions: SessionId[] = [];
  names: string[] = [];
  spellings: string[] = [];

  constructor(space: SpaceStore, knownAt: Instant) {
    this.#space = space;
    this.#knownAt = knownAt;
  }

  /** Null where what is named is not on record. */
  async of(target: Exclude<ErasureTarget, { scope: "SPACE" }>): Promise<Reach | null> {
    const found = await this.#begin(target);
    if (!found) return null;
    await this.#settleEvents(target.scope === "EVENT" || target.scope === "SESSION");
    await this.#addOrphans();
    return this;
  }

  #begin({ scope, id }: Exclude<ErasureTarget, { scope: "SPACE" }>): Promise<boolean> {
    if (scope === "FACT") return this.#fact(id);
    if (scope === "ENTITY") return this.#entity(id);
    if (scope === "EVENT") return this.#eventsAsked([id]);
    return this.#session(id);
  }

  async #fact(id: FactId): Promise<boolean> {
    await this.#addFacts([id], "ASKED");
    await this.#addSources();
    return this.facts.size > 0;
  }

  async #session(id: SessionId): Promise<boolean> {
    const [session] = await this.#space.sessionsById([id]);
    const { events } = await this.#space.traces({ sessions: [id] });
    if (!session && events.length === 0) return false;
    this.sessions = [id];
    await this.#eventsAsked(events);
    return true;
  }

  /** With all facts that were drawn from them. */
  async #eventsAsked(ids: readonly EventId[]): Promise<boolean> {
    await this.#addEvents(ids, "ASKED");
    const known = [...this.events.keys()];
    const decisions = (await this.#space.decisionsOfEvents(known, this.#knownAt)).flat();
    const added = decisions.flatMap(({ effects }) =>
      effects.flatMap((effect) =>
        effect.kind === "FACT" && effect.before === null ? [effect.fact] : [],
      ),
    );
    await this.#addFacts(
      added,
      "SOURCE",
      ([first]) => first?.event != null && this.events.has(first.event),
    );
    return known.length > 0;
  }

  async #entity(id: EntityId): Promise<boolean> {
    const [history = []] = await this.#space.entityHistory([
      { entity: id, knownAt: this.#knownAt },
    ]);
    const newest = history.at(-1);
    if (!newest) return false;
    if (newest.mergedInto !== null)
      throw new Problem(
        "CONFLICT",
        "This entity is merged into another: erase that one, or take this one out first by splitEntity.",
      );
    this.entities.set(id, "ASKED");
    this.entityHistories.set(id, history);
    const absorbed = await this.#space.entityHistory(
      newest.absorbed.map((entity) => ({ entity, knownAt: this.#knownAt })),
    );
    newest.absorbed.forEach((entity, i) => {
      this.entities.set(entity, "OF_ENTITY");
      this.entityHistories.set(entity, absorbed[i]!);
    });
    await this.#nameIt();
    const { facts, texts, spoken } = await this.#space.traces({
      entities: [...this.entities.keys()],
      strings: this.spellings,
      speakers: this.names,
    });
    await this.#addFacts(facts, "OF_ENTITY");
    const naming = texts.filter(({ text }) => namesAny(text, this.names));
    await this.#addFacts(
      naming.filter(({ kind }) => kind === "FACT").map(({ subject }) => subject),
      "NAMES_ENTITY",
    );
    await this.#addFacts(
      await this.#concerning([...this.entities.keys()]),
      "NAMES_ENTITY",
      (versions) =>
        versions.some(
          ({ entity, mentions }) =>
            this.entities.has(entity) || mentions.some((one) => this.entities.has(one)),
        ),
    );
    await this.#addEvents(
      naming.filter(({ kind }) => kind === "EVENT").map(({ subject }) => subject),
      "NAMES_ENTITY",
    );
    await this.#addEvents(spoken, "SAID_BY_ENTITY");
    await this.#addSources();
    return true;
  }

  /** A name that others have too, who stay, is no reason for a text to go; neither is that of a user who told none. */
  async #nameIt(): Promise<void> {
    const versions = [...this.entityHistories.values()].flat();
    const spelled = new Map(versions.flatMap(namesOf).map((name) => [foldName(name), name]));
    spelled.delete("");
    spelled.delete(UNNAMED);
    const folded = [...spelled.keys()];
    const answering = await this.#space.entitiesByName(folded, this.#knownAt);
    this.names = folded.filter((_, i) =>
      answering[i]!.every((entity) => this.entities.has(entity)),
    );
    this.spellings = [...new Set(versions.flatMap(namesOf))].filter((name) =>
      this.names.includes(foldName(name)),
    );
  }

  /** The facts that changes tell of which concern some entities. */
  async #concerning(entities: readonly EntityId[]): Promise<FactId[]> {
    const found = new Set<FactId>();
    for (let after: string | undefined; ;) {
      const { items, hasNextPage } = await this.#space.changes({
        from: BEGINNING,
        to: this.#knownAt,
        entities,
        page: { first: PAGE, after },
      });
      for (const {
        item: { before, after: stands },
      } of items)
        for (const one of [before, stands]) if (one?.kind === "FACT") found.add(one.id);
      if (!hasNextPage) return [...found];
      after = items.at(-1)!.cursor;
    }
  }

  async #addFacts(
    ids: readonly FactId[],
    reason: ErasureReason,
    goes: (versions: readonly FactVersion[]) => boolean = () => true,
  ): Promise<void> {
    const fresh = [...new Set(ids)].filter((id) => !this.facts.has(id));
    const histories = await this.#space.factHistory(
      fresh.map((fact) => ({ fact, knownAt: this.#knownAt })),
    );
    fresh.forEach((id, i) => {
      const versions = histories[i]!;
      if (versions.length === 0 || !goes(versions)) return;
      this.facts.set(id, reason);
      this.histories.set(id, versions);
    });
  }

  async #addEvents(ids: readonly EventId[], reason: ErasureReason): Promise<void> {
    const fresh = [...new Set(ids)].filter((id) => !this.events.has(id));
    for (const event of await this.#space.events(fresh, this.#knownAt)) {
      if (event === null) continue;
      this.events.set(event.id, event);
      this.eventReasons.set(event.id, reason);
    }
  }

  /** The events that the facts were drawn from, and those that said them again. */
  async #addSources(): Promise<void> {
    const facts = [...this.facts.keys()];
    const confirmations = await this.#space.confirmations(
      facts.map((fact) => ({ fact, knownAt: this.#knownAt })),
    );
    const said = facts.flatMap((fact, i) => [
      ...this.histories.get(fact)!.map(({ event }) => event),
      ...confirmations[i]!.map(({ event }) => event),
    ]);
    await this.#addEvents(
      said.filter((event) => event !== null),
      "SOURCE",
    );
  }

  /** An event from which something else was drawn that stays is kept, without its words. */
  async #settleEvents(asked: boolean): Promise<void> {
    if (asked) return;
    const ids = [...this.events.keys()];
    const decisions = await this.#space.decisionsOfEvents(ids, this.#knownAt);
    ids.forEach((event, i) => {
      const stays = decisions[i]!.some(
        ({ fact, effects }) =>
          (fact !== null && !this.facts.has(fact)) ||
          effects.some(
            (effect) =>
              effect.kind === "FACT" && effect.after !== null && !this.facts.has(effect.fact),
          ),
      );
      if (stays) this.redacted.add(event);
    });
  }

  /** Entities of which nothing is left to be known. */
  async #addOrphans(): Promise<void> {
    const met = [...this.histories.values()]
      .flat()
      .flatMap(({ entity, mentions }) => [entity, ...mentions]);
    const candidates = [
      ...new Set([
        ...met,
        ...[...this.events.values()].flatMap(({ outcome }) => outcome?.entities ?? []),
      ]),
    ].slice(0, MOST_ORPHANS);
    const histories = await this.#space.entityHistory(
      candidates.map((entity) => ({ entity, knownAt: this.#knownAt })),
    );
    for (const [i, entity] of candidates.entries()) {
      const history = histories[i]!;
      const newest = history.at(-1);
      if (
        !newest ||
        this.entities.has(entity) ||
        newest.self !== null ||
        newest.mergedInto !== null ||
        newest.absorbed.length > 0 ||
        history.some(({ mergedInto }) => mergedInto !== null)
      )
        continue;
      if (await this.#isKnownOtherwise(entity, history)) continue;
      this.entities.set(entity, "NOTHING_LEFT");
      this.entityHistories.set(entity, history);
    }
  }

  async #isKnownOtherwise(entity: EntityId, history: readonly EntityVersion[]): Promise<boolean> {
    const names = [...new Set(history.flatMap(namesOf))];
    const { facts, texts } = await this.#space.traces({ entities: [entity], strings: names });
    if (facts.some((fact) => !this.facts.has(fact))) return true;
    const folded = names.map(foldName).filter((name) => name !== "");
    if (
      texts.some(
        ({ kind, subject, text }) =>
          namesAny(text, folded) &&
          ((kind === "FACT" && !this.facts.has(subject)) ||
            (kind === "EVENT" && !this.events.has(subject))),
      )
    )
      return true;
    const others = (await this.#concerning([entity])).filter((fact) => !this.facts.has(fact));
    const versions = (
      await this.#space.factHistory(others.map((fact) => ({ fact, knownAt: this.#knownAt })))
    ).flat();
    return versions.some(({ mentions }) => mentions.includes(entity));
  }
}
