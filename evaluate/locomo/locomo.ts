import { epochMillis } from "../../src/memory/time.ts";
import type { Models } from "../../src/models/port.ts";
import { mean, percent } from "../mean.ts";
import { openMemory, type Memory } from "../memory.ts";
import type { Chart, Progress, Section, Table } from "../report/report.ts";
import { pinAt, viewAt } from "../../src/read/view.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import {
  defaultSearch,
  DEPTHS,
  findEvidence,
  recallAtDepths,
  type EvidenceSearch,
  type EvidenceShares,
} from "../evidence.ts";
import { Telling, type RememberedConversation } from "../remember.ts";
import { AS_IT_IS, variantsOf } from "./ablation.ts";
import { CATEGORIES, ofSpeaker, type Conversation, type Question } from "./conversation.ts";
import type { SearchText } from "../../src/memory/search-text.ts";

/**
 * Published recall on the same questions (Maharana et al., ACL 2024): its best retriever and plain
 * BM25, in percent at each of `DEPTHS`.
 */
const PUBLISHED = [
  { name: "dense retriever (DRAGON), published", recall: [60.4, 69.6, 79.7, 85.6] },
  { name: "plain BM25, published", recall: [53.9, 61.7, 70.3, 76.6] },
] as const;

const TENANT = "locomo";
const BARE_TENANT = "locomo, messages alone";
/** Number of messages between two reports of progress. */
const PROGRESS_EVERY = 50;

/**
 * A conversation in two spaces: as the service records it, and without speaker and day in the
 * index.
 */
interface WrittenConversation {
  readonly conversation: Conversation;
  readonly whole: RememberedConversation;
  readonly bare: RememberedConversation;
}

/** The share of its evidence that one question found. */
interface QuestionEvidence extends EvidenceShares {
  readonly question: Question;
}

/** The results of one variant of search for every question. */
interface VariantResult {
  readonly name: string;
  readonly evidence: readonly QuestionEvidence[];
}

const MULTI_HOP = 1;
const AT = DEPTHS.map((depth) => `@${depth}`);

const percentAtDepths = (
  evidence: readonly QuestionEvidence[],
  measure: "byUtterances" | "byHits",
): string[] => recallAtDepths(evidence, measure).map(percent);

const ADVERSARIAL = 5;
/** The questions without those of category 5, which the published figures omit. */
const answerable = (evidence: readonly QuestionEvidence[]): readonly QuestionEvidence[] =>
  evidence.filter(({ question }) => question.category !== ADVERSARIAL);

const byCategory = (
  evidence: readonly QuestionEvidence[],
): (readonly [string, readonly QuestionEvidence[]])[] => [
  ["categories 1 to 4", answerable(evidence)],
  ...Object.entries(CATEGORIES).map(
    ([key, name]) =>
      [name, evidence.filter(({ question }) => String(question.category) === key)] as const,
  ),
];

/** Writes a conversation, utterance by utterance. */
const tellConversation = async (
  memory: Memory,
  space: SpaceStore,
  { id, utterances }: Conversation,
  onTold: (count: number) => void,
): Promise<RememberedConversation> => {
  const telling = new Telling(memory, space);
  for (const [i, utterance] of utterances.entries()) {
    await telling.tell({ ...utterance, session: `${id} ${utterance.session}` });
    onTold(i + 1);
  }
  return telling;
};

/** Asks every question at the head. */
const askQuestions = async (
  memory: Memory,
  rememberedConversation: RememberedConversation,
  questions: readonly Question[],
  asking: EvidenceSearch,
): Promise<QuestionEvidence[]> => {
  const { recordedAt } = await rememberedConversation.space.head();
  const view = viewAt(pinAt(recordedAt, epochMillis(memory.clock())));
  const results: QuestionEvidence[] = [];
  for (const question of questions)
    results.push({
      question,
      ...(await findEvidence(rememberedConversation, view, question, asking)),
    });
  return results;
};

/**
 * A space whose commits also go to another space, with changed search texts, so that different
 * indexes can be compared without writing twice.
 */
const withTwin = (
  space: SpaceStore,
  twin: SpaceStore,
  change: (text: SearchText) => SearchText,
): SpaceStore =>
  new Proxy(space, {
    get: (target, name) => {
      if (name === "commit")
        return async (...[expected, commit]: Parameters<SpaceStore["commit"]>) =>
          (await target.commit(expected, commit)) &&
          twin.commit(await twin.head(), {
            ...commit,
            ...(commit.texts && { texts: commit.texts.map(change) }),
          });
      const own: unknown = Reflect.get(target, name);
      return typeof own === "function"
        ? (own as (...args: readonly unknown[]) => unknown).bind(target)
        : own;
    },
  });

/**
 * Writes a conversation once, into two spaces: one as usual, and one whose search texts have no
 * further words, such as the speaker and the date.
 */
const writeConversation = async (
  memory: Memory,
  conversation: Conversation,
  onMessage: (writtenCount: number, total: number) => void,
): Promise<WrittenConversation> => {
  const user = conversation.id;
  const whole = await memory.store.space({ tenant: TENANT, user });
  const bare = await memory.store.space({ tenant: BARE_TENANT, user });
  const both = withTwin(whole, bare, (text) => ({ ...text, about: undefined }));
  const total = conversation.utterances.length;
  const { utteranceOf } = await tellConversation(memory, both, conversation, (writtenCount) => {
    if (writtenCount % PROGRESS_EVERY === 0 || writtenCount === total)
      onMessage(writtenCount, total);
  });
  return {
    conversation,
    whole: { utteranceOf, space: whole },
    bare: { utteranceOf, space: bare },
  };
};

const writeAll = async (
  memory: Memory,
  conversations: readonly Conversation[],
  progress: Progress,
): Promise<WrittenConversation[]> => {
  const all: WrittenConversation[] = [];
  for (const [index, conversation] of conversations.entries())
    all.push(
      await writeConversation(memory, conversation, (writtenCount, total) =>
        progress(
          `LoCoMo: conversation ${index + 1} of ${conversations.length}: ${writtenCount} of ${total} messages written`,
        ),
      ),
    );
  return all;
};

/** The results of `search` in a memory with the messages of only one of the two speakers. */
const askOfOneSpeaker = async (
  memory: Memory,
  conversations: readonly Conversation[],
  progress: Progress,
): Promise<QuestionEvidence[]> => {
  const asking = defaultSearch(memory.read);
  const evidence: QuestionEvidence[] = [];
  for (const conversation of conversations)
    for (const speaker of new Set(conversation.utterances.map((one) => one.speaker))) {
      const own = ofSpeaker(conversation, speaker);
      progress(`LoCoMo: one user: ${own.utterances.length} messages of ${own.id}`);
      const space = await memory.store.space({ tenant: TENANT, user: own.id });
      const rememberedConversation = await tellConversation(memory, space, own, () => undefined);
      evidence.push(...(await askQuestions(memory, rememberedConversation, own.questions, asking)));
    }
  return evidence;
};

const askAll = async (
  memory: Memory,
  conversations: readonly WrittenConversation[],
  progress: Progress,
): Promise<VariantResult[]> => {
  const results: VariantResult[] = [];
  for (const { name, indexesAbout, asking } of variantsOf(memory.read)) {
    progress(`LoCoMo: asking: ${name}`);
    const evidence: QuestionEvidence[] = [];
    for (const { conversation, whole, bare } of conversations)
      evidence.push(
        ...(await askQuestions(
          memory,
          indexesAbout ? whole : bare,
          conversation.questions,
          asking,
        )),
      );
    results.push({ name, evidence });
  }
  return results;
};

const categoryTable = (caption: string, evidence: readonly QuestionEvidence[]): Table => ({
  caption,
  columns: ["questions of", "number", ...AT, ...AT.map((at) => `${at} by hits`)],
  rows: byCategory(evidence).map(([name, own]) => [
    name,
    own.length,
    ...percentAtDepths(own, "byUtterances"),
    ...percentAtDepths(own, "byHits"),
  ]),
});

const ingredientTable = (results: readonly VariantResult[]): Table => ({
  caption: "Contribution of each ingredient, in percent",
  columns: ["", ...AT, "multi-hop @10", "ms a search"],
  rows: [
    ...results.map(({ name, evidence: all }) => {
      const evidence = answerable(all);
      const multiHop = evidence.filter(({ question }) => question.category === MULTI_HOP);
      return [
        name,
        ...percentAtDepths(evidence, "byUtterances"),
        percentAtDepths(multiHop, "byUtterances")[DEPTHS.indexOf(10)] ?? "",
        mean(evidence.map(({ ms }) => ms)).toFixed(1),
      ];
    }),
    ...PUBLISHED.map(({ name, recall }) => [
      name,
      ...recall.map((value) => value.toFixed(1)),
      "",
      "",
    ]),
  ],
});

const chartsOf = (evidence: readonly QuestionEvidence[]): Chart[] => [
  {
    kind: "LINES",
    title: "Evidence recall, categories 1 to 4",
    unit: "percent of the evidence among the first n utterances",
    labels: AT,
    series: [
      {
        name: "Palimpsest",
        values: recallAtDepths(answerable(evidence), "byUtterances").map((share) => 100 * share),
      },
      ...PUBLISHED.map(({ name, recall }) => ({ name, values: recall })),
    ],
  },
  {
    kind: "BARS",
    title: "Evidence recall by category",
    unit: "percent",
    labels: byCategory(evidence).map(([name]) => name),
    series: AT.map((name, index) => ({
      name,
      values: byCategory(evidence).map(
        ([, own]) => 100 * (recallAtDepths(own, "byUtterances")[index] ?? 0),
      ),
    })),
  },
];

const figuresOf = (results: readonly VariantResult[]): unknown =>
  Object.fromEntries(
    results.map(({ name, evidence }) => [
      name,
      Object.fromEntries(
        byCategory(evidence).map(([category, own]) => [
          category,
          {
            questions: own.length,
            byUtterances: recallAtDepths(own, "byUtterances"),
            byHits: recallAtDepths(own, "byHits"),
          },
        ]),
      ),
    ]),
  );

/**
 * Part (c): writes conversations of a LoCoMo file through the service, asks `search` their questions, and measures how many of the answering utterances it finds.
 */
export const evaluateLocomo = async (
  models: Models,
  conversations: readonly Conversation[],
  progress: Progress,
): Promise<Section> => {
  const memory = await openMemory(models);
  try {
    const writtenConversations = await writeAll(memory, conversations, progress);
    const results = await askAll(memory, writtenConversations, progress);
    const ofOneUser = await askOfOneSpeaker(memory, conversations, progress);
    const asItIs = results.find(({ name }) => name === AS_IT_IS)?.evidence ?? [];
    const utterances = writtenConversations.reduce(
      (sum, { whole }) => sum + whole.utteranceOf.size,
      0,
    );
    return {
      title: "Evidence recall on LoCoMo",
      text: [
        `${conversations.length} conversations of LoCoMo, ${utterances} utterances, each written as a message of its session; ${asItIs.length} questions, each sent to \`search\` (HYBRID) over events and facts. Extracted by: ${models.extractor}.`,
        'Recall @n is the share of the evidence among the first n distinct utterances of the hits: an event stands for its own utterance, a fact for the utterance from which it was extracted. "By hits" counts every hit, so that a fact takes a place in addition to its message.',
      ],
      tables: [
        categoryTable("Recall by category, in percent", asItIs),
        categoryTable("Recall with the messages of one of the two speakers, in percent", ofOneUser),
        ingredientTable(results),
      ],
      charts: chartsOf(asItIs),
      figures: figuresOf([...results, { name: "one user", evidence: ofOneUser }]),
    };
  } finally {
    await memory.close();
  }
};
