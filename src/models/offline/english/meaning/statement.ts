import type { ImportanceCategory } from "../../../../memory/importance.ts";
import type { ExtractedFact } from "../../../port.ts";
import type { Confidence, FoundFact } from "../../extraction/findings.ts";
import type { TimeExpression } from "../../dates/find-times.ts";
import type { Validity } from "../../dates/validity.ts";
import { PHRASES } from "../../data/expressions.ts";
import { relativeName, WOMEN } from "../../data/kinship.ts";
import { listedWords, words } from "../../data/words.ts";
import type { Discourse } from "../discourse.ts";
import type { Phrase } from "../clauses/phrases.ts";
import type { Subject } from "../subjects/subject.ts";
import { firstOf, textOf, type Token } from "../tokens/token.ts";
import type { VerbGroup } from "../clauses/verb-group.ts";
import { lastWord } from "../../text/tidy.ts";

/** Whether the subject is or becomes something. */
export const isBeing = ({ verb }: Statement): boolean =>
  (verb.lemma === "be" || verb.lemma === "become") && !verb.passive && !verb.progressive;
export const isPlainBe = ({ verb }: Statement): boolean =>
  verb.lemma === "be" && !verb.passive && !verb.progressive;
/** The tokens without adverbs and times: "now", "no longer". */
export const bare = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ part, time }) => part !== "adverb" && time === null);

/** One of two subjects, as seen from the other one. */
export interface Partner extends Subject {
  /** Whether the other one is named first. */
  readonly isSecond: boolean;
}

/** One clause as read: subject, verb, objects and times. */
export interface Statement {
  readonly subject: Subject;
  readonly verb: VerbGroup;
  /** The tokens from the first adverb before the verb on. */
  readonly predicate: readonly Token[];
  /** All tokens after the verbs. */
  readonly complement: readonly Token[];
  /** The complement, split at its prepositions. The first one is the object, which may be empty. */
  readonly phrases: readonly Phrase[];
  readonly times: readonly TimeExpression[];
  /** The validity that the times give. */
  readonly when: Validity;
  readonly confidence: Confidence;
  /**
   * Whether it is about the distant past, so that it states nothing about today: "when I was
   * twelve".
   */
  readonly longAgo: boolean;
  /** Whether it is said of everybody together: "we can get through this". */
  readonly isOfAll: boolean;
  /** Whether it is about the future. */
  readonly isAhead: boolean;
  /** The other subject of the same statement: Otto in "Otto and I got married". Else null. */
  readonly partner: Partner | null;
}

export interface FoundRelation {
  readonly type: string;
  readonly target: string;
  readonly targetType?: string | null;
  /** Whether the relation leads from the target to the subject. */
  readonly inverse?: boolean;
}

/** An additional fact that a statement gives or implies. */
export type SideFact = Pick<FoundFact, "text"> &
  // The subject and the validity, if they differ from those of the statement.
  Partial<
    Pick<FoundFact, "subject" | "slot" | "value" | "action" | "polarity" | "validity" | "movesIn">
  >;

/** The result of a reader. */
export interface Meaning {
  readonly slot?: string;
  readonly value?: string | null;
  /** The narrower name of the slot: `dog` for `pet`. */
  readonly label?: string | null;
  readonly action?: ExtractedFact["action"];
  /** Set if the value never held. */
  readonly polarity?: "NEVER";
  /** The validity, if it differs from that of the statement. */
  readonly when?: Validity;
  /** Whether it holds from the time of the message. */
  readonly fromNow?: boolean;
  /** Whether the value is the day of the event. */
  readonly onDay?: boolean;
  readonly relations?: readonly FoundRelation[];
  readonly category?: ImportanceCategory;
  readonly facts?: readonly SideFact[];
  /** Phrases that `facts` cover, which the text of the statement omits. */
  readonly omittedPhrases?: readonly Phrase[];
  /** The items of a list, each of which becomes a fact. */
  readonly items?: readonly (readonly Token[])[];
  /** The slot of each item. The targets of the relations are the values. */
  readonly itemSlot?: string | null;
  /** The values of the items, if they differ from the targets of the relations. */
  readonly values?: readonly string[];
  /** Who moves into the home of the other one. */
  readonly movesIn?: string;
  /** The subject, if it differs from that of the clause: "Blue is my favourite colour". */
  readonly subject?: string;
  /** The text that replaces the words of the clause. Empty for no fact. */
  readonly text?: string;
}

/** Reads statements of one kind; null for other statements. */
export type Reader = (statement: Statement, discourse: Discourse) => Meaning | null;

/** Whether the statement is real, rather than wished, planned or denied. */
export const isSo = ({ verb }: Statement): boolean => !verb.unreal && !verb.negated;
/** Whether it is true now. */
export const isCurrent = (statement: Statement): boolean =>
  isSo(statement) &&
  !statement.verb.ended &&
  !statement.isAhead &&
  (statement.verb.tense === "present" || statement.verb.tense === "perfect");
/**
 * Whether the state continues. "has worked there" may be over; "has worked there since May" and
 * "has been working there" are not.
 */
export const isOngoing = (statement: Statement): boolean =>
  isCurrent(statement) &&
  (statement.verb.tense === "present" ||
    statement.verb.progressive ||
    statement.when.still ||
    statement.times.some(({ kind }) => kind === "since" || kind === "duration"));
/** Whether it is a past state with a stated end. */
export const isBounded = ({ verb, when }: Statement): boolean =>
  verb.tense === "past" && when.to !== null;
/**
 * The interval of a past state with a stated end, or in a year, season or month: "was a nurse until
 * 2020", "lived in Rome in 2020". Null for others.
 */
export const pastInterval = ({ verb, when }: Statement): Validity | null => {
  const to = when.to ?? (when.from === null ? null : when.overBy);
  return verb.tense === "past" && to !== null ? { ...when, to } : null;
};
/** Whether another value of the kind remains true at the same time. */
export const isOneOfSeveral = ({ verb, complement }: Statement): boolean =>
  verb.adverbs.has("also") ||
  complement.some(
    ({ lower, after }, i, words) =>
      lower === "also" ||
      (lower === "another" && i <= 1) ||
      // "a third dog"; not "in third grade"
      (/^(?:second|third)$/u.test(lower) && i === 1 && words[0]?.part === "determiner") ||
      (lower === "too" && (after !== "" || i === complement.length - 1)),
  );

/**
 * Whether the subject is an entity, by a name or a pronoun, and not "her city" or "the project".
 */
export const isOfEntity = ({ subject }: Statement): boolean =>
  subject.attribute === null && !subject.thing;
/** Whether the statement contains "now": "My dog is now Rex". */
export const saysNow = ({ verb, complement }: Statement): boolean =>
  verb.adverbs.has("now") ||
  complement.some(
    // "takes 20 minutes now"
    ({ lower }) => lower === "now" || (verb.tense === "present" && lower.endsWith(" now")),
  );

export const phraseWith = (
  statement: Statement,
  ...prepositions: readonly string[]
): Phrase | undefined =>
  statement.phrases.find(
    ({ preposition }) =>
      preposition !== null &&
      (prepositions.includes(preposition) || prepositions.includes(lastWord(preposition))),
  );
export const objectOf = (statement: Statement): Phrase | undefined =>
  statement.phrases.find(
    ({ preposition, time }, i) => i === 0 && preposition === null && time === null,
  );

const FOR_A_WHILE = PHRASES.one("for_a_while");
/** Whether the statement holds only for a time that passes: "is not working today". */
export const isForAWhile = ({ complement, times }: Statement): boolean =>
  FOR_A_WHILE.test(textOf(complement)) || times.some(({ text }) => FOR_A_WHILE.test(text));
const OF_THE_DAY = PHRASES.one("of_the_day");
/** Whether it is about a journey or an errand: "left Rome at dawn", "left the gym to buy milk". */
export const isOfTheDay = ({ complement }: Statement): boolean =>
  OF_THE_DAY.test(textOf(complement));
/** Whether somebody does something on one day only: "I'm playing tennis on Saturday". */
export const isForTheDay = (statement: Statement): boolean => {
  const { progressive, tense, begun } = statement.verb;
  return progressive && tense !== "perfect" && !begun && isForAWhile(statement);
};

const FOR_A_BREAK = PHRASES.one("for_a_break");
/** Whether something stops only for a break: "finished uni for Christmas". */
export const isForABreak = ({ complement }: Statement): boolean =>
  FOR_A_BREAK.test(textOf(complement));

/** Whether a place is shut for some hours or days: "shut early today", "was closed on Monday". */
export const isShutForTheDay = (statement: Statement): boolean =>
  /^(?:close|shut)$/u.test(statement.verb.lemma) &&
  // "closed down last week" is for good.
  firstOf(statement.complement).lower !== "down" &&
  (isOfTheDay(statement) || isForAWhile(statement));

const HALF_SAID = listedWords("statement_half_said");
const IN_FICTION = PHRASES.one("in_fiction");
/**
 * Whether the words are not literal: "lives like a king", "practically lives at the office", "is a
 * nurse in the play". "drives a Swift like a rally car" is literal.
 */
export const isFigurative = ({ complement, verb }: Statement): boolean =>
  firstOf(complement).lower === "like" ||
  [...verb.adverbs].some((adverb) => HALF_SAID.has(adverb)) ||
  IN_FICTION.test(textOf(complement));

/** That somebody is in a state no longer: "is no longer pregnant". */
const stateOver = (subject: string, state: string): SideFact => ({
  subject,
  text: `${subject} is no longer ${state}`,
  value: state,
  action: "DELETE",
});

/** States of somebody that end for a couple: "we had a baby". */
const OF_COUPLES = words("pregnant");
/** That a state is over, also for the wife of the speaker if it is that of a couple. */
export const statesOver = (
  { name, speaker }: Pick<Subject, "name" | "speaker">,
  state: string,
): readonly SideFact[] => {
  const isOfCouple = speaker && OF_COUPLES.has(state);
  const partners = isOfCouple ? WOMEN.map((term) => relativeName(name, term)) : [];
  return [name, ...partners].map((one) => stateOver(one, state));
};
