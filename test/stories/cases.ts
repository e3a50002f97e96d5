import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The head of each file explains its fields. */
interface Held {
  /** Whether whoever writes rules must not look at it. */
  readonly held?: boolean;
}

export interface Message {
  readonly at: string;
  readonly text: string;
  readonly recent?: readonly string[];
}

/** A value, or several spellings of it with `|` between them. */
export type Spellings = string | number;

export interface Check {
  readonly slot?: string;
  readonly subject?: string;
  readonly validAt: string;
  readonly knownAt?: string;
  readonly expect?: Spellings | readonly Spellings[] | null;
  readonly never?: readonly string[];
}

export interface EdgeCheck {
  readonly type: string;
  readonly subject?: string;
  readonly target: string;
  readonly validAt: string;
  readonly present: boolean;
}

export interface Story {
  readonly story: string;
  readonly class: string;
  readonly messages: readonly Message[];
  readonly checks: readonly Check[];
  readonly edges?: readonly EdgeCheck[];
  readonly userName?: string | null;
  readonly people?: { readonly name: string; readonly count: number };
}

/** A story in plain words, each message with its day before it. */
export interface PlainStory {
  readonly told: readonly string[];
  readonly over?: readonly string[];
  readonly stands?: readonly string[];
}

interface ToldFact {
  readonly slot: string;
  readonly subject?: string;
  readonly value: Spellings;
}

export interface Pair {
  readonly class: string;
  readonly first: string;
  readonly second: string;
  readonly stays?: ToldFact;
  readonly ends?: ToldFact;
}

export interface Day {
  readonly date: string | readonly string[];
  readonly precision?: string;
}

export interface DatedSentence extends ToldFact {
  readonly class: string;
  readonly at: string;
  readonly text: string;
  readonly from?: Day | null;
  readonly to?: Day | null;
  readonly not?: boolean;
  readonly current?: boolean;
}

export interface Question extends Held {
  readonly about: string;
  readonly asked: string;
  readonly question: string;
  readonly answer: readonly Spellings[];
  readonly stale: readonly string[];
}

export interface LongStory {
  readonly messages: readonly Message[];
  readonly questions: readonly Question[];
}

export interface FirstTalk extends Held {
  readonly messages: readonly string[];
  readonly question: string;
  readonly answer: readonly Spellings[];
}

const read = <Shape>(file: string): Shape =>
  parse(readFileSync(join(import.meta.dirname, file), "utf8")) as Shape;

export const stories = (file: string): readonly Story[] => read(`slots/${file}`);
export const plainStories = (file: string): readonly PlainStory[] => read(`plain/${file}`);
export const pairs = (file: string): readonly Pair[] => read(`pairs/${file}`);
export const datedSentences = (file: string): readonly DatedSentence[] => read(`dated/${file}`);
export const longStory = (): LongStory => read("long/recall-story.yaml");
export const secondLongStory = (): LongStory => read("long/recall-story-two.yaml");
export const thirdLongStory = (): LongStory => read("long/recall-story-three.yaml");
export const fourthLongStory = (): LongStory => {
  const { messages, questions } = read<LongStory>("long/recall-story-four-held.yaml");
  return { messages, questions: questions.map((question) => ({ ...question, held: true })) };
};
export const fifthLongStory = (): LongStory => read("long/recall-story-five.yaml");
export const sixthLongStory = (): LongStory => read("long/recall-story-six.yaml");
export const seventhLongStory = (): LongStory => read("long/recall-story-seven.yaml");
export const eighthLongStory = (): LongStory => read("long/recall-story-eight.yaml");
export const ninthLongStory = (): LongStory => read("long/recall-story-nine.yaml");
export const firstTalks = (): readonly FirstTalk[] => read("long/first.yaml");
export const moreFirstTalks = (): readonly FirstTalk[] => read("long/first-two.yaml");
