import { readFileSync } from "node:fs";
import { z } from "zod";
import { BadRow, readShape, rowJson } from "../../src/ingest/message-row.ts";
import { Problem } from "../../src/memory/problem.ts";
import { instantOf, type Instant } from "../../src/memory/time.ts";

/** One utterance of a conversation. */
export interface Utterance {
  /** The id in the questions: `D3:11`. */
  readonly id: string;
  readonly session: number;
  readonly speaker: string;
  readonly message: string;
  readonly saidAt: Instant;
}

export const CATEGORIES = {
  1: "multi-hop",
  2: "temporal",
  3: "open-domain",
  4: "single-hop",
  5: "adversarial",
} as const;
export type Category = keyof typeof CATEGORIES;

export interface Question {
  readonly text: string;
  readonly category: Category;
  /** The utterances that answer it. */
  readonly evidence: readonly string[];
}

export interface Conversation {
  readonly id: string;
  readonly utterances: readonly Utterance[];
  readonly questions: readonly Question[];
}

const TURN = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
const QUESTION = z.object({
  question: z.string(),
  category: z.number(),
  evidence: z.array(z.string()).default([]),
});
const FILE = z.array(
  z.object({
    sample_id: z.string(),
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(QUESTION),
  }),
);

/** Throws BAD_USER_INPUT if the file has another form. */
const readFile = (path: string): z.infer<typeof FILE> => {
  const text = readFileSync(path, "utf8");
  try {
    return readShape(FILE, rowJson(text));
  } catch (fault) {
    if (!(fault instanceof BadRow)) throw fault;
    throw new Problem("BAD_USER_INPUT", `${path} is no file of LoCoMo: ${fault.message}`);
  }
};

const WRITTEN_TIME = /^\s*(\d{1,2}):(\d{2})\s*(am|pm)\s+on\s+(\d{1,2})\s+(\w+),?\s+(\d{4})\s*$/iu;
const MINUTE = 60_000;

/**
 * The instant of `1:56 pm on 8 May, 2023`, in milliseconds since 1970. Throws a RangeError for
 * anything else.
 */
export const sessionTime = (written: string): number => {
  const [, hour, minute, half, day, month, year] = WRITTEN_TIME.exec(written) ?? [];
  const date = Date.parse(`${day} ${month} ${year} 00:00 UTC`);
  if (Number.isNaN(date)) throw new RangeError(`Not a session's time: ${written}`);
  return (
    date +
    (((Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0)) * 60 + Number(minute)) * MINUTE
  );
};

/** The caption of a shared picture follows the words, as in the retrieval of LoCoMo itself. */
const messageOf = ({ text, blip_caption: caption }: z.infer<typeof TURN>): string =>
  caption === undefined ? text : `${text} [Shares ${caption}]`;

const utterancesOf = (conversation: Readonly<Record<string, unknown>>): Utterance[] =>
  Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/u.exec(key)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)
    .flatMap((session) => {
      const start = sessionTime(z.string().parse(conversation[`session_${session}_date_time`]));
      return z
        .array(TURN)
        .parse(conversation[`session_${session}`])
        .map((turn, i): Utterance => ({
          id: turn.dia_id,
          session,
          speaker: turn.speaker,
          message: messageOf(turn),
          saidAt: instantOf(start + i * MINUTE),
        }));
    });

const isAsked = (category: number): category is Category => Object.hasOwn(CATEGORIES, category);

/**
 * The utterances of one speaker, as a user to an agent, with the questions that these alone answer.
 */
export const ofSpeaker = (
  { id, utterances, questions }: Conversation,
  speaker: string,
): Conversation => {
  const own = utterances.filter((utterance) => utterance.speaker === speaker);
  const knownIds = new Set(own.map((utterance) => utterance.id));
  return {
    id: `${id}, ${speaker}`,
    utterances: own,
    questions: questions.filter(({ evidence }) => evidence.every((one) => knownIds.has(one))),
  };
};

/**
 * The conversations of a file of LoCoMo (Maharana et al., ACL 2024), with the questions whose
 * evidence exists. Questions of category 5 ask one speaker about a statement of the other; their
 * evidence is the utterance that shows this. Throws if the file has another form.
 */
export const readConversations = (path: string): Conversation[] =>
  readFile(path).map(({ sample_id: id, conversation, qa }) => {
    const utterances = utterancesOf(conversation);
    const knownIds = new Set(utterances.map((utterance) => utterance.id));
    return {
      id,
      utterances,
      questions: qa.flatMap(({ question: text, category, evidence }): Question[] => {
        const evidenceIds = [
          ...new Set(
            evidence
              .flatMap((written) => written.split(/[;,\s]+/u))
              .filter((one) => knownIds.has(one)),
          ),
        ];
        return isAsked(category) && evidenceIds.length > 0
          ? [{ text, category, evidence: evidenceIds }]
          : [];
      }),
    };
  });
