import { foldName } from "../../../../language/names.ts";
import { departureText, type Departure } from "../../data/departures.ts";
import { listedWords, words } from "../../data/words.ts";
import { isCapitalised, lastWord } from "../../text/tidy.ts";
import { isRelative } from "../../comparison/standing-facts.ts";
import { kinTerm } from "../../data/kinship.ts";
import { OCCUPATIONS } from "../../data/word-sets.ts";
import { headOf, nameIn, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import type { Frame } from "./frames.ts";
import { EMPTY, isEmptyPhrase, phraseOf } from "./frame-phrases.ts";
import {
  isFigurative,
  isForABreak,
  isOfEntity,
  isShutForTheDay,
  isSo,
  phraseWith,
  type Meaning,
  type Reader,
  type SideFact,
  type Statement,
} from "./statement.ts";
import type { Subject } from "../subjects/subject.ts";
import { firstOf, introducesNoun, lastOf, type Token } from "../tokens/token.ts";

const denialOf = (subject: string, text: string, value: string): SideFact => ({
  subject,
  text,
  value,
  action: "DELETE",
});

/** Words after "for" with which something ends for all time: "closed for good". */
const FOR_EVER = listedWords("departing_for_ever");
/** "has gone home for two weeks"; not "has been gone for two weeks". */
const isForAWhileOnly = ({ verb, times }: Statement): boolean =>
  verb.lemma !== "be" && times.some(({ kind }) => kind === "duration");

/**
 * Whether it has happened and lasts: "has folded", but not "is closing" or "has closed for a week".
 */
const hasDeparted = (statement: Statement): boolean => {
  const { verb, isAhead } = statement;
  const during = phraseWith(statement, "for", "until", "till");
  const isDone =
    /^(?:past|perfect)$/u.test(verb.tense) ||
    (verb.tense === "present" && verb.lemma === "be") ||
    (verb.passive && verb.tense === "present");
  return (
    isDone &&
    !verb.progressive &&
    isSo(statement) &&
    !isAhead &&
    !isFigurative(statement) &&
    !isForABreak(statement) &&
    !isShutForTheDay(statement) &&
    !isForAWhileOnly(statement) &&
    (during === undefined ||
      FOR_EVER.has(firstOf(during.tokens).lower) ||
      nameIn(during)?.type === "organization")
  );
};

/** The end of a thing for its owner, who is the speaker if no other is named. */
const goneThing = (
  { subject }: Statement,
  kind: Departure,
  discourse: Discourse,
): readonly SideFact[] => {
  const owner = subject.attribute === null ? discourse.speaker : subject.name;
  const value = subject.attribute ?? subject.name;
  const loss = denialOf(owner, `${owner} no longer has ${value}`, value);
  return kind === "itself" && subject.attribute === null && isKnown(subject, discourse)
    ? [loss, denialOf(value, departureText(value, "itself"), value)]
    : [loss];
};

const isThing = ({ subject }: Statement, kind: Departure, discourse: Discourse): boolean =>
  subject.attribute === null
    ? subject.kin === null &&
      !subject.speaker &&
      !/^(?:person|pet)$/u.test(subject.type ?? "") &&
      (subject.thing || isKnown(subject, discourse) || (subject.definite && kind === "given"))
    : !isRelative(subject.attribute);

/**
 * Whether others may have to do with the subject, because it is known: nothing ends with a
 * stranger.
 */
const isKnown = ({ name }: Subject, { lexicon }: Discourse): boolean =>
  lexicon.known.has(foldName(name));

const isSomebody = (statement: Statement): boolean =>
  isOfEntity(statement) && !statement.subject.speaker && statement.subject.type !== "pet";

/** What somebody does with their tools when they give up their work: "hung up the clippers". */
const PUTTING_AWAY = words("hang put");
/** Whether the work itself is named: "cleaning", "tutoring". */
const isWork = ({ lower, part }: Token): boolean => {
  const stem = lower.replace(/ing$/u, "");
  const isDoer = (word: string): boolean => OCCUPATIONS.has(word) || kinTerm(word) !== undefined;
  return part === "gerund" && (isDoer(stem) || isDoer(`${stem}er`));
};
const HOMELANDS = listedWords("departing_homelands");
/** "back to Denmark", "to her village"; not "back to his ladder", "to bed". */
const isElsewhere = (phrase: Phrase): boolean => {
  const head = headOf(phrase);
  return (
    head.some(({ name }) => name !== null && name.type !== "person") ||
    HOMELANDS.has(lastOf(head).lower)
  );
};
/** Whether the object is that of the departure: none, but for a trade its tools, or the work. */
const hasObjectOf = ({ departs, lemma, prepositions }: Frame, phrase: Phrase): boolean => {
  const isMove = prepositions?.includes("to") === true && /^(?:area|trade)$/u.test(departs ?? "");
  if (isMove) return isElsewhere(phrase);
  // "has left for MIT"; not "left for Rome"
  if (prepositions?.includes("for") === true) return nameIn(phrase)?.type === "organization";
  if (prepositions !== null || isEmptyPhrase(phrase)) return true;
  const first = firstOf(phrase.tokens);
  const isPutAway = PUTTING_AWAY.has(lemma) && introducesNoun(first);
  return departs === "trade" && (isPutAway || isWork(first));
};

/** What is of something else: "the photo of my bike". */
const IS_PART = / of /u;
/**
 * Whether a thing that people own went to somebody: "the Jazz went to Curtis", not "the job went to
 * him".
 */
const isGiven = ({ subject, phrases }: Statement): boolean => {
  const value = subject.attribute ?? subject.name;
  const isOwned = isCapitalised(value) || DURABLES.has(lastWord(value));
  const to = phrases.find(({ preposition }) => preposition === "to");
  const whom = to === undefined ? [] : headOf(to);
  const taker = lastOf(whom).lower;
  return (
    isOwned && (nameIn(to ?? EMPTY)?.type === "person" || isRelative(taker) || TAKERS.has(taker))
  );
};
/** Who else takes over a thing: "a couple from Hull", "charity". */
const TAKERS = listedWords("departing_takers");
const DURABLES = listedWords("durables");

/** What company at home ends with: that of "my brother", who has no name, is known by the word. */
const HOME: ReadonlySet<Departure> = new Set(["home", "area"]);

/** Reads what has come to an end for others: "the choir has folded", "Stan has retired". */
export const readDeparture: Reader = (statement, discourse): Meaning | null => {
  if (!hasDeparted(statement)) return null;
  const { name } = statement.subject;
  const isOf = (frame: Frame): boolean => {
    const phrase = phraseOf(frame, statement);
    return (
      phrase !== null &&
      hasObjectOf(frame, phrase) &&
      phraseWith(statement, ...frame.unless) === undefined
    );
  };
  const kinds = new Set<Departure>();
  for (const frame of discourse.frames.of(statement.verb.lemma))
    if (frame.departs !== null && isOf(frame)) kinds.add(frame.departs);
  const factsOf = (kind: Departure): readonly SideFact[] => {
    if (kind === "itself" || kind === "given")
      return isThing(statement, kind, discourse) &&
        !IS_PART.test(statement.subject.attribute ?? name) &&
        (kind === "itself" || isGiven(statement))
        ? goneThing(statement, kind, discourse)
        : [];
    const { subject } = statement;
    return isSomebody(statement) &&
      (isKnown(subject, discourse) || (subject.kin !== null && HOME.has(kind)))
      ? [denialOf(name, departureText(name, kind), name)]
      : [];
  };
  const facts = [...kinds].flatMap(factsOf);
  if (facts.length === 0) return null;
  // What has become of "the greenhouse" matters only for who has it.
  return statement.subject.thing ? { facts, text: "" } : { facts };
};
