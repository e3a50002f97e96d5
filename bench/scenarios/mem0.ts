import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { measure, type Sampling } from "../measure.ts";
import { openMem0 } from "../mem0.ts";
import { scenario } from "../scenario.ts";
import { statement, type Layout } from "../seed/spaces.ts";
import { queryOf, writtenAfter } from "../traffic.ts";

const USER = "local";

/** CPU milliseconds of one `add` and one `search` of mem0, over so many memories of one user. */
await scenario<{ readonly facts: number; readonly layout: Layout; readonly sampling: Sampling }, { readonly add: number; readonly search: number }>(async ({ folder, facts, layout, sampling }) => {
  const { embedder } = createOfflineModels();
  const vectors = new Map<string, number[]>();
  const embed = async (text: string): Promise<number[]> => {
    const known = vectors.get(text);
    if (known) return known;
    const [vector] = (await embedder.embed([text])).value;
    const made = Array.from(vector!);
    vectors.set(text, made);
    return made;
  };
  let extracted: readonly string[] = Array.from({ length: facts }, (_, n) => statement(layout, n));
  const memory = await openMem0(folder, { dimensions: embedder.dimensions, embed, extract: () => extracted });
  const seeded = await memory.add("Everything so far.", { userId: USER });
  if (seeded.results.length !== facts) throw new Error(`mem0 took ${seeded.results.length} of ${facts} memories.`);

  const { add } = await measure({
    add: async (run) => {
      const { message, fact } = writtenAfter(layout, facts, run);
      extracted = [fact];
      const { results } = await memory.add(message, { userId: USER });
      if (results.length !== 1) throw new Error("mem0 added nothing.");
    },
  }, sampling);
  const { search } = await measure({
    search: async (run) => {
      const { results } = await memory.search(queryOf(layout, facts, run), { filters: { user_id: USER } });
      if (results.length === 0) throw new Error("mem0 found nothing.");
    },
  }, sampling);
  return { add, search };
});
