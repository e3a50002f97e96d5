import type { Models } from "../../src/models/port.ts";
import { mean, percent } from "../mean.ts";
import { openMemory } from "../memory.ts";
import type { Progress, Section } from "../report/report.ts";
import { AS_IT_IS, variantsOf } from "./ablation.ts";
import { CATEGORIES, readConversations, type Conversation } from "./conversation.ts";
import { DEPTHS, findEvidence, type Found } from "./evidence.ts";
import { remember, type Remembered } from "./remember.ts";
import { withTwin } from "./twin.ts";

/** Published figures over the same questions, the best retriever of the paper (Maharana et al., ACL 2024) and plain BM25, in percent at each of `DEPTHS`. */
const PUBLISHED = [
  { name: "dense retriever (DRAGON), published", recall: [60.4, 69.6, 79.7, 85.6] },
  { name: "plain BM25, published", recall: [53.9, 61.7, 70.3, 76.6] },
] as const;

const TENANT = "locomo";
const BARE_TENANT = "locomo, messages alone";

/** A conversation in two spaces: as the service records it, and without speaker and day in the index. */
interface Told {
  readonly conversation: Conversation;
  readonly whole: Remembered;
  readonly bare: Remembered;
}

type Measure = "byUtterances" | "byHits";
const atDepths = (found: readonly Found[], measure: Measure): number[] =>
  DEPTHS.map((_, i) => mean(found.map((one) => one[measure][i]!)));
const shownAtDepths = (found: readonly Found[], measure: Measure): string[] =>
  atDepths(found, measure).map(percent);
const AT = DEPTHS.map((depth) => `@${depth}`);

const byCategory = (found: readonly Found[]): (readonly [string, readonly Found[]])[] => [
  ["all", found],
  ...Object.entries(CATEGORIES).map(
    ([key, name]) =>
      [name, found.filter(({ question }) => String(question.category) === key)] as const,
  ),
];

/**
 * Part (c): writes the conversations of a file of LoCoMo through the service, asks `search` their questions, and tells how many of the
 * utterances that answer are found. `conversations` limits how many of them.
 */
export const evaluateLocomo = async (
  models: Models,
  path: string,
  limit: number | undefined,
  progress: Progress,
): Promise<Section> => {
  const conversations = readConversations(path).slice(0, limit);
  const memory = await openMemory(models);
  try {
    const told: Told[] = [];
    for (const [n, conversation] of conversations.entries()) {
      const [whole, bare] = await Promise.all(
        [TENANT, BARE_TENANT].map((tenant) =>
          memory.store.space({ tenant, user: conversation.id }),
        ),
      );
      const count = conversation.utterances.length;
      const both = withTwin(whole!, bare!, (text) => ({ ...text, about: undefined }));
      const remembered = await remember(memory, both, conversation, (done) => {
        if (done % 50 === 0 || done === count)
          progress(
            `LoCoMo: conversation ${n + 1} of ${conversations.length}: ${done} of ${count} messages written`,
          );
      });
      told.push({
        conversation,
        whole: { ...remembered, space: whole! },
        bare: { ...remembered, space: bare! },
      });
    }
    const results: { name: string; found: Found[] }[] = [];
    for (const { name, indexesAbout, asking } of variantsOf(memory.read)) {
      progress(`LoCoMo: asking: ${name}`);
      const found: Found[] = [];
      for (const { conversation, whole, bare } of told)
        found.push(
          ...(await findEvidence(indexesAbout ? whole : bare, conversation.questions, asking)),
        );
      results.push({ name, found });
    }
    const best = results.find(({ name }) => name === AS_IT_IS)!.found;
    return {
      title: "Evidence recall on LoCoMo",
      text: [
        `${conversations.length} conversations of LoCoMo, ${told.reduce((sum, { whole }) => sum + whole.utteranceOf.size, 0)} utterances, each written as a message of its session; ${best.length} questions of categories 1 to 4, each asked by \`search\` (HYBRID) over events and facts. Extracted by: ${models.extractor}.`,
        'Recall @n is the share of the utterances that answer a question which are among the first n utterances that the hits tell: an event tells its own, a fact the one that it was drawn from, and one that was told before does not count again. "By hits" every hit counts, so that a fact beside its own message takes a place.',
      ],
      tables: [
        {
          caption: "Recall by category, in percent",
          columns: ["questions of", "number", ...AT, ...AT.map((at) => `${at} by hits`)],
          rows: byCategory(best).map(([name, found]) => [
            name,
            found.length,
            ...shownAtDepths(found, "byUtterances"),
            ...shownAtDepths(found, "byHits"),
          ]),
        },
        {
          caption: "What each ingredient gives, in percent",
          columns: ["", ...AT, "multi-hop @10", "ms a search"],
          rows: [
            ...results.map(({ name, found }) => [
              name,
              ...shownAtDepths(found, "byUtterances"),
              percent(
                atDepths(
                  found.filter(({ question }) => question.category === 1),
                  "byUtterances",
                )[1]!,
              ),
              mean(found.map(({ ms }) => ms)).toFixed(1),
            ]),
            ...PUBLISHED.map(({ name, recall }) => [
              name,
              ...recall.map((value) => value.toFixed(1)),
              "",
              "",
            ]),
          ],
        },
      ],
      charts: [
        {
          kind: "LINES",
          title: "Evidence recall, categories 1 to 4",
          unit: "percent of the evidence among the first n utterances",
          labels: AT,
          series: [
            {
              name: "Palimpsest",
              values: atDepths(best, "byUtterances").map((share) => 100 * share),
            },
            ...PUBLISHED.map(({ name, recall }) => ({ name, values: recall })),
          ],
        },
        {
          kind: "BARS",
          title: "Evidence recall by category",
          unit: "percent",
          labels: byCategory(best).map(([name]) => name),
          series: AT.map((name, i) => ({
            name,
            values: byCategory(best).map(([, found]) => 100 * atDepths(found, "byUtterances")[i]!),
          })),
        },
      ],
      figures: Object.fromEntries(
        results.map(({ name, found }) => [
          name,
          Object.fromEntries(
            byCategory(found).map(([category, own]) => [
              category,
              {
                questions: own.length,
                byUtterances: atDepths(own, "byUtterances"),
                byHits: atDepths(own, "byHits"),
              },
            ]),
          ),
        ]),
      ),
    };
  } finally {
    await memory.close();
  }
};
