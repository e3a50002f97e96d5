import type { HybridHits, SpaceStore, TextHit } from "../../store/port.ts";
import { lastingAnswer } from "../../store/presumed-reads.ts";
import type { ReadServices } from "../services.ts";
import { textsInContext } from "./conversation.ts";
import type { SearchPlan } from "./plan.ts";
import type { SearchListName } from "./request.ts";

/** The hits of one list, best first. */
export interface SearchList {
  readonly name: SearchListName;
  readonly hits: readonly TextHit[];
  readonly ms: number;
  /** Whether the embedder was unreachable. */
  readonly failed: boolean;
}

/** Runs a list, and measures its duration. Hits of null mean that the embedder was unreachable. */
const timedList = async (
  { now }: ReadServices,
  name: SearchListName,
  find: () => Promise<readonly TextHit[] | null>,
): Promise<SearchList> => {
  const startMillis = now();
  const hits = await find();
  return { name, hits: hits ?? [], ms: now() - startMillis, failed: hits === null };
};

type Embedding = Awaited<ReturnType<ReadServices["embedder"]["embed"]>>;

const isEmbedding = (answer: unknown): answer is Embedding =>
  typeof answer === "object" && answer !== null && "value" in answer;

/**
 * The vector of the query; null if the embedder is unreachable and the text list can do without it.
 */
const queryVector = async (
  { embedder }: ReadServices,
  { query, mode }: SearchPlan,
): Promise<Float32Array | null> => {
  try {
    const { value } = await lastingAnswer(`embedding of ${query}`, isEmbedding, () =>
      embedder.embed([query]),
    );
    return value[0] ?? null;
  } catch (error) {
    if (mode === "VECTOR") throw error;
    return null;
  }
};

type FusingStore = SpaceStore & Required<Pick<SpaceStore, "searchHybrid">>;

const fusesItself = (space: SpaceStore): space is FusingStore => space.searchHybrid !== undefined;

/**
 * Both lists from the fusion of the store, in one call. Their ranks are fused here again, with the
 * same weights and constant. A vector list that only supplements is dropped if the text list found
 * enough.
 */
const listsFusedByStore = async (
  services: ReadServices,
  space: FusingStore,
  plan: SearchPlan,
  onFound: (rankings: readonly SearchList[]) => void,
): Promise<SearchList[]> => {
  const startMillis = services.now();
  const vector = await queryVector(services, plan);
  const { terms, texts, vectors } = plan;
  const listsOf = (hits: HybridHits): SearchList[] => {
    const ms = services.now() - startMillis;
    const fullText: SearchList = { name: "FULL_TEXT", hits: hits.fullText, ms, failed: false };
    if (vectors.fillsUp && hits.fullText.length >= plan.limit) return [fullText];
    const near = hits.vector.filter(({ score }) => score >= vectors.leastCosine);
    return [fullText, { name: "VECTOR", hits: near, ms, failed: vector === null }];
  };
  const hits =
    vector === null
      ? { fullText: await space.searchFullText(terms, texts), vector: [] }
      : await space.searchHybrid(
          {
            terms,
            vector,
            weights: { fullText: 1, vector: vectors.weight },
            onFound: (hybridHits) => onFound(listsOf(hybridHits)),
          },
          texts,
        );
  return listsOf(hits);
};

/**
 * The full-text list and the vector list, as far as the plan runs them. Lists that are fused run at
 * the same time. A vector list that only supplements waits for the text list, and does not run if
 * that found enough. `onFound`: as in a `HybridQuery`.
 */
const rankedLists = async (
  services: ReadServices,
  space: SpaceStore,
  plan: SearchPlan,
  onFound: (rankings: readonly SearchList[]) => void,
): Promise<readonly SearchList[]> => {
  const { terms, texts, vectors, mode } = plan;
  if (mode === "HYBRID" && terms.length > 0 && vectors.weight > 0 && fusesItself(space))
    return listsFusedByStore(services, space, plan, onFound);
  const fullText = async (): Promise<SearchList[]> =>
    terms.length === 0
      ? []
      : [await timedList(services, "FULL_TEXT", () => space.searchFullText(terms, texts))];
  const vector = (): Promise<SearchList> =>
    timedList(services, "VECTOR", async () => {
      const questionVector = await queryVector(services, plan);
      if (questionVector === null) return null;
      const hits = await space.searchVector(questionVector, texts);
      return hits.filter(({ score }) => score >= vectors.leastCosine);
    });
  if (vectors.weight === 0) return fullText();
  if (!vectors.fillsUp) return (await Promise.all([fullText(), vector()])).flat();
  const byText = await fullText();
  const isFilled = byText.some(({ hits }) => hits.length >= plan.limit);
  return isFilled ? byText : [...byText, await vector()];
};

/** Whether the lists found at least a number of distinct subjects. */
const foundAtLeast = (lists: readonly SearchList[], count: number): boolean => {
  const subjects = new Set<string>();
  for (const { hits } of lists)
    for (const {
      text: { kind, subject },
    } of hits)
      if (subjects.add(`${kind}:${subject}`).size >= count) return true;
  return subjects.size >= count;
};

/** The full-text list with its events ranked in their conversations; none if it has no events. */
const contextList = async (
  services: ReadServices,
  space: SpaceStore,
  plan: SearchPlan,
  lists: readonly SearchList[],
): Promise<SearchList[]> => {
  const hits = lists.find(({ name }) => name === "FULL_TEXT")?.hits ?? [];
  if (!plan.readsConversations || !hits.some(({ text }) => text.kind === "EVENT")) return [];
  return [
    await timedList(services, "CONTEXT", () =>
      textsInContext(services.settings, space, plan, hits),
    ),
  ];
};

/**
 * Texts that contain a string of the query word for word. Strings of plain words are searched for
 * only if the other lists found too little; strings with signs always.
 */
const lexicalList = async (
  services: ReadServices,
  space: SpaceStore,
  { strings, limit, texts }: SearchPlan,
  lists: readonly SearchList[],
): Promise<SearchList[]> => {
  const soughtStrings = foundAtLeast(lists, limit)
    ? strings.filter(({ hasSymbols }) => hasSymbols)
    : strings;
  if (soughtStrings.length === 0) return [];
  const substrings = soughtStrings.map(({ text }) => text);
  return [await timedList(services, "LEXICAL", () => space.searchSubstring(substrings, texts))];
};

/**
 * Runs the lists of a search. Each takes one store call, or text and vector together one if the
 * store fuses them; the conversations take at most two. If the embedder is unreachable, HYBRID
 * continues with the text list alone, and VECTOR throws. `prefetch` reads, while the other lists
 * run, what the ranked lists need; its result does not count. The space caches reads
 * (`readingOnce`), so that later steps find their facts already read.
 */
export const runLists = async (
  services: ReadServices,
  space: SpaceStore,
  plan: SearchPlan,
  prefetch: (rankings: readonly SearchList[]) => Promise<void>,
): Promise<SearchList[]> => {
  if (plan.texts.kinds.length === 0) return [];
  const readOn = (rankings: readonly SearchList[]) =>
    Promise.all([
      contextList(services, space, plan, rankings),
      lexicalList(services, space, plan, rankings),
      prefetch(rankings),
    ]);
  const rankings = await rankedLists(services, space, plan, (foundRankings) => {
    // An error is thrown again to the caller that awaits the result.
    readOn(foundRankings).catch(() => undefined);
  });
  const [context, lexical] = await readOn(rankings);
  return [...rankings, ...context, ...lexical];
};
