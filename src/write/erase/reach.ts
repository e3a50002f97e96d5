import { foldName } from "../../language/names.ts";
import { followMerges, members, namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, EventId, FactId, SessionId } from "../../memory/ids.ts";
import { Problem } from "../../memory/problem.ts";
import { BEGINNING, type Instant } from "../../memory/time.ts";
import type { LineQuery, SpaceStore } from "../../store/port.ts";
import { UNNAMED } from "../speaker.ts";
import type { ErasureReason, NamedTarget } from "./target.ts";
import { foldedNames, namesAny } from "./words.ts";

/**
 * All versions of a fact or an entity within the reach of an erasure, oldest first and at least
 * one, with the reason.
 */
interface ReachedVersions<V> {
  readonly reason: ErasureReason;
  readonly versions: readonly V[];
}

/**
 * The reach of an erasure among facts, events and entities. Everything that depends on these
 * follows from it.
 */
export interface Reach {
  readonly facts: ReadonlyMap<FactId, ReachedVersions<FactVersion>>;
  readonly entities: ReadonlyMap<EntityId, ReachedVersions<EntityVersion>>;
  readonly events: ReadonlyMap<EventId, { readonly reason: ErasureReason; readonly event: Event }>;
  /**
   * The events that remain without their words, because remaining facts were extracted from them.
   */
  readonly redactedEvents: ReadonlySet<EventId>;
  readonly sessions: readonly SessionId[];
  /** The folded names by which texts name the entity; empty for other targets. */
  readonly names: readonly string[];
  /** The same names, not folded. */
  readonly spellings: readonly string[];
}

/** All versions of the facts to remove. */
export const versionsOfFacts = ({ facts }: Reach): FactVersion[] =>
  [...facts.values()].flatMap(({ versions }) => versions);

const PAGE = 500;
/**
 * Maximum number of entities that are checked for other known facts. Further entities are not
 * removed.
 */
const MOST_ORPHANS = 1_000;

/** Pages through all items of a query. */
export async function* allPages<T>(
  read: (after: string | undefined) => Promise<{
    readonly items: readonly { readonly item: T; readonly cursor: string }[];
    readonly hasNextPage: boolean;
  }>,
): AsyncGenerator<T> {
  for (let after: string | undefined; ;) {
    const { items, hasNextPage } = await read(after);
    for (const { item } of items) yield item;
    after = items.at(-1)?.cursor;
    if (!hasNextPage || after === undefined) return;
  }
}

/** Computes the reach of an erasure, as of the head. */
class ReachBuilder implements Reach {
  readonly #space: SpaceStore;
  readonly #knownAt: Instant;
  /** The entities that are merged with each owner of a fact, including the owner. */
  readonly #owners = new Map<EntityId, readonly EntityId[]>();
  readonly facts = new Map<FactId, ReachedVersions<FactVersion>>();
  readonly entities = new Map<EntityId, ReachedVersions<EntityVersion>>();
  readonly events = new Map<EventId, { readonly reason: ErasureReason; readonly event: Event }>();
  readonly redactedEvents = new Set<EventId>();
  sessions: SessionId[] = [];
  names: string[] = [];
  spellings: string[] = [];

  constructor(space: SpaceStore, knownAt: Instant) {
    this.#space = space;
    this.#knownAt = knownAt;
  }

  /** Returns null if the target is not recorded. */
  async build(target: NamedTarget): Promise<Reach | null> {
    if (!(await this.#addTarget(target))) return null;
    if (await this.#addClaims()) await this.#addConfirmingEvents(target);
    if (target.scope === "FACT" || target.scope === "ENTITY") await this.#redactSharedEvents();
    await this.#addOrphans();
    return this;
  }

  #addTarget({ scope, id }: NamedTarget): Promise<boolean> {
    if (scope === "FACT") return this.#addFact(id);
    if (scope === "ENTITY") return this.#addEntity(id);
    if (scope === "EVENT") return this.#addEventsWithFacts([id]);
    return this.#addSession(id);
  }

  async #addFact(id: FactId): Promise<boolean> {
    await this.#addFacts([id], "ASKED");
    await this.#addSources();
    return this.facts.size > 0;
  }

  async #addSession(id: SessionId): Promise<boolean> {
    const [session] = await this.#space.sessionsById([id]);
    const { events } = await this.#space.traces({ sessions: [id] });
    if (!session && events.length === 0) return false;
    this.sessions = [id];
    await this.#addEventsWithFacts(events);
    return true;
  }

  /** Adds events with all facts that were extracted from them. */
  async #addEventsWithFacts(ids: readonly EventId[]): Promise<boolean> {
    await this.#addEvents(ids, "ASKED");
    const events = [...this.events.keys()];
    const decisions = (await this.#space.decisionsOfEvents(events, this.#knownAt)).flat();
    const addedFacts = decisions.flatMap(({ effects }) =>
      effects.flatMap((effect) =>
        effect.kind === "FACT" && effect.before === null ? [effect.fact] : [],
      ),
    );
    await this.#addFacts(
      addedFacts,
      "SOURCE",
      ([first]) => first?.event != null && this.events.has(first.event),
    );
    return events.length > 0;
  }

  /**
   * Adds an entity, its facts, the facts and events that name it, and what it said, with their
   * sources. Returns false if it does not exist.
   */
  async #addEntity(id: EntityId): Promise<boolean> {
    if (!(await this.#addEntityVersions(id))) return false;
    await this.#collectNames();
    const { facts, texts, spokenEvents } = await this.#space.traces({
      entities: [...this.entities.keys()],
      strings: this.spellings,
      speakers: this.names,
    });
    await this.#addFacts(facts, "OF_ENTITY");
    const namingTexts = texts.filter(({ text }) => namesAny(text, this.names));
    const subjectsOf = (wantedKind: "FACT" | "EVENT") =>
      namingTexts.filter(({ kind }) => kind === wantedKind).map(({ subject }) => subject);
    await this.#addFacts(subjectsOf("FACT"), "NAMES_ENTITY");
    await this.#addFacts(
      await this.#factsConcerning([...this.entities.keys()]),
      "NAMES_ENTITY",
      (versions) =>
        versions.some(
          ({ entity, mentions }) =>
            this.entities.has(entity) || mentions.some((one) => this.entities.has(one)),
        ),
    );
    await this.#addEvents(subjectsOf("EVENT"), "NAMES_ENTITY");
    await this.#addEvents(spokenEvents, "SAID_BY_ENTITY");
    await this.#addSources();
    return true;
  }

  /** Adds an entity and those that it has absorbed. Throws CONFLICT if it is merged itself. */
  async #addEntityVersions(id: EntityId): Promise<boolean> {
    const [versions = []] = await this.#entityHistory([id]);
    const newest = versions.at(-1);
    if (!newest) return false;
    if (newest.mergedInto !== null)
      throw new Problem(
        "CONFLICT",
        "This entity is merged into another. Erase the other one, or use splitEntity first to split this one off.",
      );
    this.entities.set(id, { reason: "ASKED", versions });
    const absorbedVersions = await this.#entityHistory(newest.absorbed);
    for (const [i, entity] of newest.absorbed.entries())
      this.entities.set(entity, { reason: "OF_ENTITY", versions: absorbedVersions[i] ?? [] });
    return true;
  }

  /**
   * Collects the names that identify the entity. A name shared with a remaining entity does not
   * identify it, nor does the name of a user who has stated none.
   */
  async #collectNames(): Promise<void> {
    const versions = [...this.entities.values()].flatMap(({ versions }) => versions);
    const spellings = new Set(versions.flatMap(namesOf));
    const foldedSpellings = [...new Set(foldedNames([...spellings]))].filter(
      (name) => name !== UNNAMED,
    );
    const owners = await this.#space.entitiesByName(foldedSpellings, this.#knownAt);
    this.names = foldedSpellings.filter((_, i) =>
      owners[i]?.every((entity) => this.entities.has(entity)),
    );
    this.spellings = [...spellings].filter((name) => this.names.includes(foldName(name)));
  }

  /** The facts in the changes of some entities. */
  async #factsConcerning(entities: readonly EntityId[]): Promise<FactId[]> {
    const facts = new Set<FactId>();
    const changes = allPages((after) =>
      this.#space.changes({
        from: BEGINNING,
        to: this.#knownAt,
        entities,
        page: { first: PAGE, after },
      }),
    );
    for await (const { before, after } of changes)
      for (const changedItem of [before, after])
        if (changedItem?.kind === "FACT") facts.add(changedItem.id);
    return [...facts];
  }

  /** Adds facts with their history, if `isReached` is true of their versions. */
  async #addFacts(
    ids: readonly FactId[],
    reason: ErasureReason,
    isReached: (versions: readonly FactVersion[]) => boolean = () => true,
  ): Promise<void> {
    const fresh = [...new Set(ids)].filter((id) => !this.facts.has(id));
    const histories = await this.#space.factHistory(
      fresh.map((fact) => ({ fact, knownAt: this.#knownAt })),
    );
    for (const [i, id] of fresh.entries()) {
      const versions = histories[i] ?? [];
      if (versions.length > 0 && isReached(versions)) this.facts.set(id, { reason, versions });
    }
  }

  async #addEvents(ids: readonly EventId[], reason: ErasureReason): Promise<void> {
    const fresh = [...new Set(ids)].filter((id) => !this.events.has(id));
    for (const event of await this.#space.events(fresh, this.#knownAt))
      if (event !== null) this.events.set(event.id, { reason, event });
  }

  /**
   * Adds the claims that repeat or deny a fact, the facts that show it again, and those that show
   * its text. Returns whether there are any.
   */
  async #addClaims(): Promise<boolean> {
    const before = this.facts.size;
    const lines = new Map<string, LineQuery>();
    const newest = [...this.facts.values()].flatMap(({ versions }) => versions.at(-1) ?? []);
    await this.#loadOwners(newest);
    for (const version of newest) {
      const query = this.#lineOf(version);
      lines.set(JSON.stringify(query), query);
    }
    for (const query of lines.values()) await this.#addClaimsOf(await this.#space.line(query));
    return this.facts.size > before;
  }

  /** Adds the facts of a line that restate or resume erased ones, or have words of these. */
  async #addClaimsOf(line: readonly FactVersion[]): Promise<void> {
    const histories = await this.#space.factHistory(
      line.map(({ fact }) => ({ fact, knownAt: this.#knownAt })),
    );
    const rests = (versions: readonly FactVersion[]) =>
      versions.some(({ restates, resumes, own }) =>
        [restates, resumes, own?.by].some((fact) => fact != null && this.facts.has(fact)),
      );
    const undecidedHistories = histories.filter(([first]) => first && !this.facts.has(first.fact));
    for (let hasGrown = true; hasGrown;) {
      hasGrown = false;
      for (const versions of undecidedHistories) {
        const [first] = versions;
        if (!first || this.facts.has(first.fact) || !rests(versions)) continue;
        this.facts.set(first.fact, { reason: "SOURCE", versions });
        hasGrown = true;
      }
    }
  }

  /** Reads the owners of facts, so that `#lineOf` has their merges. */
  async #loadOwners(facts: readonly FactVersion[]): Promise<void> {
    const ids = [...new Set(facts.map(({ entity }) => entity))].filter(
      (id) => !this.#owners.has(id),
    );
    const requests = ids.map((entity) => ({ entity, knownAt: this.#knownAt }));
    const roots = await followMerges(requests, (of) => this.#space.entitiesAsOf(of));
    for (const [i, id] of ids.entries()) {
      const root = roots[i];
      this.#owners.set(id, root ? members(root) : [id]);
    }
  }

  #lineOf({ entity, slot, chain }: FactVersion): LineQuery {
    return slot === null
      ? { chain }
      : { entities: this.#owners.get(entity) ?? [entity], slots: [slot] };
  }

  /** The messages of the added claims, if the messages of a fact are removed with it. */
  async #addConfirmingEvents({ scope }: NamedTarget): Promise<void> {
    if (scope === "FACT" || scope === "ENTITY") await this.#addSources();
  }

  /** Adds the events from which the facts were extracted, and those that confirmed them. */
  async #addSources(): Promise<void> {
    const confirmations = await this.#space.confirmations(
      [...this.facts.keys()].map((fact) => ({ fact, knownAt: this.#knownAt })),
    );
    const versions = [...this.facts.values()].flatMap(({ versions }) => versions);
    const sources = [...versions, ...confirmations.flat()].flatMap(({ event }) => event ?? []);
    await this.#addEvents(sources, "SOURCE");
  }

  /** Keeps an event from which a remaining fact was extracted, without its words. */
  async #redactSharedEvents(): Promise<void> {
    const ids = [...this.events.keys()];
    const decisions = await this.#space.decisionsOfEvents(ids, this.#knownAt);
    for (const [i, event] of ids.entries()) {
      const stays = decisions[i]?.some(
        ({ fact, effects }) =>
          (fact !== null && !this.facts.has(fact)) ||
          effects.some(
            (effect) =>
              effect.kind === "FACT" && effect.after !== null && !this.facts.has(effect.fact),
          ),
      );
      if (stays) this.redactedEvents.add(event);
    }
  }

  /** Adds the entities about which nothing else is known. */
  async #addOrphans(): Promise<void> {
    const ofFacts = [...this.facts.values()]
      .flatMap(({ versions }) => versions)
      .flatMap(({ entity, mentions }) => [entity, ...mentions]);
    const ofEvents = [...this.events.values()].flatMap(
      ({ event }) => event.outcome?.entities ?? [],
    );
    const candidates = [...new Set([...ofFacts, ...ofEvents])].slice(0, MOST_ORPHANS);
    const histories = await this.#entityHistory(candidates);
    for (const [i, entity] of candidates.entries()) {
      const versions = histories[i] ?? [];
      if (this.entities.has(entity) || !mayBeOrphan(versions)) continue;
      if (await this.#isKnownOtherwise(entity, versions)) continue;
      this.entities.set(entity, { reason: "NOTHING_LEFT", versions });
    }
  }

  /** Whether a remaining fact or event is about an entity or names it. */
  async #isKnownOtherwise(
    entity: EntityId,
    entityVersions: readonly EntityVersion[],
  ): Promise<boolean> {
    const names = [...new Set(entityVersions.flatMap(namesOf))];
    const { facts, texts } = await this.#space.traces({ entities: [entity], strings: names });
    if (facts.some((fact) => !this.facts.has(fact))) return true;
    const searchNames = foldedNames(names);
    const isNamed = texts.some(
      ({ kind, subject, text }) =>
        ((kind === "FACT" && !this.facts.has(subject)) ||
          (kind === "EVENT" && !this.events.has(subject))) &&
        namesAny(text, searchNames),
    );
    if (isNamed) return true;
    const others = (await this.#factsConcerning([entity])).filter((fact) => !this.facts.has(fact));
    const versions = await this.#space.factHistory(
      others.map((fact) => ({ fact, knownAt: this.#knownAt })),
    );
    return versions.flat().some(({ mentions }) => mentions.includes(entity));
  }

  #entityHistory(ids: readonly EntityId[]): Promise<EntityVersion[][]> {
    return this.#space.entityHistory(ids.map((entity) => ({ entity, knownAt: this.#knownAt })));
  }
}

/** The user always remains, and so does an entity that was ever merged. */
const mayBeOrphan = (versions: readonly EntityVersion[]): boolean => {
  const newest = versions.at(-1);
  return (
    newest !== undefined &&
    newest.self === null &&
    newest.absorbed.length === 0 &&
    versions.every(({ mergedInto }) => mergedInto === null)
  );
};

/**
 * The reach of an erasure, as of `knownAt`; null if the target is not recorded. Throws CONFLICT for
 * an entity that is merged into another.
 */
export const reachOf = (
  space: SpaceStore,
  target: NamedTarget,
  knownAt: Instant,
): Promise<Reach | null> => new ReachBuilder(space, knownAt).build(target);
