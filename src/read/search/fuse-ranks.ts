import type { EntityId } from "../../memory/ids.ts";
import type { MemoryKind } from "../../memory/search-text.ts";
import type { TextHit } from "../../store/port.ts";
import type { Statement } from "../follow-ups.ts";
import type { SearchList } from "./lists.ts";
import type { SearchPlan } from "./plan.ts";
import {
  RELEVANCE_OF_EXACT,
  RELEVANCE_OF_NAMED,
  relevanceOfCosine,
  textRelevance,
} from "./relevance.ts";
import type { SearchListName, SearchHit } from "./request.ts";

/** A search result before the best are chosen. */
export interface RankedHit extends Omit<SearchHit, "outdatedBy"> {
  /** The statement and its time, of a fact or a message; null for other kinds. */
  readonly statement: Statement | null;
  readonly lexicalRank: number | null;
  /** Number of the query's exact strings that its text contains. */
  readonly exactStrings: number;
}

/**
 * One hit in this many is reserved for texts with an exact string of the query, because ranking by
 * stems may miss them.
 */
const HITS_PER_EXACT_HIT = 3;

const KINDS: readonly MemoryKind[] = ["FACT", "ENTITY", "EVENT", "SUMMARY"];
const byKindAndId = (
  a: { kind: MemoryKind; subject: string },
  b: { kind: MemoryKind; subject: string },
): number =>
  KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
  (a.subject < b.subject ? -1 : Number(a.subject > b.subject));

/**
 * Orders hits, the best first. No two are equal, so the order does not depend on their
 * source.
 */
const byMerit = (a: RankedHit, b: RankedHit): number =>
  b.score - a.score ||
  b.exactStrings - a.exactStrings ||
  (a.lexicalRank ?? Infinity) - (b.lexicalRank ?? Infinity) ||
  byKindAndId(a, b);

/**
 * Constant of reciprocal rank fusion. The larger it is, the less the first ranks outweigh the next
 * ones.
 */
const FUSION_CONSTANT = 60;

/** A list of keys, best first, and its weight. */
interface RankedList<Key> {
  readonly keys: readonly Key[];
  readonly weight: number;
}

/**
 * Reciprocal rank fusion: the score of a key is the sum of `weight / (FUSION_CONSTANT + rank)` over
 * the lists that contain it, with ranks from 1. A list of weight 0 adds nothing.
 */
export const fuse = <Key>(lists: readonly RankedList<Key>[]): Map<Key, number> => {
  const scores = new Map<Key, number>();
  for (const { keys, weight } of lists) {
    if (weight === 0) continue;
    for (const [index, key] of keys.entries())
      scores.set(key, (scores.get(key) ?? 0) + weight / (FUSION_CONSTANT + index + 1));
  }
  return scores;
};

/** A subject that lists found, and its rank in each. */
interface RankedSubject {
  readonly kind: MemoryKind;
  readonly subject: string;
  /** The first of its texts that was found. */
  readonly hit: TextHit;
  readonly ranks: Partial<Record<SearchListName, number>>;
  /**
   * For a list of words: the best score for each term, within its conversation if it is an event.
   */
  termScores?: readonly number[] | undefined;
  /** Rank in the vector list. */
  cosine?: number;
}

/**
 * The subject of a hit. For an entity, the one under which it is shown; none if it was not known.
 */
const subjectOf = (
  { text: { kind, subject } }: TextHit,
  shownIds: ReadonlyMap<EntityId, EntityId>,
): string | undefined => (kind === "ENTITY" ? shownIds.get(subject) : subject);

const statementOf = ({ version, occurredAt, text: { text } }: TextHit): Statement | null =>
  version ?? (occurredAt === undefined ? null : { text, occurredAt });

/** Collects every subject that the lists found, once, and the ranking of each list. */
const rankSubjects = (
  lists: readonly SearchList[],
  shownIds: ReadonlyMap<EntityId, EntityId>,
): {
  readonly subjects: readonly RankedSubject[];
  readonly rankings: ReadonlyMap<SearchListName, readonly RankedSubject[]>;
} => {
  const bySubject: Readonly<Record<MemoryKind, Map<string, RankedSubject>>> = {
    FACT: new Map(),
    ENTITY: new Map(),
    EVENT: new Map(),
    SUMMARY: new Map(),
  };
  const rankings = new Map<SearchListName, RankedSubject[]>();
  for (const { name, hits } of lists) {
    const ranking: RankedSubject[] = [];
    for (const hit of hits.toSorted((a, b) => b.score - a.score || byKindAndId(a.text, b.text))) {
      const subject = subjectOf(hit, shownIds);
      if (subject === undefined) continue;
      const { kind } = hit.text;
      const knownSubject = bySubject[kind].get(subject);
      if (knownSubject?.ranks[name] !== undefined) continue;
      const rankedSubject = knownSubject ?? { kind, subject, hit, ranks: {} };
      if (!knownSubject) bySubject[kind].set(subject, rankedSubject);
      rankedSubject.ranks[name] = ranking.push(rankedSubject);
      rankedSubject.termScores = hit.termScores ?? rankedSubject.termScores;
      if (name === "VECTOR") rankedSubject.cosine = hit.score;
    }
    rankings.set(name, ranking);
  }
  return { subjects: KINDS.flatMap((kind) => [...bySubject[kind].values()]), rankings };
};

/**
 * All subjects that the lists found, each once, with its rank in every list and its fused score;
 * unordered.
 */
export const rankedHitsOf = (
  { strings, vectors }: SearchPlan,
  lists: readonly SearchList[],
  shownIds: ReadonlyMap<EntityId, EntityId>,
): RankedHit[] => {
  const textRelevanceOf = textRelevance(lists.find(({ name }) => name === "FULL_TEXT")?.hits ?? []);
  const relevanceOf = ({ termScores, cosine }: RankedSubject, hasExact: boolean): number =>
    Math.max(
      termScores === undefined ? 0 : textRelevanceOf(termScores),
      cosine === undefined || !vectors.tellsRelevance
        ? 0
        : relevanceOfCosine(cosine, vectors.relatedCosine),
      hasExact ? RELEVANCE_OF_EXACT : 0,
    );
  const { subjects, rankings } = rankSubjects(lists, shownIds);
  const scores = fuse([
    { keys: rankings.get("CONTEXT") ?? rankings.get("FULL_TEXT") ?? [], weight: 1 },
    { keys: rankings.get("VECTOR") ?? [], weight: vectors.weight },
  ]);
  const soughtStrings = strings.map(({ text, hasSymbols }) => ({
    lower: text.toLowerCase(),
    hasSymbols,
  }));
  return subjects.map((rankedSubject): RankedHit => {
    const { kind, subject, hit, ranks } = rankedSubject;
    const text = soughtStrings.length === 0 ? "" : hit.text.text.toLowerCase();
    const containedStrings = soughtStrings.filter(({ lower }) => text.includes(lower));
    const exactCount = containedStrings.filter(({ hasSymbols }) => hasSymbols).length;
    return {
      kind,
      subject,
      version: hit.version,
      statement: statementOf(hit),
      score: scores.get(rankedSubject) ?? 0,
      vectorRank: ranks.VECTOR ?? null,
      fullTextRank: ranks.FULL_TEXT ?? null,
      contextRank: ranks.CONTEXT ?? null,
      lexical: ranks.LEXICAL !== undefined || containedStrings.length > 0,
      lexicalRank: ranks.LEXICAL ?? null,
      exactStrings: exactCount,
      relevance: relevanceOf(rankedSubject, exactCount > 0),
    };
  });
};

type Merit = Pick<RankedHit, "score" | "lexical" | "lexicalRank" | "exactStrings" | "relevance">;

/**
 * Entities of a view that are not found through their own search texts: those that the query names,
 * with the score of the first hit of a list, and those of the found facts, each with the best score
 * of these facts.
 */
export const derivedEntities = (
  rankedHits: readonly RankedHit[],
  namedIds: readonly EntityId[],
  shownIds: ReadonlyMap<EntityId, EntityId>,
): RankedHit[] => {
  const entities = new Map<EntityId, RankedHit>();
  const add = (
    entity: EntityId,
    { score, lexical, lexicalRank, exactStrings, relevance }: Merit,
  ): void => {
    const subject = shownIds.get(entity);
    if (subject === undefined || entities.has(subject)) return;
    entities.set(subject, {
      kind: "ENTITY",
      subject,
      version: null,
      statement: null,
      vectorRank: null,
      fullTextRank: null,
      contextRank: null,
      score,
      lexical,
      lexicalRank,
      exactStrings,
      relevance,
    });
  };
  const byName = {
    score: 1 / (FUSION_CONSTANT + 1),
    lexical: true,
    lexicalRank: null,
    exactStrings: 0,
    relevance: RELEVANCE_OF_NAMED,
  };
  for (const entity of namedIds) add(entity, byName);
  for (const rankedHit of rankedHits.toSorted(byMerit))
    if (rankedHit.version !== null) add(rankedHit.version.entity, rankedHit);
  return [...entities.values()];
};

/** The hits with the user's own entity above all others. */
export const pinSelf = (rankedHits: readonly RankedHit[], self: EntityId): RankedHit[] => {
  const isSelf = ({ kind, subject }: RankedHit): boolean => kind === "ENTITY" && subject === self;
  const own = rankedHits.find(isSelf);
  return [
    ...rankedHits.filter((rankedHit) => !isSelf(rankedHit)),
    {
      kind: "ENTITY",
      subject: self,
      version: null,
      statement: null,
      vectorRank: own?.vectorRank ?? null,
      fullTextRank: own?.fullTextRank ?? null,
      contextRank: own?.contextRank ?? null,
      lexical: own?.lexical ?? false,
      lexicalRank: null,
      exactStrings: 0,
      score: 1,
      relevance: 1,
    },
  ];
};

/** The best hits in order, at most `limit`. */
export const chooseBest = (rankedHits: readonly RankedHit[], limit: number): RankedHit[] => {
  const exact = rankedHits
    .filter(({ exactStrings }) => exactStrings > 0)
    .toSorted((a, b) => b.exactStrings - a.exactStrings || byMerit(a, b));
  const chosenHits = new Set(exact.slice(0, Math.floor(limit / HITS_PER_EXACT_HIT)));
  for (const rankedHit of rankedHits.toSorted(byMerit))
    if (chosenHits.size < limit) chosenHits.add(rankedHit);
  return [...chosenHits].toSorted(byMerit);
};
