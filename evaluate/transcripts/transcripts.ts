import { epochMillis, instantOf } from "../../src/memory/time.ts";
import { Problem } from "../../src/memory/problem.ts";
import type { Models } from "../../src/models/port.ts";
import { recall } from "../../src/read/recall/recall.ts";
import { pastKnownAt, pinAt, viewAt, type View } from "../../src/read/view.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { defaultSearch, DEPTHS, findEvidence, recallAtDepths } from "../evidence.ts";
import type { EvidenceShares } from "../evidence.ts";
import { mean, percent } from "../mean.ts";
import { openMemory, type Memory } from "../memory.ts";
import { judgeBlock, type JudgedBlock } from "../recall-judge.ts";
import { Telling } from "../remember.ts";
import type { Progress, Section, Table } from "../report/report.ts";
import type { Transcript, TranscriptQuestion } from "./transcript.ts";

/** The result of a question of a transcript. */
interface AskedQuestion extends JudgedBlock {
  readonly transcript: Transcript;
  readonly question: TranscriptQuestion;
  /** Whether the answer is there and no outdated value is; null if the question names neither. */
  readonly isRight: boolean | null;
  readonly tokens: number;
  /** Null if the question names no evidence. */
  readonly evidence: EvidenceShares | null;
}

interface TranscriptResult {
  readonly transcript: Transcript;
  readonly messages: number;
  /** Number of messages that no model could read. */
  readonly pending: number;
  readonly askedQuestions: readonly AskedQuestion[];
}

const viewOf = async (
  memory: Memory,
  space: SpaceStore,
  { at }: TranscriptQuestion,
): Promise<View> => {
  const { recordedAt } = await space.head();
  const pin = pinAt(recordedAt, epochMillis(memory.clock()));
  const past = pastKnownAt(pin, at);
  const [lastCommit = null] = past === null ? [] : await space.lastCommits([past]);
  return viewAt(pin, at, lastCommit);
};

const ask = async (
  memory: Memory,
  telling: Telling,
  transcript: Transcript,
  question: TranscriptQuestion,
  tokenBudget: number,
): Promise<AskedQuestion> => {
  if (question.askedAt !== null) memory.waitUntil(question.askedAt);
  const view = await viewOf(memory, telling.space, question);
  const request = { question: question.text, tokenBudget };
  const { text, tokens } = await recall(memory.read, telling.space, view, request);
  const judgement = judgeBlock(text, question);
  const isJudged = judgement.isAnswered !== null || question.stale.length > 0;
  return {
    transcript,
    question,
    ...judgement,
    isRight: isJudged ? judgement.isAnswered !== false && judgement.stale.length === 0 : null,
    tokens,
    evidence:
      question.evidence.length === 0
        ? null
        : await findEvidence(telling, view, question, defaultSearch(memory.read)),
  };
};

/** Names the row of a message that cannot be written. */
const atRow = (path: string, row: number, fault: unknown): unknown =>
  fault instanceof Problem
    ? new Problem(fault.code, `${path}, row ${row}: ${fault.message}`)
    : fault;

/** Writes a transcript to a memory of its own, and asks the questions at their positions. */
const runTranscript = async (
  models: Models,
  transcript: Transcript,
  tokenBudget: number,
  progress: (row: number) => void,
): Promise<TranscriptResult> => {
  const { path, user, start, steps } = transcript;
  const memory = await openMemory(models, start ?? instantOf(Date.now()));
  const askedQuestions: AskedQuestion[] = [];
  let [messages, pending] = [0, 0];
  try {
    const telling = new Telling(memory, await memory.store.space({ tenant: "evaluate", user }));
    for (const [index, step] of steps.entries()) {
      if (step.kind === "QUESTION")
        askedQuestions.push(await ask(memory, telling, transcript, step.question, tokenBudget));
      else {
        const { saidAt } = step.utterance;
        if (saidAt !== null) memory.waitUntil(saidAt);
        const { error } = await telling.tell(step.utterance).catch((fault: unknown) => {
          throw atRow(path, step.row, fault);
        });
        messages += 1;
        pending += Number(error !== null);
      }
      progress(index + 1);
    }
    return { transcript, messages, pending, askedQuestions };
  } finally {
    await memory.close();
  }
};

const nameOf = ({ path, user }: Transcript, isOfSeveral: boolean): string =>
  isOfSeveral ? `${path}, ${user}` : path;

const rightOf = (askedQuestions: readonly AskedQuestion[]): string => {
  const judgedQuestions = askedQuestions.filter(({ isRight }) => isRight !== null);
  const right = judgedQuestions.filter(({ isRight }) => isRight);
  return judgedQuestions.length === 0 ? "" : `${right.length} of ${judgedQuestions.length}`;
};

const recallRow = (name: string, askedQuestions: readonly AskedQuestion[]): string[] => {
  const answerable = askedQuestions.filter(({ isAnswered }) => isAnswered !== null);
  const answeredQuestions = answerable.filter(({ isAnswered }) => isAnswered);
  return [
    name,
    rightOf(askedQuestions),
    answerable.length === 0 ? "" : `${answeredQuestions.length} of ${answerable.length}`,
    String(askedQuestions.filter(({ stale }) => stale.length > 0).length),
    mean(askedQuestions.map(({ tokens }) => tokens)).toFixed(0),
  ];
};

const recallTable = (
  caption: string,
  groups: readonly (readonly [string, readonly AskedQuestion[]])[],
): Table => ({
  caption,
  columns: ["", "right", "answer there", "stale as current", "tokens, mean"],
  rows: groups.map(([name, askedQuestions]) => recallRow(name, askedQuestions)),
});

const searchTable = (
  groups: readonly (readonly [string, readonly AskedQuestion[]])[],
): Table | null => {
  const rows = groups.flatMap(([name, askedQuestions]) => {
    const shares = askedQuestions.flatMap(({ evidence }) => evidence ?? []);
    if (shares.length === 0) return [];
    const recallShares = recallAtDepths(shares, "byUtterances").map(percent);
    return [[name, shares.length, ...recallShares]];
  });
  return rows.length === 0
    ? null
    : {
        caption: "search: evidence found among the first n messages, in percent",
        columns: ["", "questions", ...DEPTHS.map((depth) => `@${depth}`)],
        rows,
      };
};

const complaintsOf = ({ isAnswered, stale, evidence }: AskedQuestion): string[] => [
  ...(isAnswered === false ? ["the answer is missing"] : []),
  ...stale.map((one) => `${one} is presented as current`),
  ...(evidence !== null && (evidence.byUtterances.at(-1) ?? 0) < 1
    ? [`evidence is not among the first ${DEPTHS.at(-1)} messages`]
    : []),
];

const wrongTable = (askedQuestions: readonly AskedQuestion[]): Table | null => {
  const rows = askedQuestions.flatMap((one) => {
    const complaints = complaintsOf(one).join("; ");
    const { transcript, question } = one;
    return complaints === ""
      ? []
      : [[`${transcript.path}, row ${question.row}`, question.text, complaints]];
  });
  return rows.length === 0
    ? null
    : { caption: "Wrong answers", columns: ["", "question", "what is wrong"], rows };
};

const groupsBy = (
  askedQuestions: readonly AskedQuestion[],
  keyOf: (one: AskedQuestion) => string | null,
): [string, AskedQuestion[]][] => {
  const groups = new Map<string, AskedQuestion[]>();
  for (const one of askedQuestions) {
    const key = keyOf(one);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups];
};

const figureOf = ({ transcript, question, evidence, ...judgement }: AskedQuestion): object => ({
  file: transcript.path,
  user: transcript.user,
  row: question.row,
  question: question.text,
  about: question.about,
  right: judgement.isRight,
  answered: judgement.isAnswered,
  stale: judgement.stale,
  tokens: judgement.tokens,
  evidence: evidence && Object.fromEntries(DEPTHS.map((n, i) => [n, evidence.byUtterances[i]])),
});

/** Share of the judged questions that are right; null if none is judged. */
const shareRight = (askedQuestions: readonly AskedQuestion[]): number | null => {
  const judgedQuestions = askedQuestions.filter(({ isRight }) => isRight !== null);
  return judgedQuestions.length === 0
    ? null
    : mean(judgedQuestions.map(({ isRight }) => Number(isRight)));
};

const sectionOf = (results: readonly TranscriptResult[], models: Models): Section => {
  const askedQuestions = results.flatMap((result) => result.askedQuestions);
  const [messages, pending] = [
    results.reduce((sum, result) => sum + result.messages, 0),
    results.reduce((sum, result) => sum + result.pending, 0),
  ];
  const paths = results.map(({ transcript }) => transcript.path);
  const isOfSeveral = new Set(paths).size < paths.length;
  const byTranscript = groupsBy(askedQuestions, ({ transcript }) =>
    nameOf(transcript, isOfSeveral),
  );
  const groups: typeof byTranscript =
    byTranscript.length > 1 ? [...byTranscript, ["all", askedQuestions]] : byTranscript;
  const byTopic = groupsBy(askedQuestions, ({ question }) => question.about);
  return {
    title: "Your conversations",
    text: [
      `${messages} messages and ${askedQuestions.length} questions; each question is asked at its position in the file. Extracted by: ${models.extractor}.`,
      ...(pending > 0
        ? [`${pending} messages could not be read by the model: their facts are missing.`]
        : []),
      "A question is right if the block of recall contains the answer and presents no stale value as current.",
    ],
    tables: [
      recallTable("recall", groups),
      byTopic.length > 0 ? recallTable("recall, by topic", byTopic) : null,
      searchTable(groups),
      wrongTable(askedQuestions),
    ].filter((table) => table !== null),
    charts: [],
    figures: {
      messages,
      pending,
      right: shareRight(askedQuestions),
      questions: askedQuestions.map(figureOf),
    },
  };
};

/**
 * The section about transcripts, and the share of their questions with a right answer; null if none
 * is judged.
 */
export interface TranscriptsEvaluation {
  readonly section: Section;
  readonly right: number | null;
}

/**
 * Writes each transcript to a memory of its own, with the configured models, and measures the
 * results of recall and search for its questions. Throws a Problem that names the row of a message
 * that cannot be written.
 */
export const evaluateTranscripts = async (
  models: Models,
  transcripts: readonly Transcript[],
  tokenBudget: number,
  progress: Progress,
): Promise<TranscriptsEvaluation> => {
  const results: TranscriptResult[] = [];
  for (const transcript of transcripts)
    results.push(
      await runTranscript(models, transcript, tokenBudget, (done) =>
        progress(`${transcript.path}: ${done} of ${transcript.steps.length} rows`),
      ),
    );
  return {
    section: sectionOf(results, models),
    right: shareRight(results.flatMap(({ askedQuestions }) => askedQuestions)),
  };
};
