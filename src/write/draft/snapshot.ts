import type { Instant } from "../../memory/time.ts";
import { overriding } from "../../store/overriding.ts";
import type { Head, SpaceStore } from "../../store/port.ts";

/** A space as a head has it. Whatever is asked of it twice is read once. */
export interface Snapshot {
  /** The tag of the head. Every commit and every erasure changes it. */
  readonly tag: string;
  readonly knownAt: Instant;
  readonly space: SpaceStore;
}

/** Answers to a call that takes many things, kept for each of them. */
class KeptAnswers<A> {
  readonly #answers = new Map<string, Promise<A | undefined>>();
  readonly #read: (keys: readonly string[]) => Promise<readonly A[]>;

  constructor(read: (keys: readonly string[]) => Promise<readonly A[]>) {
    this.#read = read;
  }

  async of(keys: readonly string[]): Promise<(A | undefined)[]> {
    const missing = [...new Set(keys)].filter((key) => !this.#answers.has(key));
    if (missing.length > 0) {
      const read = this.#read(missing);
      for (const [i, key] of missing.entries())
        this.#answers.set(
          key,
          read.then((answers) => answers[i]),
        );
    }
    return Promise.all(keys.map((key) => this.#answers.get(key)));
  }
}

/** A call whose answers are kept by what it asks. */
const keeping = <Args extends readonly unknown[], A>(
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

/** The reads by which a draft finds its way, each of them once. A read of another record time goes to the space. */
const readsAt = (space: SpaceStore, knownAt: Instant): Partial<SpaceStore> => {
  const names = new KeptAnswers((folded) => space.entitiesByName(folded, knownAt));
  const keys = new KeptAnswers((wanted) => space.entitiesByKey(wanted));
  const versions = new KeptAnswers((ids) =>
    space.entitiesAsOf(ids.map((entity) => ({ entity, knownAt }))),
  );
  return {
    entitiesByName: async (folded, at) =>
      at === knownAt
        ? (await names.of(folded)).map((owners) => owners ?? [])
        : space.entitiesByName(folded, at),
    entitiesByKey: async (wanted) => (await keys.of(wanted)).map((id) => id ?? null),
    entitiesAsOf: async (requests) =>
      requests.every((request) => request.knownAt === knownAt)
        ? (await versions.of(requests.map(({ entity }) => entity))).map(
            (version) => version ?? null,
          )
        : space.entitiesAsOf(requests),
    entitiesByNamePart: keeping((...args) => space.entitiesByNamePart(...args)),
    entities: keeping((query) => space.entities(query)),
    self: keeping((at) => space.self(at)),
    line: keeping((...args) => space.line(...args)),
    factsByHash: keeping((...args) => space.factsByHash(...args)),
    // The vector follows from the text.
    similarFacts: keeping(
      (query) => space.similarFacts(query),
      ({ entities, text, at, limit }) => [entities, text, at, limit],
    ),
    relationshipsBetween: keeping((query) => space.relationshipsBetween(query)),
    relationshipsByEvidence: keeping((facts) => space.relationshipsByEvidence(facts)),
  };
};

/** `knownAt`: the record time of the head. */
export const snapshotOf = (space: SpaceStore, { tag }: Head, knownAt: Instant): Snapshot => ({
  tag,
  knownAt,
  space: overriding(space, readsAt(space, knownAt)),
});
