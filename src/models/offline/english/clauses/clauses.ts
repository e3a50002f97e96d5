import { listedWords } from "../../data/words.ts";
import type { TimeExpression } from "../../dates/find-times.ts";
import {
  firstOf,
  impliedWord,
  isNaming,
  isVerbal,
  lastOf,
  tokenAt,
  type Token,
} from "../tokens/token.ts";
import { isInPair, upTo } from "../../text/list-items.ts";
import { knownVerb, pastOf, verbReading } from "../tokens/verb-forms.ts";
import {
  addressesReaderAt,
  auxiliaryOfNext,
  describedBefore,
  endOfNounPhrase,
  endsWithBreak,
  hasVerb,
  isAdjunct,
  isFinite,
  isOldMeasureAt,
  mayBeThird,
  isPairAt,
  nounPhraseBefore,
  type Opening,
  openingAt,
  OPENS_CLAUSE,
  OPENS_OBJECT,
  opensParticiple,
  skipAsides,
  TAKES_BASE,
} from "./openings.ts";

/** A past event that limits the time of a statement: "since I left school in 2016". */
export interface Limit {
  readonly kind: "since" | "until";
  /** The times of the event. */
  readonly times: readonly TimeExpression[];
}

/** A part of a sentence with one finite verb. */
export interface Clause {
  readonly tokens: readonly Token[];
  /** Whether it has no subject of its own and continues that of the clause before. */
  readonly elided: boolean;
  /** Whether it follows "or". A denial in the clause before then also applies to it. */
  readonly alternative: boolean;
  /** Whether it depends on a condition, so that it states nothing. */
  readonly conditional: boolean;
  /** Whether it states only a time: "since we last spoke". */
  readonly temporal: boolean;
  /** Whether it names an event that is awaited: "until I finish my degree". */
  readonly awaited: boolean;
  /** The word by which it limits the time of the clause beside it: "since I left school". */
  readonly limits: Limit["kind"] | "before" | null;
  /** The event that limits its own time; null if none does. */
  readonly limit: Limit | null;
  /**
   * The words that a relative clause describes: "Tom" in "Tom, who runs DevOps". Null for other
   * clauses.
   */
  readonly about: readonly Token[] | null;
}

const RUNS_ON = listedWords("clauses_runs_on");
const RELATIVE = /^(?:who|which)$/u;
/** Verbs whose objects may stand side by side, and what begins one of them. */
const HAVING = listedWords("clauses_having");
const OPENS_ONE = /^(?:an?|my|our|one|two|three|four|five|\d)$/u;
/** Whether the word is a verb, and not "called" before a name. */
const isMainVerb = (token: Token): boolean => isVerbal(token) && !isNaming(token);
/** Maximum number of words of a name with "called". */
const MOST_OF_NAME = 3;
const COORDINATORS = listedWords("coordinators");
const isCoordinator = ({ lower, part }: Token): boolean =>
  COORDINATORS.has(lower) && part !== "adverb";
const TEMPORAL = listedWords("clauses_temporal");
const AWAITS = listedWords("clauses_awaits");
type Limiting = Limit["kind"] | "before";
const LIMITS: Readonly<Partial<Record<string, Limiting>>> = {
  since: "since",
  until: "until",
  till: "until",
  before: "before",
};
/** States, which last until what they are before: "lived in Bonn before I moved". */
const STATES_BEFORE = listedWords("clauses_states_before");
/** What ends a state: "worked at Bosch before joining Siemens". */
const STEPS = listedWords("clauses_steps");
const TELLS_WHEN = listedWords("clauses_tells_when");
/** What is done for long, and is no plan: "I'm living in Rome, if it matters". */
const LASTING = listedWords("clauses_lasting");
/** Whom a remark about the conversation itself names: "if you must know", "if anyone cares". */
const ADDRESSED = listedWords("clauses_addressed");

const WITHOUT_OBJECT = listedWords("clauses_without_object");
const STATES = listedWords("clauses_states");

const NEW_CLAUSE = {
  tokens: [] as readonly Token[],
  elided: false,
  alternative: false,
  conditional: false,
  temporal: false,
  awaited: false,
  limits: null as Limiting | null,
  limit: null as Limit | null,
  about: null as readonly Token[] | null,
};

/** The properties of a clause that follows a word: "since", "before", "and". */
const tellingWhen = (word: string): Pick<Clause, "temporal" | "awaited" | "limits"> => ({
  temporal: TELLS_WHEN.has(word),
  awaited: AWAITS.has(word),
  limits: LIMITS[word] ?? null,
});

/** Reads the words of a sentence in order, and closes a clause where the next one begins. */
class ClauseSplitter {
  readonly clauses: Clause[] = [];
  readonly #tokens: readonly Token[];
  #words: Token[] = [];
  #clause = { ...NEW_CLAUSE };

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    for (let i = 0; i < tokens.length;) {
      const next = this.#boundaryAt(i);
      if (next === null) this.#words.push(tokenAt(tokens, i));
      i = next ?? i + 1;
    }
    this.#open({});
  }

  /** Closes the clause and opens the next one. */
  #open(next: Partial<Clause>): void {
    if (this.#words.length > 0) this.clauses.push({ ...this.#clause, tokens: this.#words });
    this.#words = [];
    this.#clause = { ...NEW_CLAUSE, ...next };
  }

  /**
   * Whether the clause before the condition at `i` is a plan or a wish, which depends on it: "I'm
   * moving to Rome if I get the job", but not "I work from home if it rains", "I'm moving if you
   * must know".
   */
  #dependsOn(i: number): boolean {
    const verb = this.#words.findIndex(isVerbal);
    const { lower } = tokenAt(this.#words, verb);
    const next = tokenAt(this.#words, skipAsides(this.#words, verb + 1));
    const isPlanned =
      /^(?:am|is|are)$/u.test(lower) && next.part === "gerund" && !LASTING.has(next.lower);
    return (
      (isPlanned || /^(?:will|shall|wants?|hopes?|plans?)$/u.test(lower)) &&
      !ADDRESSED.has(tokenAt(this.#tokens, i + 1).lower) &&
      !/^(?:even|as)$/u.test(tokenAt(this.#tokens, i - 1).lower)
    );
  }

  /** Opens a clause without a subject of its own that begins with the given words. */
  #openWith(words: readonly Token[]): void {
    this.#open({ elided: true });
    this.#words.push(...words);
  }

  #opening(i: number): Opening {
    return openingAt(this.#tokens, i, this.#words);
  }

  /**
   * Where the first clause begins behind words without a verb, which state nothing: "New SIM, so my
   * number is …", "Because of the rain, I drove". Null if none does at `i`.
   */
  #endOfFragment(i: number): number | null {
    if (this.#words.length === 0 || !endsWithBreak(tokenAt(this.#tokens, i - 1))) return null;
    const isBeforeSo = tokenAt(this.#tokens, i).lower === "so" && !hasVerb(this.#words);
    const start = isBeforeSo ? i + 1 : i;
    return (isBeforeSo || isAdjunct(this.#words)) && this.#opening(start) === "subject"
      ? start
      : null;
  }

  /**
   * Opens a clause if one begins at `i`. Returns the position at which to continue, or null if the
   * word belongs to the clause.
   */
  #boundaryAt(i: number): number | null {
    const { lower } = tokenAt(this.#tokens, i);
    const fragmentEnd = this.#endOfFragment(i);
    if (fragmentEnd !== null) {
      this.#words = [];
      return fragmentEnd;
    }
    const isEverSince = lower === "ever" && tokenAt(this.#tokens, i + 1).lower === "since";
    if (isEverSince && this.#opening(i + 2) === "subject") return i + 1;
    if (this.#words.length === 0 && TELLS_WHEN.has(lower) && this.#opening(i + 1) === "subject") {
      Object.assign(this.#clause, tellingWhen(lower));
      return i + 1;
    }
    if (lower === "if" || lower === "unless") {
      if (this.#dependsOn(i)) this.#clause.conditional = true;
      this.#open({ conditional: true });
      return i + 1;
    }
    const isComplete =
      (this.#words.length > 1 || this.#clause.elided || this.#clause.about !== null) &&
      hasVerb(this.#words);
    return isComplete ? this.#boundaryAfterClause(i) : this.#relativeWithin(i);
  }

  /** Whether the word joins two clauses. "So" does if a subject follows: "so the dog stays". */
  #isJoint(i: number): boolean {
    const token = tokenAt(this.#tokens, i);
    return isCoordinator(token) || (token.lower === "so" && this.#opening(i + 1) === "subject");
  }

  /** "so that I can look after Mum", which states nothing. */
  #isPurpose(i: number): boolean {
    return (
      tokenAt(this.#tokens, i).lower === "so" &&
      tokenAt(this.#tokens, i + 1).lower === "that" &&
      this.#opening(i + 2) === "subject"
    );
  }

  /**
   * Opens a clause for the next step of the same subject: "worked at Bosch before joining Siemens in
   * 2019".
   */
  #nextStepAt(i: number): number | null {
    const step = tokenAt(this.#tokens, i + 1);
    const { lemma, forms } = verbReading(step.lower);
    const isStep =
      tokenAt(this.#tokens, i).lower === "before" && forms.has("gerund") && STEPS.has(lemma);
    if (!isStep || !isInPast({ ...NEW_CLAUSE, tokens: this.#words })) return null;
    const { about } = this.#clause;
    this.#open({ elided: true, about, limits: "before" });
    const past = pastOf(lemma);
    this.#words.push({ ...step, text: past, lower: past, part: "verb", past: true });
    return i + 2;
  }

  /** Whether the clause ends in a verb without an object: "since we moved my commute is shorter". */
  #isWhole(): boolean {
    return WITHOUT_OBJECT.has(
      knownVerb(tokenAt(this.#words, this.#words.length - 1).lower)?.lemma ?? "",
    );
  }

  /**
   * Whether a clause begins with its subject, without a comma before it: "when I was there she moved",
   * "my best friend is Keisha we have known each other for years".
   */
  #runsOnAt(i: number): boolean {
    const token = tokenAt(this.#tokens, i);
    const previous = tokenAt(this.#tokens, i - 1);
    const mayRunOn =
      this.#clause.temporal ||
      previous.name?.type === "person" ||
      // "failed its MOT so badly we scrapped it"
      (previous.part === "adverb" && tokenAt(this.#tokens, i - 2).lower === "so");
    const begins = RUNS_ON.has(token.lower) || (token.part === "possessive" && this.#isWhole());
    return mayRunOn && begins && this.#opening(i) === "subject";
  }

  #boundaryAfterClause(i: number): number | null {
    const token = tokenAt(this.#tokens, i);
    const previous = tokenAt(this.#tokens, i - 1);
    const gap = this.#gapAt(i);
    if (gap !== null) return gap;
    const unread = this.#unreadAt(i);
    if (unread !== null) return unread;
    if (this.#isPurpose(i)) {
      this.#open({ conditional: true });
      return i + 2;
    }
    const nextStep = this.#nextStepAt(i);
    if (nextStep !== null) return nextStep;
    if (this.#isJoint(i)) return this.#coordinated(i);
    if (this.#runsOnAt(i)) {
      this.#open({});
      return null;
    }
    if (TEMPORAL.has(token.lower) && this.#opening(i + 1) === "subject") {
      this.#open(tellingWhen(token.lower));
      return i + 1;
    }
    if (RELATIVE.test(token.lower) && this.#mayDescribe(token, previous)) {
      this.#open({ about: describedBefore(this.#tokens, i) });
      return i + 1;
    }
    // "…, 14 years now, nobody asks": the duration belongs to the clause before.
    const isLength = token.time?.kind === "duration" && endsWithBreak(token);
    if (endsWithBreak(previous) && !isLength) this.#afterComma(i, token, previous);
    return null;
  }

  /**
   * Opens a clause that states nothing: a question or an order to the reader, or a bare
   * consequence.
   */
  #unreadAt(i: number): number | null {
    const token = tokenAt(this.#tokens, i);
    const isJoined = isCoordinator(token);
    const mayOpen = isJoined || endsWithBreak(tokenAt(this.#tokens, i - 1));
    const start = isJoined ? i + 1 : i;
    const isUnread = addressesReaderAt(this.#tokens, start) || isOldMeasureAt(this.#tokens, start);
    if (!(mayOpen && isUnread) && !this.#followsFrom(i)) return null;
    this.#open({ conditional: true });
    this.#words.push(token);
    return i + 1;
  }

  /**
   * Whether "so" opens a consequence without a verb, which states nothing by itself: "allergic to
   * nuts so no peanut butter", "so soft food only"; not "and so on", "so happy", "so that".
   */
  #followsFrom(i: number): boolean {
    const { part } = tokenAt(this.#tokens, i - 1);
    const next = tokenAt(this.#tokens, i + 1);
    return (
      tokenAt(this.#tokens, i).lower === "so" &&
      (/^(?:noun|proper|number|time|adjective)$/u.test(part) ||
        endsWithBreak(tokenAt(this.#tokens, i - 1))) &&
      (/^(?:noun|possessive|gerund|preposition)$/u.test(next.part) ||
        (next.part === "determiner" && !next.lower.startsWith("th")) ||
        /^(?:no|nothing|the)$/u.test(next.lower) ||
        tokenAt(this.#tokens, i + 2).part === "noun") &&
      this.#opening(i + 1) === null &&
      // "so the pilot in Lincolnshire slips to June" has a verb, although no rule is sure of it.
      this.#tokens.length - i <= LONGEST_CONSEQUENCE &&
      !this.#tokens.slice(i + 2).some(({ lower }) => mayBeThird(lower))
    );
  }

  /**
   * Whether the relative clause describes somebody: ", who runs DevOps", "Tom who runs DevOps", but
   * not "people who run".
   */
  #mayDescribe(relative: Token, previous: Token): boolean {
    return (
      endsWithBreak(previous) ||
      previous.name?.type === "person" ||
      (relative.lower === "who" && previous.name !== null)
    );
  }

  /**
   * Opens a clause that repeats the verb for another place and time: "I lived in Osaka until 2012
   * and in Fukuoka until 2018".
   */
  #gapAt(i: number): number | null {
    let start = i;
    while (/^(?:and|then)$/u.test(tokenAt(this.#tokens, start).lower)) start += 1;
    if (start === i && !endsWithBreak(tokenAt(this.#tokens, i - 1))) return null;
    const verb = this.#words.findIndex(isVerbal);
    const name = this.#words.findIndex((token, at) => at > verb && token.name !== null);
    const { part, lower } = tokenAt(this.#words, name - 1);
    if (part !== "preposition" || !this.#words.some(({ time }) => time !== null)) return null;
    // "and from 2019 to 2024 in Lima"
    const times = upTo(this.#tokens.slice(start), ({ time }) => time === null);
    const place = start + times.length;
    const isRepeated = tokenAt(this.#tokens, place).lower === lower;
    const next = isRepeated ? place + 1 : place;
    const isInTime = (times.length > 0 && isRepeated) || this.#isInTimeAt(next + 1);
    if (tokenAt(this.#tokens, next).name === null || !isInTime) return null;
    this.#openWith([
      ...this.#words.slice(verb, name - 1),
      ...times,
      ...this.#words.slice(name - 1, name),
    ]);
    return next;
  }

  /** Whether a time stands at a position, or behind where somebody goes: "to Lima in 2020". */
  #isInTimeAt(i: number): boolean {
    const isGoal =
      tokenAt(this.#tokens, i).lower === "to" && tokenAt(this.#tokens, i + 1).name !== null;
    return tokenAt(this.#tokens, isGoal ? i + 2 : i).time !== null;
  }

  /**
   * "have a flat in Leeds and a job at Tesco": the verb goes for both; not "a job at a café and a
   * bar in Leeds", of which the last may stand with the one before it. Behind a name it may stand
   * alone: "have a dog called Rex and two cats".
   */
  #secondObjectAt(i: number): boolean {
    const verb = this.#words.findLastIndex(isMainVerb);
    const object = skipAsides(this.#words, verb + 1);
    const nounBefore = nounPhraseBefore(this.#words, this.#words.length);
    const end = endOfNounPhrase(this.#tokens, i + 1) ?? i;
    const behind = tokenAt(this.#tokens, end);
    return (
      HAVING.has(knownVerb(tokenAt(this.#words, verb).lower)?.lemma ?? "") &&
      OPENS_ONE.test(tokenAt(this.#words, object).lower) &&
      this.#words.length - nounBefore.length > object &&
      !/^an?$/u.test(firstOf(nounBefore).lower) &&
      OPENS_ONE.test(tokenAt(this.#tokens, i + 1).lower) &&
      end > i + 2 &&
      (behind.part === "preposition" || isNaming(behind) || this.#endsWithName(object))
    );
  }

  /**
   * "wear a Seiko for work and a Garmin for running", "speak French with Mum and Dutch with Dad": the
   * verb goes for both objects, each with its own words behind the same preposition.
   */
  #parallelObjectAt(i: number): boolean {
    const verb = this.#words.findLastIndex(isMainVerb);
    const object = skipAsides(this.#words, verb + 1);
    const [preposition, ...others] = this.#words
      .slice(object)
      .filter(({ part, lower }) => part === "preposition" && lower !== "of");
    const end = endOfNounPhrase(this.#tokens, i + 1);
    // "are using X for storage and Y for caching" is one statement.
    const isUnderWay = tokenAt(this.#words, object).part === "gerund";
    if (verb < 0 || isUnderWay || end === null || this.#words.length < object + 2) return false;
    const behind = tokenAt(this.#tokens, end);
    // "tennis on Tuesdays and squash on Fridays"
    const [last] = this.#words.slice(object + 1).slice(-1);
    const isAtTimes = last?.time?.kind === "recurrence" && behind.time?.kind === "recurrence";
    const isAlike =
      preposition !== undefined && others.length === 0 && behind.lower === preposition.lower;
    return (isAtTimes || isAlike) && tokenAt(this.#words, object) !== preposition;
  }

  /** Whether the object at a position ends with its name: "a dog called Rex". */
  #endsWithName(object: number): boolean {
    const { length } = this.#words;
    const calling = this.#words.findLastIndex((token, i) => i > object && isNaming(token));
    return calling > 0 && calling >= length - MOST_OF_NAME && lastOf(this.#words).name !== null;
  }

  /** Opens a clause after a conjunction: "and she works", "but works", but not "Ana and Tom". */
  #coordinated(i: number): number | null {
    const { lower } = tokenAt(this.#tokens, i);
    const auxiliary = lower === "and" ? auxiliaryOfNext(this.#tokens, i + 1, this.#words) : null;
    if (auxiliary !== null) {
      this.#openWith([impliedWord(auxiliary, "auxiliary", tokenAt(this.#tokens, i))]);
      return i + 1;
    }
    if (lower === "and" && (this.#secondObjectAt(i) || this.#parallelObjectAt(i))) {
      const object = skipAsides(this.#words, this.#words.findLastIndex(isMainVerb) + 1);
      this.#openWith(this.#words.slice(this.#words.findIndex(isVerbal), object));
      return i + 1;
    }
    const kind = isInPair(this.#tokens, i) ? null : this.#opening(i + 1);
    if ((kind === null && this.#isReasonOfEnd(i)) || (kind === "subject" && this.#isAim(i))) {
      this.#open({ conditional: true });
      return i + 1;
    }
    if (kind === null || (kind === "elided" && /^(?:since|as|because)$/u.test(lower))) return null;
    if (lower === "and" && this.#isPairWithin(i)) return null;
    const isElided = kind === "elided";
    const { about, conditional } = this.#clause;
    this.#open({
      elided: isElided,
      alternative: /^n?or$/u.test(lower),
      about: isElided ? about : null,
      // "if I stopped and I were vegan"; not "if it rains, and I work at home"
      conditional:
        conditional &&
        (isElided || (lower === "and" && !endsWithBreak(tokenAt(this.#tokens, i - 1)))),
      ...tellingWhen(lower),
    });
    return i + 1;
  }

  /** "I'm no longer in the choir because rehearsals clash with my shifts": a reason states nothing. */
  #isReasonOfEnd(i: number): boolean {
    return (
      tokenAt(this.#tokens, i).lower === "because" &&
      tokenAt(this.#tokens, i + 1).lower !== "of" &&
      this.#words.some(({ lower }) => lower === "longer" || lower === "anymore")
    );
  }

  /** "I write it down so I can sleep": what is aimed at; not "…, so I can drive now". */
  #isAim(i: number): boolean {
    return (
      tokenAt(this.#tokens, i).lower === "so" &&
      !endsWithBreak(tokenAt(this.#tokens, i - 1)) &&
      /^(?:can|could)$/u.test(tokenAt(this.#tokens, i + 2).lower) &&
      tokenAt(this.#tokens, i + 3).part !== "negation"
    );
  }

  /** "asked whether Marco and I got engaged": two subjects of a clause within the clause. */
  #isPairWithin(i: number): boolean {
    return OPENS_CLAUSE.has(tokenAt(this.#tokens, i - 2).lower) && isPairAt(this.#tokens, i - 1);
  }

  /** Opens a clause after a comma: "…, living in Rome", "…, she works", but not "…, a nurse". */
  #afterComma(i: number, token: Token, previous: Token): void {
    if (opensParticiple(this.#tokens, i) || this.#isStillSo(i)) {
      this.#openWith([impliedWord("is", "auxiliary", token)]);
      return;
    }
    const kind = COORDINATORS.has(token.lower) ? null : this.#opening(i);
    // "I am 78, widowed, and …": another state of the subject.
    const isState = STATES.has(token.lower) && endsWithBreak(token);
    const mayGoOn =
      /[;:]$/u.test(previous.after) ||
      (isFinite(token) && !isState) ||
      this.#isNext(i) ||
      this.#isStateOfSpeaker(i) ||
      this.#isStateOfOther(i);
    if (kind === "subject" || (kind === "elided" && mayGoOn))
      // In "ordered a lamp, should arrive today", the subject may be the lamp.
      this.#open({ elided: kind === "elided", conditional: UNSURE.has(token.lower) });
  }

  /** "I'm still in Leeds, still single": another state that goes on. */
  #isStillSo(i: number): boolean {
    const { lower: verb } = tokenAt(this.#words, this.#words.findIndex(isVerbal));
    return (
      tokenAt(this.#tokens, i).lower === "still" &&
      /^(?:am|is|are)$/u.test(verb) &&
      /^(?:adjective|preposition|gerund)$/u.test(tokenAt(this.#tokens, i + 1).part)
    );
  }

  /** "I'm a nurse, live in Leeds", "I live in Leeds, work at Aldi": another state of the speaker. */
  #isStateOfSpeaker(i: number): boolean {
    const subject = firstOf(this.#words);
    const next = tokenAt(this.#tokens, i + 1);
    const { lower: verb } = tokenAt(this.#words, this.#words.findIndex(isVerbal));
    return (
      STATED.has(tokenAt(this.#tokens, i).lower) &&
      /^(?:i|we)$/u.test(subject.lower) &&
      (BEING.test(verb) || STATED.has(verb)) &&
      (OPENS_OBJECT.has(next.part) || next.part === "time" || next.lower === "to")
    );
  }

  /**
   * "she's 67, lives in Leicester", "she turned 40, drives a Volvo": another state of the same
   * person; not "he likes walks, drives and rides".
   */
  #isStateOfOther(i: number): boolean {
    const { lower } = tokenAt(this.#tokens, i);
    const verb = tokenAt(this.#words, this.#words.findIndex(isVerbal));
    return (
      STATED_OF_OTHERS.has(knownVerb(lower)?.lemma ?? "") &&
      mayBeThird(lower) &&
      !TAKES_BASE.has(firstOf(this.#words).lower) &&
      (mayBeThird(verb.lower) || verb.past || verb.lower === "was") &&
      /^(?:preposition|determiner|possessive|number|proper|noun|gerund)$/u.test(
        tokenAt(this.#tokens, i + 1).part,
      )
    );
  }

  /**
   * "I've sold the Golf, pick the new one up on Saturday": what I do next; not "I love to cook,
   * bake a lot".
   */
  #isNext(i: number): boolean {
    const verb = tokenAt(this.#tokens, i);
    const { part: next } = tokenAt(this.#tokens, i + 1);
    return (
      isVerbal(verb) &&
      knownVerb(verb.lower)?.forms.has("base") === true &&
      /^(?:i|we)$/u.test(firstOf(this.#words).lower) &&
      /^(?:pronoun|determiner|possessive|time)$/u.test(next) &&
      !this.#words.some(({ lower: word }) => word === "to") &&
      this.#tokens.slice(i).some(({ time }) => time?.kind === "point")
    );
  }

  /**
   * Adds a relative clause within another clause, up to its comma: "Tom, who runs DevOps, moved".
   */
  #relativeWithin(i: number): number | null {
    const previous = tokenAt(this.#tokens, i - 1);
    if (
      this.#clause.about !== null ||
      !RELATIVE.test(tokenAt(this.#tokens, i).lower) ||
      !(endsWithBreak(previous) || previous.name !== null)
    )
      return null;
    const end = this.#tokens.findIndex(({ after }, at) => at > i && after.endsWith(","));
    if (end < 0 || end + 1 >= this.#tokens.length) return null;
    this.clauses.push({
      ...NEW_CLAUSE,
      tokens: this.#tokens.slice(i + 1, end + 1),
      about: describedBefore(this.#tokens, i),
    });
    return end + 1;
  }
}

/** Maximum number of words of a consequence without a verb, and its "so". */
const LONGEST_CONSEQUENCE = 7;
const STATED = listedWords("clauses_stated");
const STATED_OF_OTHERS = listedWords("clauses_stated_of_others");
const BEING = /^(?:am|are|have)$/u;
const UNSURE = listedWords("clauses_unsure");
const AHEAD = listedWords("clauses_ahead");

const isInPast = ({ tokens }: Clause): boolean => {
  const verb = tokens.find(isVerbal);
  return (
    verb !== undefined &&
    (verb.past ||
      /^(?:was|were|had|did)$/u.test(verb.lower) ||
      knownVerb(verb.lower)?.forms.has("past") === true)
  );
};

const isState = ({ tokens }: Clause): boolean =>
  STATES_BEFORE.has(knownVerb(tokens.find(isVerbal)?.lower ?? "")?.lemma ?? "");

/**
 * The event that a clause states as a limit of another one, beside which its times stand; null for
 * what is not past, and for what was only done before it.
 */
const limitBy = (clause: Clause | undefined, limited: Clause): Limit | null => {
  if (clause?.limits == null || !isInPast(clause)) return null;
  if (clause.limits === "before" && !isState(limited)) return null;
  const { start, text } = lastOf(limited.tokens);
  const end = start + text.length;
  return {
    kind: clause.limits === "before" ? "until" : clause.limits,
    times: [...new Set(clause.tokens.flatMap(({ time }) => time ?? []))]
      .filter(({ kind }) => kind === "point")
      .map((time) => ({ ...time, start: end, end })),
  };
};

/** "Since I am allergic to nuts, …": a reason, which is stated; not "since I have lived here". */
const isReason = (clause: Clause): boolean =>
  clause.limits === "since" &&
  !isInPast(clause) &&
  !/^(?:have|has)$/u.test(clause.tokens.find(isVerbal)?.lower ?? "");

/** The clauses with the limits that stand behind them, or before the first one. */
const withLimits = (clauses: readonly Clause[]): readonly Clause[] =>
  clauses.map((clause, i) =>
    clause.limits === null
      ? {
          ...clause,
          limit: limitBy(clauses[i + 1], clause) ?? (i === 1 ? limitBy(clauses[0], clause) : null),
        }
      : { ...clause, temporal: clause.temporal && !isReason(clause) },
  );

/**
 * The clauses of a sentence. Conditions and times are marked. In "When Ana moves to Rome, I will
 * visit her", the first clause is a condition.
 */
export const clausesOf = (tokens: readonly Token[]): readonly Clause[] => {
  const [first, ...others] = new ClauseSplitter(tokens).clauses;
  if (first === undefined) return [];
  const isAwaited = first.temporal && others[0]?.tokens.some(({ lower }) => AHEAD.has(lower));
  return withLimits([isAwaited ? { ...first, conditional: true } : first, ...others]);
};
