import { z } from "zod";
import { instantOf } from "../../packages/client/src/time-point.ts";
import {
  BadRow,
  messageRow,
  readShape,
  rowInstant,
  rowJson,
} from "../../src/ingest/message-row.ts";
import { Problem } from "../../src/memory/problem.ts";
import { keepingOffsets, keepOffset, statedOffset } from "../../src/memory/stated-offsets.ts";
import { parseInstant, type Instant } from "../../src/memory/time.ts";
import type { RequestedTimePoint } from "../../src/read/view.ts";
import type { EvidenceQuestion } from "../evidence.ts";
import type { ExpectedAnswer } from "../recall-judge.ts";
import type { Utterance } from "../remember.ts";

/** A question of a transcript, asked at its position. */
export interface TranscriptQuestion extends EvidenceQuestion, ExpectedAnswer {
  readonly row: number;
  /** Null if it is asked just after the previous message. */
  readonly askedAt: Instant | null;
  readonly at: RequestedTimePoint | null;
  /** Its topic, by which results are grouped. */
  readonly about: string | null;
}

type TranscriptStep =
  | { readonly kind: "MESSAGE"; readonly row: number; readonly utterance: Utterance }
  | { readonly kind: "QUESTION"; readonly question: TranscriptQuestion };

/** The messages of one user to an agent, and questions about them, in the order of the file. */
export interface Transcript {
  readonly path: string;
  readonly user: string;
  /** The earliest time that it states; null if it states none. */
  readonly start: Instant | null;
  readonly steps: readonly TranscriptStep[];
}

const name = z.string().min(1);
const oneOrMore = z.union([name, z.array(name).min(1)]);

/** A message to which questions can refer. Otherwise in the form for `palimpsest ingest`. */
const transcriptMessage = messageRow.extend({ id: name.nullish() });

const questionRow = z
  .strictObject({
    question: name,
    answer: oneOrMore.nullish(),
    stale: oneOrMore.nullish(),
    evidence: oneOrMore.nullish(),
    about: name.nullish(),
    askedAt: rowInstant.nullish(),
    knownAt: z.string().nullish(),
    validAt: z.string().nullish(),
    user: name.nullish(),
  })
  .refine(
    ({ answer, stale, evidence }) => answer != null || stale != null || evidence != null,
    "A question needs an answer, evidence or what is stale: otherwise nothing can be measured",
  );

const listOf = (strings: string | readonly string[] | null | undefined): readonly string[] =>
  typeof strings === "string" ? [strings] : (strings ?? []);

const instantIn = (text: string | null | undefined): Instant | null => {
  const instant = text == null ? undefined : parseInstant(text);
  if (text != null && instant !== undefined) keepOffset(text, instant);
  return instant ?? null;
};

/** The end of a time as people write it: `2026-03`, `2026-03-31`, an instant. Throws BadRow. */
const endOf = (text: string | null | undefined, field: string): Instant | null => {
  if (text == null) return null;
  try {
    return instantIn(instantOf(text, field, "end"));
  } catch (fault) {
    throw new BadRow(fault instanceof Error ? fault.message : String(fault));
  }
};

const isQuestion = (json: unknown): boolean =>
  typeof json === "object" && json !== null && "question" in json;

/** One user's part of a file, as it is read. */
class UserSteps {
  readonly steps: TranscriptStep[] = [];
  start: Instant | null = null;
  readonly #ids = new Set<string>();

  addMessage(row: number, message: z.infer<typeof transcriptMessage>): void {
    const { id = null, session = null, speaker = null, occurredAt, recentMessages, tags } = message;
    if (id !== null && this.#ids.has(id)) throw new BadRow(`id: ${id} is the id of a row before.`);
    if (id !== null) this.#ids.add(id);
    const saidAt = this.#timed(instantIn(occurredAt));
    const offset = statedOffset(saidAt);
    this.steps.push({
      kind: "MESSAGE",
      row,
      utterance: {
        // Evidence cannot refer to a message without an id.
        id: id ?? `row ${row}`,
        session,
        speaker,
        message: message.message,
        saidAt,
        offset,
        recentMessages: recentMessages ?? null,
        tags: tags ?? null,
      },
    });
  }

  addQuestion(row: number, asked: z.infer<typeof questionRow>): void {
    const evidence = listOf(asked.evidence);
    const unknown = evidence.find((id) => !this.#ids.has(id));
    if (unknown !== undefined)
      throw new BadRow(`evidence: no message before it has the id ${unknown}.`);
    const knownAt = endOf(asked.knownAt, "knownAt");
    const validAt = endOf(asked.validAt, "validAt");
    this.steps.push({
      kind: "QUESTION",
      question: {
        row,
        text: asked.question,
        answer: listOf(asked.answer),
        stale: listOf(asked.stale),
        evidence,
        askedAt: this.#timed(instantIn(asked.askedAt)),
        at: knownAt === null && validAt === null ? null : { knownAt, validAt },
        about: asked.about ?? null,
      },
    });
  }

  #timed(instant: Instant | null): Instant | null {
    if (instant !== null && (this.start === null || instant < this.start)) this.start = instant;
    return instant;
  }
}

const OWN_USER = "user";

const addRow = (users: Map<string, UserSteps>, row: number, text: string): void => {
  const json = rowJson(text);
  const message = isQuestion(json) ? null : readShape(transcriptMessage, json);
  const question = message === null ? readShape(questionRow, json) : null;
  const user = (message ?? question)?.user ?? OWN_USER;
  const steps = users.get(user) ?? new UserSteps();
  users.set(user, steps);
  if (message !== null) steps.addMessage(row, message);
  if (question !== null) steps.addQuestion(row, question);
};

/**
 * The transcripts of a file, one for each user in it: JSON Lines of messages in the form for
 * `palimpsest ingest`, and of questions. The whole file is checked. Throws BAD_USER_INPUT with the
 * row and the field, also if the file has no question.
 */
export const readTranscripts = (path: string, text: string): Transcript[] =>
  keepingOffsets(() => {
    const users = new Map<string, UserSteps>();
    for (const [index, line] of text.split("\n").entries()) {
      if (line.trim() === "") continue;
      try {
        addRow(users, index + 1, line);
      } catch (fault) {
        if (!(fault instanceof BadRow)) throw fault;
        throw new Problem("BAD_USER_INPUT", `${path}, row ${index + 1}: ${fault.message}`);
      }
    }
    const transcripts = [...users].map(([user, { start, steps }]) => ({
      path,
      user,
      start,
      steps,
    }));
    if (!transcripts.some(({ steps }) => steps.some(({ kind }) => kind === "QUESTION")))
      throw new Problem(
        "BAD_USER_INPUT",
        `${path} holds no question. Add rows such as {"question": "Where do I live?", "answer": "Pune"} (docs/reference/evaluation.md).`,
      );
    return transcripts;
  });
