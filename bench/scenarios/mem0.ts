import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { openMem0 } from "../mem0.ts";
import { scenario } from "../scenario.ts";
import { statement, type Layout } from "../seed/spaces.ts";
import { queryOf, unheardQuery, writtenAfter } from "../traffic.ts";
import { required } from "../lookup.ts";

const USER = "local";

/** mem0's `add` and `search`, over a number of memories of one user. */
await scenario<
  { readonly facts: number; readonly layout: Layout },
  "add" | "search" | "unheard",
  null
>(async ({ folder, facts, layout }) => {
  const { embedder } = createOfflineModels();
  const vectors = new Map<string, number[]>();
  const embed = async (text: string): Promise<number[]> => {
    const knownVector = vectors.get(text);
    if (knownVector) return knownVector;
    const [vector] = (await embedder.embed([text])).value;
    const numbers = Array.from(required(vector, "The vector of a text"));
    vectors.set(text, numbers);
    return numbers;
  };
  let extractedTexts: readonly string[] = Array.from({ length: facts }, (_, n) =>
    statement(layout, n),
  );
  const memory = await openMem0(folder, {
    dimensions: embedder.dimensions,
    embed,
    extract: () => extractedTexts,
  });
  const seedResult = await memory.add("Everything so far.", { userId: USER });
  if (seedResult.results.length !== facts)
    throw new Error(`mem0 took ${seedResult.results.length} of ${facts} memories.`);

  const search = async (query: string): Promise<void> => {
    const { results } = await memory.search(query, { filters: { user_id: USER } });
    if (results.length === 0) throw new Error(`mem0 found nothing for ${query}`);
  };
  return {
    works: {
      add: async (run) => {
        const { message, fact } = writtenAfter(layout, facts, run);
        extractedTexts = [fact];
        const { results } = await memory.add(message, { userId: USER });
        if (results.length !== 1) throw new Error("mem0 added nothing.");
      },
      search: (run) => search(queryOf(layout, facts, run)),
      unheard: (run) => search(unheardQuery(run)),
    },
    findings: () => null,
  };
});
