import type { FactVersion } from "../memory/fact.ts";
import type { FactId } from "../memory/ids.ts";
import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "./port.ts";

/**
 * The answers to a call that takes many requests, cached per request. Only new requests are read.
 * Cached answers are returned without a promise for each, because a recall makes hundreds of
 * requests.
 */
class KeptAnswers<R, A> {
  readonly #answers = new Map<string, A | undefined>();
  /** The running read of each request that is being read. */
  readonly #reads = new Map<string, Promise<void>>();
  readonly #read: (requests: readonly R[]) => Promise<readonly A[]>;
  readonly #keyOf: (request: R) => string;

  constructor(
    read: (requests: readonly R[]) => Promise<readonly A[]>,
    keyOf: (request: R) => string = String,
  ) {
    this.#read = read;
    this.#keyOf = keyOf;
  }

  /** The answers to some requests. What is cached, or is being read, is not read again. */
  async of(requests: readonly R[]): Promise<(A | undefined)[]> {
    const keys = requests.map((request) => this.#keyOf(request));
    const missingRequests = new Map<string, R>();
    const reads = new Set<Promise<void>>();
    for (const [i, request] of requests.entries()) {
      const key = keys[i] ?? "";
      if (this.#answers.has(key)) continue;
      const pendingRead = this.#reads.get(key);
      if (pendingRead === undefined) missingRequests.set(key, request);
      else reads.add(pendingRead);
    }
    if (missingRequests.size > 0) {
      const pendingRead = this.#readAll(missingRequests);
      for (const key of missingRequests.keys()) this.#reads.set(key, pendingRead);
      reads.add(pendingRead);
    }
    if (reads.size > 0) await Promise.all(reads);
    return keys.map((key) => this.#answers.get(key));
  }

  async #readAll(missingRequests: ReadonlyMap<string, R>): Promise<void> {
    const answers = await this.#read([...missingRequests.values()]);
    for (const [i, key] of [...missingRequests.keys()].entries()) {
      this.#answers.set(key, answers[i]);
      this.#reads.delete(key);
    }
  }
}

/** A call whose answers are cached by its arguments. */
const keepReads = <Args extends readonly unknown[], A>(
  call: (...args: Args) => Promise<A>,
  keyOf: (...args: Args) => unknown = (...args) => args,
): ((...args: Args) => Promise<A>) => {
  const answers = new Map<string, Promise<A>>();
  return (...args) => {
    const key = JSON.stringify(keyOf(...args));
    const answer = answers.get(key) ?? call(...args);
    answers.set(key, answer);
    return answer;
  };
};

/** The same for calls whose requests each name a record time. */
const keepingEach = <R, A>(
  call: (requests: readonly R[]) => Promise<readonly A[]>,
  none: A,
  keyOf: (request: R) => string = (request) => JSON.stringify(request),
): ((requests: readonly R[]) => Promise<A[]>) => {
  const answers = new KeptAnswers(call, keyOf);
  return async (requests) => (await answers.of(requests)).map((answer) => answer ?? none);
};

/**
 * The same for calls with ids and one record time. Answers for another record time are not cached.
 */
const keepingAt = <A>(
  call: (ids: readonly string[], at: Instant) => Promise<readonly A[]>,
  knownAt: Instant,
  none: A,
): ((ids: readonly string[], at: Instant) => Promise<A[]>) => {
  const answers = new KeptAnswers((ids: readonly string[]) => call(ids, knownAt));
  return async (ids, at) =>
    at === knownAt
      ? (await answers.of(ids)).map((answer) => answer ?? none)
      : [...(await call(ids, at))];
};

/** Tells which facts have changed; cached for each fact and time point. */
const keepingChanges = (space: SpaceStore): SpaceStore["changedFacts"] => {
  const byTime = new Map<string, KeptAnswers<FactId, FactVersion | null>>();
  return async (facts, at) => {
    const key = JSON.stringify(at);
    const answers =
      byTime.get(key) ??
      new KeptAnswers(async (ids: readonly FactId[]) => {
        const changedVersions = await space.changedFacts(ids, at);
        const byId = new Map(changedVersions.map((version) => [version.fact, version]));
        return ids.map((id) => byId.get(id) ?? null);
      });
    byTime.set(key, answers);
    return (await answers.of(facts)).flatMap((version) => version ?? []);
  };
};

const NO_PAGE = { items: [], hasNextPage: false, total: () => Promise.resolve(0) };

/** The relationships that facts state, cached for each fact. */
const keepingEvidence = (space: SpaceStore): SpaceStore["relationshipsByEvidence"] => {
  const answers = new KeptAnswers(async (facts: readonly FactId[]) => {
    const relationships = await space.relationshipsByEvidence(facts);
    return facts.map((fact) => relationships.filter(({ evidence }) => evidence === fact));
  });
  return async (facts) =>
    (await answers.of([...new Set(facts)])).flatMap((relationships) => relationships ?? []);
};

/**
 * Wraps a space so that each read is made once, however often and in whichever combination it is
 * requested. It is for one piece of work, which sees the space as of `knownAt` even if others write
 * meanwhile.
 */
export const keptReads = (space: SpaceStore, knownAt: Instant) =>
  ({
    entitiesByName: keepingAt((...args) => space.entitiesByName(...args), knownAt, []),
    entitiesByKey: keepingEach((keys) => space.entitiesByKey(keys), null),
    entitiesAsOf: keepingEach(
      (requests) => space.entitiesAsOf(requests),
      null,
      ({ entity, knownAt: at }) => `${at} ${entity}`,
    ),
    entitiesByNamePart: keepReads((...args) => space.entitiesByNamePart(...args)),
    self: keepReads((at) => space.self(at)),
    factsAsOf: keepingEach(
      (requests) => space.factsAsOf(requests),
      null,
      ({ fact, knownAt: at }) => `${at} ${fact}`,
    ),
    changedFacts: keepingChanges(space),
    importantFacts: keepingEach((requests) => space.importantFacts(requests), []),
    line: keepReads((...args) => space.line(...args)),
    factsByHash: keepReads((...args) => space.factsByHash(...args)),
    // The vector is not part of the key, because it follows from the text.
    similarFacts: keepReads(
      (query) => space.similarFacts(query),
      ({ entities, text, at, limit }) => [entities, text, at, limit],
    ),
    relationshipsBetween: keepReads((query) => space.relationshipsBetween(query)),
    relationships: keepingEach((queries) => space.relationships(queries), NO_PAGE),
    relationshipsByEvidence: keepingEvidence(space),
    entityTexts: keepingEach((entities) => space.entityTexts(entities), null),
    events: keepingAt((...args) => space.events(...args), knownAt, null),
    decisionsOfEvents: keepingAt((...args) => space.decisionsOfEvents(...args), knownAt, []),
    eventsAround: keepReads((...args) => space.eventsAround(...args)),
    searchSubstring: keepReads((...args) => space.searchSubstring(...args)),
    eventLog: keepReads((query) => space.eventLog(query)),
  }) satisfies Partial<SpaceStore>;
