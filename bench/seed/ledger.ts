import { v7 as newId } from "uuid";
import type { Change } from "../../src/memory/change.ts";
import type { Decision } from "../../src/memory/decision.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { Event } from "../../src/memory/event.ts";
import type { FactVersion } from "../../src/memory/fact.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import type { SearchText } from "../../src/memory/search-text.ts";
import { instantOf, type Instant } from "../../src/memory/time.ts";
import type { Embedder } from "../../src/models/port.ts";
import type { Expiry, SpaceStore } from "../../src/store/port.ts";
import { required } from "../lookup.ts";

/** The record time of the first commit, and the interval between commits. */
const START = Date.UTC(2025, 0, 1);
const STEP_MILLIS = 60_000;
/** Approximate number of facts per commit. A single write would take a commit or two for each. */
const FACTS_PER_COMMIT = 1_000;

type Unembedded = Omit<SearchText, "vector">;
const empty = () => ({
  events: [] as Event[],
  entities: [] as EntityVersion[],
  facts: [] as FactVersion[],
  relationships: [] as RelationshipVersion[],
  expiries: [] as Expiry[],
  decisions: [] as Decision[],
  texts: [] as Unembedded[],
  changes: [] as Omit<Change, "at" | "ordinal">[],
});

/**
 * Collects the records of many writes, and records them through the store's port in a few large
 * commits.
 */
export class Ledger {
  #pending = empty();
  #commits = 0;
  readonly #space: SpaceStore;
  readonly #embedder: Embedder;

  constructor(space: SpaceStore, embedder: Embedder) {
    this.#space = space;
    this.#embedder = embedder;
  }

  /** The record time of the data that is collected now. */
  get now(): Instant {
    return instantOf(START + this.#commits * STEP_MILLIS);
  }

  readonly newId = newId;

  get pending(): ReturnType<typeof empty> {
    return this.#pending;
  }

  /** Must be called between data that may be in different commits. */
  async commitIfLarge(): Promise<void> {
    if (this.#pending.facts.length >= FACTS_PER_COMMIT) await this.commit();
  }

  async commit(): Promise<void> {
    const { texts, changes, ...records } = this.#pending;
    const at = this.now;
    const distinct = [...new Set(texts.map(({ text }) => text))];
    const vectors = (await this.#embedder.embed(distinct)).value;
    const vectorOf = new Map(
      distinct.map((text, i) => [text, required(vectors[i], `The vector of ${text}`)]),
    );
    const isWritten = await this.#space.commit(await this.#space.head(), {
      ...records,
      recordedAt: at,
      texts: texts.map((text) => ({
        ...text,
        vector: required(vectorOf.get(text.text), `The vector of ${text.text}`),
      })),
      changes: changes.map((change, ordinal) => ({ ...change, at, ordinal })),
    });
    if (!isWritten) throw new Error("Somebody else wrote into a space of the benchmark.");
    this.#pending = empty();
    this.#commits += 1;
  }
}
