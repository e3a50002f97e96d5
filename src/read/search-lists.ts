import type { SpaceStore, TextHit } from "../store/port.ts";
import { textsInContext } from "./texts-in-context.ts";
import type { SearchPlan } from "./search-plan.ts";
import type { ListName, SearchMode } from "./search-request.ts";
import type { ReadServices } from "./services.ts";

/** What one list found, best first. */
export interface SearchList {
  readonly name: ListName;
  readonly hits: readonly TextHit[];
  readonly ms: number;
  /** Whether the embedder could not be reached. */
  readonly failed: boolean;
}

/** Null where the embedder cannot be reached and the text list can do without it. */
const vectorOf = async (
  { embedder }: ReadServices,
  query: string,
  mode: SearchMode,
): Promise<Float32Array | null> => {
  try {
    return (await embedder.embed([query])).value[0] ?? null;
  } catch (error) {
    if (mode === "VECTOR") throw error;
    return null;
  }
};

/**
 * Both lists by the store's own fusion, in one call; each keeps its ranks, by which they are fused here once more, with the same weights and
 * constant. The vector list that only fills up is left out where the text found enough.
 */
const fusedByStore = async (
  services: ReadServices,
  space: SpaceStore & Required<Pick<SpaceStore, "searchHybrid">>,
  plan: SearchPlan,
): Promise<SearchList[]> => {
  const started = services.now();
  const vector = await vectorOf(services, plan.query, "HYBRID");
  const { terms, texts, fullTextWeight, vectorWeight } = plan;
  const found =
    vector === null
      ? { fullText: await space.searchFullText(terms, texts), vector: [] }
      : await space.searchHybrid(
          { terms, vector, weights: { fullText: fullTextWeight, vector: vectorWeight } },
          texts,
        );
  const ms = services.now() - started;
  const fullText: SearchList = { name: "FULL_TEXT", hits: found.fullText, ms, failed: false };
  if (plan.vectorFillsUp && found.fullText.length >= plan.limit) return [fullText];
  return [
    fullText,
    {
      name: "VECTOR",
      hits: found.vector.filter(({ score }) => score >= plan.leastCosine),
      ms,
      failed: vector === null,
    },
  ];
};

const fuses = (
  space: SpaceStore,
): space is SpaceStore & Required<Pick<SpaceStore, "searchHybrid">> =>
  space.searchHybrid !== undefined;

/** Whether the lists found so many different things. */
const foundAtLeast = (lists: readonly SearchList[], count: number): boolean => {
  const found = new Set<string>();
  for (const { hits } of lists)
    for (const {
      text: { kind, subject },
    } of hits)
      if (found.add(`${kind}:${subject}`).size >= count) return true;
  return found.size >= count;
};

/**
 * Runs the lists of a search, one store call each, or one for text and vector together where the store fuses them. What was said around
 * the events that were found is read once the text is there. Two that are fused run side by side; a vector list that only fills up waits for the
 * text, and does not run where that found enough. Nor are plain words looked for within others then; strings with signs always are.
 * Where the embedder cannot be reached, HYBRID goes on with the text alone; VECTOR, which has nothing else to go by, throws.
 */
export const runLists = async (
  services: ReadServices,
  space: SpaceStore,
  plan: SearchPlan,
  mode: SearchMode,
): Promise<SearchList[]> => {
  const { terms, strings, texts } = plan;
  if (texts.kinds.length === 0) return [];
  const list = async (
    name: ListName,
    find: () => Promise<readonly TextHit[] | null>,
  ): Promise<SearchList> => {
    const started = services.now();
    const hits = await find();
    return { name, hits: hits ?? [], ms: services.now() - started, failed: hits === null };
  };
  const fullText = async (): Promise<SearchList | null> =>
    terms.length === 0 ? null : list("FULL_TEXT", () => space.searchFullText(terms, texts));
  const vector = async (): Promise<SearchList> =>
    list("VECTOR", async () => {
      const asked = await vectorOf(services, plan.query, mode);
      return (
        asked &&
        (await space.searchVector(asked, texts)).filter(({ score }) => score >= plan.leastCosine)
      );
    });
  const ranked = async (): Promise<readonly (SearchList | null)[]> => {
    if (plan.vectorWeight === 0) return [await fullText()];
    if (!plan.vectorFillsUp) return Promise.all([fullText(), vector()]);
    const found = await fullText();
    return [found, (found?.hits.length ?? 0) < plan.limit ? await vector() : null];
  };
  const fused = mode === "HYBRID" && terms.length > 0 && plan.vectorWeight > 0 && fuses(space);
  const lists = (fused ? await fusedByStore(services, space, plan) : await ranked()).filter(
    (found) => found !== null,
  );
  const sought = (
    foundAtLeast(lists, plan.limit) ? strings.filter(({ isExact }) => isExact) : strings
  ).map(({ text }) => text);
  const byWords = lists.find(({ name }) => name === "FULL_TEXT")?.hits ?? [];
  const readsConversations =
    plan.readsConversations && byWords.some(({ text }) => text.kind === "EVENT");
  const more = await Promise.all([
    readsConversations
      ? list("CONTEXT", () => textsInContext(services.settings, space, plan, byWords))
      : null,
    sought.length > 0 ? list("LEXICAL", () => space.searchSubstring(sought, texts)) : null,
  ]);
  return [...lists, ...more.filter((found) => found !== null)];
};
