import type { ImportanceCategory } from "../../../../memory/importance.ts";
import type { ExtractedFact } from "../../../port.ts";
import type { Confidence } from "../../extraction/findings.ts";
import type { TimeExpression } from "../../dates/find-times.ts";
import type { Validity } from "../../dates/validity.ts";
import type { Discourse } from "../discourse.ts";
import type { Phrase } from "../clauses/phrases.ts";
import type { Subject } from "../subjects/subject.ts";
import { firstOf, type Token } from "../tokens/token.ts";
import type { VerbGroup } from "../clauses/verb-group.ts";

/** Whether somebody is or becomes something. */
export const isBeing = ({ verb }: Statement): boolean =>
  (verb.lemma === "be" || verb.lemma === "become") && !verb.passive && !verb.progressive;
export const isPlainBe = ({ verb }: Statement): boolean =>
  verb.lemma === "be" && !verb.passive && !verb.progressive;
/** "now", "no longer" and the like do not belong to what somebody is. */
export const bare = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ part, time }) => part !== "adverb" && time === null);

/** One clause, read: who or what, does or is, what, where, when. */
export interface Statement {
  readonly subject: Subject;
  readonly verb: VerbGroup;
  /** From the first adverb before the verb on. */
  readonly predicate: readonly Token[];
  /** Everything behind the verbs. */
  readonly complement: readonly Token[];
  /** The same by its prepositions; the first is the object, which may be empty. */
  readonly phrases: readonly Phrase[];
  readonly times: readonly TimeExpression[];
  /** What the times say of when it is so. */
  readonly when: Validity;
  readonly confidence: Confidence;
  /**
   * Whether it is told of a time long past, so that it says nothing of today: "when I was twelve".
   */
  readonly longAgo: boolean;
  /** Whether it is still to come when it is said. */
  readonly ahead: boolean;
  /** Who else it is told of in the same words: Otto in "Otto and I got married". */
  readonly partner: Subject | null;
}

export interface FoundRelation {
  readonly type: string;
  readonly target: string;
  readonly targetType?: string | null;
  /** From the target to the subject. */
  readonly inverse?: boolean;
}

/** What a reader makes of a statement. */
export interface Meaning {
  readonly slot?: string;
  readonly value?: string | null;
  /** The narrower name of the slot: `dog` of `pet`. */
  readonly label?: string | null;
  readonly action?: ExtractedFact["action"];
  /** That it never was so. */
  readonly polarity?: "NEVER";
  /** When it is so, where that is not what the times of the statement say. */
  readonly when?: Validity;
  /** Whether it is so from the moment on when it is said. */
  readonly fromNow?: boolean;
  /** Whether its value is the day on which it happened. */
  readonly onDay?: boolean;
  readonly relations?: readonly FoundRelation[];
  readonly category?: ImportanceCategory;
  /** Facts of their own that the statement tells or implies. */
  readonly facts?: readonly {
    /** Of whom, where that is not the subject of the statement. */
    readonly subject?: string;
    readonly text: string;
    readonly slot?: string;
    readonly value?: string | null;
    readonly confidence: Confidence;
    readonly action?: ExtractedFact["action"];
    readonly polarity?: "NEVER";
    /** When it is true, where that is not the time of the statement. */
    readonly validity?: Validity;
  }[];
  /** Phrases that `facts` tell in the place of this one. */
  readonly without?: readonly Phrase[];
  /** One fact for each of these instead of one for all. */
  readonly items?: readonly (readonly Token[])[];
  /** The slot of which each of them is a value; the relations name the values. */
  readonly itemSlot?: string | null;
  /** The values of the items, where the relations do not name them. */
  readonly values?: readonly string[];
  /**
   * Of whom it is told, where that is not whom the clause is about: "Blue is my favourite colour".
   */
  readonly subject?: string;
  /** What stands instead of the clause's own words. */
  readonly text?: string;
}

/** Reads one kind of thing that people say; null where the statement is of another kind. */
export type Reader = (statement: Statement, discourse: Discourse) => Meaning | null;

/** Whether what the statement says is so (or was), rather than wished, planned or denied. */
export const isSo = ({ verb }: Statement): boolean => !verb.unreal && !verb.negated;
/** Whether it is so now. */
export const isCurrent = (statement: Statement): boolean =>
  isSo(statement) &&
  !statement.verb.ended &&
  !statement.ahead &&
  (statement.verb.tense === "present" || statement.verb.tense === "perfect");
/**
 * Whether it goes on: "has worked there" may be over, "has worked there since May" and "has been
 * working there" are not.
 */
export const isOngoing = (statement: Statement): boolean =>
  isCurrent(statement) &&
  (statement.verb.tense === "present" ||
    statement.verb.progressive ||
    statement.times.some(({ kind }) => kind === "since" || kind === "duration"));
/** Whether it was so once, from one time to another. */
export const isBounded = ({ verb, when }: Statement): boolean =>
  verb.tense === "past" && when.to !== null;
/** Whether something else of the kind stays true beside it. */
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
 * Whether it is about somebody or something by name or pronoun: not about "her city" or "the
 * project".
 */
export const isOfEntity = ({ subject }: Statement): boolean =>
  subject.attribute === null && !subject.thing;
/** Whether "now" is said: "My dog is now Rex". */
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
      (prepositions.includes(preposition) ||
        prepositions.includes(preposition.slice(preposition.lastIndexOf(" ") + 1))),
  );
export const objectOf = (statement: Statement): Phrase | undefined =>
  statement.phrases.find(
    ({ preposition, time }, i) => i === 0 && preposition === null && time === null,
  );

const HALF_SAID = /^(?:practically|virtually|almost|nearly|basically|metaphorically)$/u;
/** "lives like a king", "practically lives at the office"; not "drives a Swift like a rally car". */
export const isFigurative = ({ complement, verb }: Statement): boolean =>
  firstOf(complement).lower === "like" ||
  [...verb.adverbs].some((adverb) => HALF_SAID.test(adverb));
