import { listedWords, words } from "../../data/words.ts";
import type { TimeExpression } from "../../dates/find-times.ts";
import {
  firstOf,
  impliedWord,
  isAdverbial,
  isNaming,
  isVerbal,
  tokenAt,
  type Token,
} from "../tokens/token.ts";
import { isInPair } from "../../text/list-items.ts";
import { knownVerb } from "../tokens/verb-forms.ts";

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
  readonly limits: "since" | "until" | null;
  /** The event that limits its own time; null if none does. */
  readonly limit: Limit | null;
  /**
   * The words that a relative clause describes: "Tom" in "Tom, who runs DevOps". Null for other
   * clauses.
   */
  readonly about: readonly Token[] | null;
}

const COORDINATORS = listedWords("coordinators");
const isCoordinator = ({ lower, part }: Token): boolean =>
  COORDINATORS.has(lower) && part !== "adverb";
const TEMPORAL = words("when whenever once after before until till");
const AWAITS = /^(?:before|until|till|once)$/u;
const LIMITS: Readonly<Partial<Record<string, Limit["kind"]>>> = {
  since: "since",
  until: "until",
  till: "until",
};
const TELLS_WHEN = words("when whenever once after before until till since while as");
const SUBJECTS = words("i we he she they it you this that there everyone someone nobody");
const PERSONS = /^(?:i|we|he|she|they|you)$/u;
const RUNS_ON = /^(?:i|we|he|she|they)$/u;
const RELATIVE = /^(?:who|which)$/u;
const hasVerb = (tokens: readonly Token[]): boolean => tokens.some(isVerbal);
const endsWithBreak = ({ after }: Token): boolean => /[,;:]$/u.test(after);
const isAside = (token: Token): boolean => isAdverbial(token) || token.part === "time";

const NOUN_PHRASE = words("determiner possessive noun proper adjective number pronoun gerund");
const LONGEST_SUBJECT = 8;
const OPENS_OBJECT = words("determiner possessive proper preposition number");
const THIRD_ONLY = listedWords("third_persons_only");

/** The position of the first word from `i` that is no adverb, negation or time. */
const skipAsides = (tokens: readonly Token[], i: number): number => {
  let position = i;
  while (isAside(tokenAt(tokens, position))) position += 1;
  return position;
};

const isParticipleOnly = ({ lower }: Token): boolean => {
  const forms = knownVerb(lower)?.forms;
  return forms !== undefined && forms.has("participle") && !forms.has("past");
};

/** Verbs whose objects may stand side by side, and what begins one of them. */
const HAVING = words("have get find buy adopt take rent");
const OPENS_ONE = /^(?:an?|my|our|one|two|three|four|five|\d)$/u;
const mayBeThird = (word: string): boolean => knownVerb(word)?.forms.has("third") === true;
const TAKES_BASE = words("i we you they");
/**
 * Whether the verb does not agree with the subject, so that it is a noun: "We raised awareness and
 * funds", since "we" would need "fund".
 */
const disagrees = ({ lower }: Token, before: readonly Token[]): boolean => {
  const forms = knownVerb(lower)?.forms;
  const subject = before[before.findIndex(isVerbal) - 1];
  const isThirdOnly = /[^su]s$/u.test(lower) && !forms?.has("base") && !forms?.has("past");
  return isThirdOnly && subject !== undefined && TAKES_BASE.has(subject.lower);
};

/**
 * Whether the verb continues a passive within a subordinate clause: "I hope that veterans are
 * supported and valued" is about the veterans, not about me.
 */
const goesOnWithin = ({ lower }: Token, before: readonly Token[]): boolean => {
  const last = before.at(-1);
  const be = before.findLastIndex(({ part }) => part === "auxiliary");
  return (
    last !== undefined &&
    /^(?:is|are|was|were|be|been)$/u.test(tokenAt(before, be).lower) &&
    be >= before.length - 3 &&
    before.findIndex(isVerbal) < be - 1 &&
    knownVerb(last.lower)?.forms.has("participle") === true &&
    knownVerb(lower)?.forms.has("participle") === true
  );
};

/**
 * Whether a verb may follow without its subject: "I cook and clean", but not "I want to cook and
 * clean".
 */
const mayBeElided = (verb: Token, before: readonly Token[]): boolean => {
  if (verb.part === "auxiliary") return !/^(?:be|been|being|having)$/u.test(verb.lower);
  if (isParticipleOnly(verb) || disagrees(verb, before) || goesOnWithin(verb, before)) return false;
  const infinitive = before.findLastIndex(({ lower }) => lower === "to");
  const followsInfinitive = infinitive >= 0 && tokenAt(before, infinitive + 1).part === "verb";
  const forms = knownVerb(verb.lower)?.forms;
  return !(followsInfinitive && forms?.has("base") && !forms.has("past"));
};

/**
 * Whether the words are in a relative clause, which the next verb continues: "a friend who lives in
 * Rome and works there".
 */
const isWithinRelative = (before: readonly Token[]): boolean =>
  before.some(
    ({ lower, part }, i) => i > 1 && /^(?:who|that|which)$/u.test(lower) && part !== "determiner",
  );

/**
 * The position after the noun phrase that begins at `from`; null if another subject begins within
 * it.
 */
const endOfNounPhrase = (tokens: readonly Token[], from: number): number | null => {
  let end = from;
  while (end - from < LONGEST_SUBJECT) {
    const token = tokenAt(tokens, end);
    const inside = end > from;
    const belongs =
      NOUN_PHRASE.has(token.part) || token.lower === "of" || (token.part === "adverb" && inside);
    if (!belongs) return end;
    if (inside && PERSONS.test(token.lower)) return null;
    const next = tokens[end + 1] ?? token;
    if (token.after.includes(",") && !isVerbal(next)) return end;
    end += 1;
  }
  return end;
};

/** The position after one of two subjects; null if none begins at `from`. */
const endOfOne = (tokens: readonly Token[], from: number): number | null => {
  if (PERSONS.test(tokenAt(tokens, from).lower)) return from + 1;
  const end = endOfNounPhrase(tokens, from);
  return end === null || end === from || tokenAt(tokens, end - 1).name === null ? null : end;
};

/** Whether two subjects begin here: ", Ana and I divorced", "and he and Wanda moved". */
const isPairAt = (tokens: readonly Token[], start: number): boolean => {
  const before = tokenAt(tokens, start - 1);
  const end = endOfOne(tokens, start);
  if (end === null || tokenAt(tokens, end).lower !== "and") return false;
  const second = endOfOne(tokens, end + 1);
  return (
    (before.after.includes(",") || before.part === "conjunction") &&
    second !== null &&
    isVerbal(tokenAt(tokens, skipAsides(tokens, second)))
  );
};

/**
 * Whether the word is certainly a verb: "is", "keeps", but not "works" (perhaps a noun) or "called"
 * (perhaps a description).
 */
const isSureVerb = ({ part, lower }: Token): boolean =>
  part === "auxiliary" || (part === "verb" && THIRD_ONLY.has(lower));

/** Verbs that pass the meaning to the next verb. */
const THOUGHTS = listedWords("thoughts");
const LONGEST_ASIDE = 3;
/**
 * Whether another activity of the subject follows: "I am studying chemistry and sharing a flat",
 * but not "I am thinking of cooking and baking bread" or "I am enjoying reading and writing
 * letters".
 */
const isAlsoDoing = (tokens: readonly Token[], i: number, before: readonly Token[]): boolean => {
  const be = before.findIndex(isVerbal);
  const gerund = skipAsides(before, be + 1);
  const verb = skipAsides(tokens, i);
  const afterGerund = tokenAt(before, gerund + 1);
  return (
    verb - i <= LONGEST_ASIDE &&
    /^(?:am|is|are|was|were|been)$/u.test(tokenAt(before, be).lower) &&
    tokenAt(before, gerund).part === "gerund" &&
    !THOUGHTS.has(tokenAt(before, gerund).lower) &&
    afterGerund.part !== "none" &&
    !before.slice(gerund + 1).some(({ part, lower }) => part === "gerund" || lower === "to") &&
    !before.some(({ part }) => part === "negation") &&
    tokenAt(tokens, verb).part === "gerund" &&
    OPENS_OBJECT.has(tokenAt(tokens, verb + 1).part)
  );
};

/** Whether the words are no name and have no determiner: "kids", "190 lbs". */
const isBare = (tokens: readonly Token[]): boolean =>
  tokens.every(({ name, part }) => name === null && part !== "determiner" && part !== "possessive");

/**
 * The position after the subject that begins at `from`; null if there is none. In "before kids, did a half
 * marathon", what stands before the comma is no subject.
 */
const endOfSubject = (tokens: readonly Token[], from: number): number | null => {
  const end = endOfNounPhrase(tokens, from);
  const isNone =
    end === null ||
    end === from ||
    (isBare(tokens.slice(from, end)) && endsWithBreak(tokenAt(tokens, end - 1)));
  return isNone ? null : end;
};

type Opening = "subject" | "elided" | null;

/**
 * The kind of clause that begins at `i` after the words `before`: with its own subject, without
 * one, or null for none.
 */
const openingAt = (tokens: readonly Token[], i: number, before: readonly Token[]): Opening => {
  // "and there is one that helps" is not about the subject before it.
  if (tokenAt(tokens, i).lower === "there" && tokenAt(tokens, i + 1).part === "auxiliary")
    return "subject";
  const start = skipAsides(tokens, i);
  const first = tokenAt(tokens, start);
  if (isPairAt(tokens, start)) return "subject";
  if (SUBJECTS.has(first.lower))
    return isVerbal(tokenAt(tokens, skipAsides(tokens, start + 1))) ? "subject" : null;
  if (isVerbal(first))
    return mayBeElided(first, before) && !isWithinRelative(before) ? "elided" : null;
  const end = endOfSubject(tokens, start);
  if (end === null) return null;
  // "my meeting on Friday is with Ana".
  const verb = tokenAt(tokens, tokenAt(tokens, end).time === null ? end : end + 1);
  if (verb.part === "negation") return "subject";
  // "my train to Cardiff is late", "a recruiter from Acme keeps calling".
  if (verb.part === "preposition") {
    const phraseEnd = endOfNounPhrase(tokens, end + 1);
    const isSubject = phraseEnd !== null && phraseEnd > end + 1;
    return isSubject && isSureVerb(tokenAt(tokens, phraseEnd)) ? "subject" : null;
  }
  // A participle after a noun does not open a clause: "a startup based in Curitiba".
  return isVerbal(verb) && !(verb.part === "verb" && isParticipleOnly(verb)) ? "subject" : null;
};

const ASKS = words("am is are was were do does did can could will would should shall have has had");
const ASKED = words("i we he she they you it that this there");
const ASKS_HOW = words("what where when why how who which");
/** Whom an order is for: "give me hills any day". */
const FOR_SPEAKER = words("me us");
/**
 * Whether the words address the reader, and state nothing: ", is it normal", ", how do I fix it", "and
 * please use metres", ", give me hills any day".
 */
const addressesReaderAt = (tokens: readonly Token[], i: number): boolean => {
  const first = tokenAt(tokens, i);
  const next = tokenAt(tokens, i + 1);
  const isAsked = (auxiliary: Token, subject: Token): boolean =>
    ASKS.has(auxiliary.lower) && ASKED.has(subject.lower);
  const isOrder = /^(?:please|pls|kindly)$/u.test(first.lower);
  return (
    isAsked(first, next) ||
    (ASKS_HOW.has(first.lower) && isAsked(next, tokenAt(tokens, i + 2))) ||
    ((isOrder || FOR_SPEAKER.has(tokenAt(tokens, i + 1).lower)) &&
      knownVerb((isOrder ? next : first).lower)?.forms.has("base") === true)
  );
};

/** ", used to be every weekend": of what it is said is not in the clause. */
const isOldMeasureAt = (tokens: readonly Token[], i: number): boolean =>
  tokenAt(tokens, i).lower === "used" &&
  tokenAt(tokens, i + 2).lower === "be" &&
  /^(?:every|all|daily|weekly|once|twice|more|less|mostly|only|just|always|the other)(?: |$)/u.test(
    tokenAt(tokens, i + 3).lower,
  );

/** Participles of what comes next: "signed the lease, moving in on 1 August". */
const BEGINNING = /^(?:starting|beginning|moving|leaving|flying|arriving|returning)$/u;
/** Maximum number of words from such a participle to its time. */
const LONGEST_TO_TIME = 5;
/** Participles of how one is housed: "moved out, sharing a flat with Ana". */
const HOUSING = /^(?:sharing|renting)$/u;
const PARTICIPLES =
  /^(?:living|working|studying|majoring|minoring|graduating|specialising|specializing|residing|based|married|engaged|born)$/u;

/**
 * Whether a participle opens a clause: ", currently living in Amsterdam", ", starting on 1 July", but
 * not ", living the dream".
 */
const opensParticiple = (tokens: readonly Token[], i: number): boolean => {
  const position = skipAsides(tokens, i);
  const { lower } = tokenAt(tokens, position);
  const { part: next } = tokenAt(tokens, skipAsides(tokens, position + 1));
  return (
    (PARTICIPLES.test(lower) && next === "preposition") ||
    (HOUSING.test(lower) && /^(?:determiner|preposition)$/u.test(next)) ||
    (BEGINNING.test(lower) &&
      tokens
        .slice(position + 1, position + LONGEST_TO_TIME)
        .some(({ time }) => time?.kind === "point"))
  );
};

/** The noun phrase that ends before `i`. */
const nounPhraseBefore = (tokens: readonly Token[], i: number): readonly Token[] => {
  let start = i - 1;
  for (; start > 0 && tokenAt(tokens, start).name === null; start -= 1) {
    const { part, after } = tokenAt(tokens, start - 1);
    if (!NOUN_PHRASE.has(part) || part === "pronoun" || after !== "") break;
  }
  return tokens.slice(start, i);
};

/**
 * Whether the verb is finite: "…, moved there in June", "…, could not resist", but not "…, cook and
 * clean" or "…, do not tell".
 */
const isFinite = ({ part, lower, past }: Token): boolean => {
  const forms = knownVerb(lower)?.forms;
  return (
    (part === "auxiliary" && !/^(?:do|have|be)$/u.test(lower)) ||
    (part === "verb" && (past || (forms !== undefined && forms.has("past") && !forms.has("base"))))
  );
};

/** Verbs that agree with several subjects: "Max and Theo, who are 7". */
const OF_SEVERAL = /^(?:are|were|have|do)$/u;
/**
 * Whom the relative clause at `i` describes: the noun phrase before it, or several names if its verb
 * agrees with several: "Max and Theo, who are 7", but not "Max and Theo, who is 7".
 */
const describedBefore = (tokens: readonly Token[], i: number): readonly Token[] => {
  const one = nounPhraseBefore(tokens, i);
  const { lower } = tokenAt(tokens, skipAsides(tokens, i + 1));
  const forms = knownVerb(lower)?.forms;
  const isOfSeveral = OF_SEVERAL.test(lower) || (forms?.has("base") === true && !forms.has("past"));
  let start = i - one.length;
  if (!isOfSeveral || tokenAt(tokens, start - 1).lower !== "and") return one;
  for (; start > 0; start -= 1) {
    const { name, lower: word, after } = tokenAt(tokens, start - 1);
    if (
      word !== "and" &&
      (name === null || (after !== "," && tokenAt(tokens, start).lower !== "and"))
    )
      break;
  }
  return tokenAt(tokens, start).name === null ? one : tokens.slice(start, i);
};

/** What is done for long, and is no plan: "I'm living in Rome, if it matters". */
const LASTING =
  /^(?:working|living|staying|studying|using|taking|seeing|eating|running|wondering|asking)$/u;
/** Whom a remark about the conversation itself names: "if you must know", "if anyone cares". */
const ADDRESSED = /^(?:you|your|anyone|anybody|that|this|only)$/u;

const STATES = /^(?:married|divorced|engaged|widowed|separated|retired)$/u;

const NEW_CLAUSE = {
  tokens: [] as readonly Token[],
  elided: false,
  alternative: false,
  conditional: false,
  temporal: false,
  awaited: false,
  limits: null as Limit["kind"] | null,
  limit: null as Limit | null,
  about: null as readonly Token[] | null,
};

/** The properties of a clause that follows a word: "since", "before", "and". */
const tellingWhen = (word: string): Pick<Clause, "temporal" | "awaited" | "limits"> => ({
  temporal: TELLS_WHEN.has(word),
  awaited: AWAITS.test(word),
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
   * Whether the clause before the condition at `i` is a plan or a wish, which depends on it: "I'm moving
   * to Rome if I get the job", but not "I work from home if it rains", "I'm moving if you must know".
   */
  #dependsOn(i: number): boolean {
    const verb = this.#words.findIndex(isVerbal);
    const { lower } = tokenAt(this.#words, verb);
    const next = tokenAt(this.#words, skipAsides(this.#words, verb + 1));
    const isPlanned =
      /^(?:am|is|are)$/u.test(lower) && next.part === "gerund" && !LASTING.test(next.lower);
    return (
      (isPlanned || /^(?:will|shall|wants?|hopes?|plans?)$/u.test(lower)) &&
      !ADDRESSED.test(tokenAt(this.#tokens, i + 1).lower) &&
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
   * Opens a clause if one begins at `i`. Returns the position at which to continue, or null if the
   * word belongs to the clause.
   */
  #boundaryAt(i: number): number | null {
    const { lower } = tokenAt(this.#tokens, i);
    // "New SIM, so my number is …": the part without a verb states nothing.
    const isFragment = this.#words.length > 0 && !hasVerb(this.#words);
    if (isFragment && lower === "so" && endsWithBreak(tokenAt(this.#tokens, i - 1))) {
      if (this.#opening(i + 1) === "subject") {
        this.#words = [];
        return i + 1;
      }
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

  #boundaryAfterClause(i: number): number | null {
    const token = tokenAt(this.#tokens, i);
    const previous = tokenAt(this.#tokens, i - 1);
    const gap = this.#gapAt(i);
    if (gap !== null) return gap;
    const unread = this.#unreadAt(i);
    if (unread !== null) return unread;
    if (isCoordinator(token)) return this.#coordinated(i);
    // "when I was there she moved", "my best friend is Keisha we have known each other for years": a
    // clause begins with its subject, without a comma before it.
    const mayRunOn = this.#clause.temporal || previous.name?.type === "person";
    if (mayRunOn && RUNS_ON.test(token.lower) && this.#opening(i) === "subject") {
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

  /** Opens a clause that states nothing: a question or an order to the reader, or a bare consequence. */
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
   * Whether "so" opens a consequence without a verb, which states nothing by itself: "allergic to nuts so
   * no peanut butter", "so soft food only"; not "and so on", "so happy", "so that".
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
        next.lower === "no" ||
        next.lower === "the" ||
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
    if (part !== "preposition" || !this.#words.slice(name).some(({ time }) => time !== null))
      return null;
    const next = tokenAt(this.#tokens, start).lower === lower ? start + 1 : start;
    const isPlaceInTime =
      tokenAt(this.#tokens, next).name !== null && tokenAt(this.#tokens, next + 1).time !== null;
    if (!isPlaceInTime) return null;
    this.#openWith(this.#words.slice(verb, name));
    return next;
  }

  /**
   * "have a flat in Leeds and a job at Tesco": the verb goes for both; not "a job at a café and a bar in
   * Leeds", of which the last may stand with the one before it.
   */
  #secondObjectAt(i: number): boolean {
    const verb = this.#words.findLastIndex(isVerbal);
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
      (behind.part === "preposition" || isNaming(behind))
    );
  }

  /** Opens a clause after a conjunction: "and she works", "but works", but not "Ana and Tom". */
  #coordinated(i: number): number | null {
    const { lower } = tokenAt(this.#tokens, i);
    if (lower === "and" && isAlsoDoing(this.#tokens, i + 1, this.#words)) {
      this.#openWith([impliedWord("is", "auxiliary", tokenAt(this.#tokens, i))]);
      return i + 1;
    }
    if (lower === "and" && this.#secondObjectAt(i)) {
      const object = skipAsides(this.#words, this.#words.findLastIndex(isVerbal) + 1);
      this.#openWith(this.#words.slice(this.#words.findIndex(isVerbal), object));
      return i + 1;
    }
    const kind = isInPair(this.#tokens, i) ? null : this.#opening(i + 1);
    if (kind === null || (kind === "elided" && /^(?:since|as|because)$/u.test(lower))) return null;
    const elided = kind === "elided";
    const { about, conditional } = this.#clause;
    this.#open({
      elided,
      alternative: /^n?or$/u.test(lower),
      about: elided ? about : null,
      conditional: conditional && elided,
      ...tellingWhen(lower),
    });
    return i + 1;
  }

  /** Opens a clause after a comma: "…, living in Rome", "…, she works", but not "…, a nurse". */
  #afterComma(i: number, token: Token, previous: Token): void {
    if (opensParticiple(this.#tokens, i)) {
      this.#openWith([impliedWord("is", "auxiliary", token)]);
      return;
    }
    const kind = COORDINATORS.has(token.lower) ? null : this.#opening(i);
    // "I am 78, widowed, and …": another state of the subject.
    const isState = STATES.test(token.lower) && endsWithBreak(token);
    const mayGoOn =
      /[;:]$/u.test(previous.after) ||
      (isFinite(token) && !isState) ||
      this.#isNext(i) ||
      this.#isStateOfSpeaker(i) ||
      this.#isStateOfOther(i);
    if (kind === "subject" || (kind === "elided" && mayGoOn))
      // In "ordered a lamp, should arrive today", the subject may be the lamp.
      this.#open({ elided: kind === "elided", conditional: UNSURE.test(token.lower) });
  }

  /** "I'm a nurse, live in Leeds": another state of the speaker. */
  #isStateOfSpeaker(i: number): boolean {
    const subject = firstOf(this.#words);
    const next = tokenAt(this.#tokens, i + 1);
    return (
      STATED.has(tokenAt(this.#tokens, i).lower) &&
      /^(?:i|we)$/u.test(subject.lower) &&
      BEING.test(tokenAt(this.#words, this.#words.findIndex(isVerbal)).lower) &&
      (OPENS_OBJECT.has(next.part) || next.lower === "to")
    );
  }

  /** "she's 67, lives in Leicester": another state of the same person. */
  #isStateOfOther(i: number): boolean {
    const subject = firstOf(this.#words);
    const verb = this.#words.findIndex(isVerbal);
    return (
      STATED.has(knownVerb(tokenAt(this.#tokens, i).lower)?.lemma ?? "") &&
      mayBeThird(tokenAt(this.#tokens, i).lower) &&
      !TAKES_BASE.has(subject.lower) &&
      /^(?:is|has)$/u.test(tokenAt(this.#words, verb).lower) &&
      /^(?:preposition|determiner|possessive|number)$/u.test(tokenAt(this.#tokens, i + 1).part)
    );
  }

  /** "I've sold the Golf, pick the new one up on Saturday": what I do next; not "I love to cook, bake a lot". */
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
const STATED = words("want need live work have love hate like prefer own speak study");
const BEING = /^(?:am|are|have)$/u;
const UNSURE = /^(?:should|might|could|may|must|would)$/u;
const AHEAD = /^(?:will|shall|can|cannot|must)$/u;

const isInPast = ({ tokens }: Clause): boolean => {
  const verb = tokens.find(isVerbal);
  return (
    verb !== undefined &&
    (verb.past ||
      /^(?:was|were|had|did)$/u.test(verb.lower) ||
      knownVerb(verb.lower)?.forms.has("past") === true)
  );
};

/** The event that a clause states as a limit of another one; null for what is not past. */
const limitBy = (clause: Clause | undefined): Limit | null =>
  clause?.limits == null || !isInPast(clause)
    ? null
    : {
        kind: clause.limits,
        times: [...new Set(clause.tokens.flatMap(({ time }) => time ?? []))].filter(
          ({ kind }) => kind === "point",
        ),
      };

/** The clauses with the limits that stand behind them, or before the first one. */
const withLimits = (clauses: readonly Clause[]): readonly Clause[] =>
  clauses.map((clause, i) =>
    clause.limits === null
      ? { ...clause, limit: limitBy(clauses[i + 1]) ?? (i === 1 ? limitBy(clauses[0]) : null) }
      : clause,
  );

/**
 * The clauses of a sentence. Conditions and times are marked. In "When Ana moves to Rome, I will
 * visit her", the first clause is a condition.
 */
export const clausesOf = (tokens: readonly Token[]): readonly Clause[] => {
  const [first, ...others] = new ClauseSplitter(tokens).clauses;
  if (first === undefined) return [];
  const isAwaited = first.temporal && others[0]?.tokens.some(({ lower }) => AHEAD.test(lower));
  return withLimits([isAwaited ? { ...first, conditional: true } : first, ...others]);
};
