import type { SpaceStore, TextHit } from "../store/port.ts";
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
const vectorOf = async ({ embedder }: ReadServices, query: string, mode: SearchMode): Promise<Float32Array | null> => {
  try {
    return (await embedder.embed([query])).value[0] ?? null;
  } catch (error) {
    if (mode === "VECTOR") throw error;
    return null;
  }
};

/**
 * Runs the lists of a search side by side, one store call each. Where the embedder cannot be reached, HYBRID goes on with the text
 * alone; VECTOR, which has nothing else to go by, throws.
 */
export const runLists = (services: ReadServices, space: SpaceStore, plan: SearchPlan, mode: SearchMode): Promise<SearchList[]> => {
  const { terms, strings, texts } = plan;
  const list = async (name: ListName, find: () => Promise<readonly TextHit[] | null>): Promise<SearchList> => {
    const started = services.now();
    const hits = await find();
    return { name, hits: hits ?? [], ms: services.now() - started, failed: hits === null };
  };
  const lists: Promise<SearchList>[] = [];
  if (texts.kinds.length === 0) return Promise.resolve([]);
  if (terms.length > 0) lists.push(list("FULL_TEXT", () => space.searchFullText(terms, texts)));
  if (plan.vectorWeight > 0) {
    const find = async (): Promise<readonly TextHit[] | null> => {
      const vector = await vectorOf(services, plan.query, mode);
      return vector && (await space.searchVector(vector, texts)).filter(({ score }) => score >= plan.leastCosine);
    };
    lists.push(list("VECTOR", find));
  }
  if (strings.length > 0) lists.push(list("LEXICAL", () => space.searchSubstring(strings.map(({ text }) => text), texts)));
  return Promise.all(lists);
};
