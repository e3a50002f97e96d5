import { listedWords } from "../../data/words.ts";
import { PHRASES } from "../../data/expressions.ts";
import { snakeCase } from "../../../../language/names.ts";
import { correctedBy } from "../../extraction/corrected-facts.ts";
import { categoryOf } from "../../extraction/category.ts";
import { isByWords } from "../../extraction/compared-slot.ts";
import { UNDATED, validityOf, type Validity } from "../../dates/validity.ts";
import type { CalendarDate } from "../../dates/calendar.ts";
import type { FoundFact } from "../../extraction/findings.ts";
import type { ExtractedFact } from "../../../port.ts";
import type { Discourse } from "../discourse.ts";
import { thirdPerson, inThirdPerson } from "../clauses/voice.ts";
import { headOf, nameIn, type Phrase } from "../clauses/phrases.ts";
import { isHabit } from "../clauses/verb-group.ts";
import { firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import { asDone, knownVerb } from "../tokens/verb-forms.ts";
import { itemsOf, upTo } from "../../text/list-items.ts";
import { unmask } from "../../text/protected-spans.ts";
import { tidy } from "../../text/tidy.ts";
import { READERS } from "./readers.ts";
import { isMeaningless, isUnsure } from "./meaningless.ts";
import {
  deviceIn,
  mayClose,
  movedInto,
  placeTaken,
  statesEnd,
  statesReturn,
  statesVersion,
  successorIn,
  takenInstead,
} from "../../data/closings.ts";
import { withUnnamedChange } from "./unnamed-change.ts";
import { subjectType } from "./subject-type.ts";
import {
  isBeing,
  isFigurative,
  isSo,
  objectOf,
  pastInterval,
  phraseWith,
  saysNow,
  type Meaning,
  type Statement,
} from "./statement.ts";
import { withBase } from "./dependents.ts";
import { FORMER_RELATIONS, HOMES } from "./frames.ts";

/** A statement with its position in the clause. */
interface PlacedStatement {
  readonly statement: Statement;
  readonly discourse: Discourse;
  /** The positions of the finite verb and of the object. */
  readonly finite: number;
  readonly object: number;
  /** The time or circumstance at the start of the sentence: "yesterday". */
  readonly front: string;
}

/** Words that add no meaning. */
const FILLERS = listedWords("state_fillers");

/** Slots whose value is a date, which is then not the start of the state. */
const DATED_SLOTS =
  /(?:birthday|birth_year|date|deadline|anniversary|launch|release|standup|meeting|schedule|demo|sync|retro|milestone|eta)$/u;

const predicateText = (clause: PlacedStatement, tokens: readonly Token[]): string => {
  const { discourse } = clause;
  const { predicate, subject } = clause.statement;
  const finite = predicate[clause.finite];
  const before = predicate.slice(0, clause.finite).filter(({ lower }) => !FILLERS.has(lower));
  const verb =
    finite === undefined
      ? ""
      : subject.plural
        ? finite.text
        : finite.lower === "be"
          ? "is"
          : finite.name === null
            ? thirdPerson(finite.text, { past: finite.past, habit: isHabit(predicate) })
            : finite.text;
  const rest = tokens.filter(
    (token, i) => !(i < 2 && FILLERS.has(token.lower) && token.part === "adverb"),
  );
  return tidy(
    `${inThirdPerson(before, subject, discourse)} ${verb}${finite?.after ?? ""} ${inThirdPerson(rest, subject, discourse)}`,
  );
};

const mergedMeaning = (meanings: readonly Meaning[]): Meaning => ({
  ...(Object.assign({}, ...meanings.toReversed()) as Meaning),
  relations: meanings.flatMap(({ relations }) => relations ?? []),
  facts: meanings.flatMap(({ facts }) => facts ?? []),
  omittedPhrases: meanings.flatMap(({ omittedPhrases }) => omittedPhrases ?? []),
});

/** The fields of a meaning that it has, out of the given ones. */
const fieldsOf = <Field extends keyof Meaning>(
  meaning: Meaning,
  ...fields: readonly Field[]
): Pick<Meaning, Field> =>
  Object.fromEntries(
    fields.flatMap((field) => (meaning[field] === undefined ? [] : [[field, meaning[field]]])),
  ) as Pick<Meaning, Field>;

/** The meaning of a statement about the distant past: former relations, and no slot. */
const asOfLongAgo = (meaning: Meaning): Meaning => ({
  ...fieldsOf(meaning, "category", "text", "items", "omittedPhrases"),
  relations: (meaning.relations ?? []).map((relation) => ({
    ...relation,
    type: FORMER_RELATIONS.get(relation.type) ?? relation.type,
  })),
});

const isBetween = (value: string | null | undefined, core: string): boolean =>
  value?.includes(core) ?? false;

const STARTS = /^(?:start|begin|join)$/u;
/**
 * That somebody studied from 2008 to 2013 stays true; only an attribute is somebody's no more when
 * it ends. "I'm from Cork, over here for a year": where one is from does not end.
 */
const staysTrue = (
  { verb, times }: Statement,
  slot: string | null,
  { vocabulary }: Discourse,
): boolean =>
  slot === null
    ? (verb.tense === "past" && times.some(({ kind }) => kind === "range")) ||
      // "starts on Monday, on trial for six weeks"
      (STARTS.test(verb.lemma) && times.some(({ kind }) => kind === "duration"))
    : vocabulary.isLasting(slot);

/**
 * Whether it is a plan that is over when its day is over: "is going to run a marathon in May". What
 * starts on that day goes on, and "The opening is on 1 May" still tells the day of the opening.
 */
const isOneTimePlan = (statement: Statement): boolean => {
  const { verb, isAhead, predicate, subject, when } = statement;
  const isUnderWay = verb.progressive || predicate.some(({ lower }) => lower === "having");
  // "is in Madrid next week", but "the opening is next week" tells its day.
  const isSomewhere =
    isBeing(statement) && verb.tense === "present" && subject.attribute === null && !subject.thing;
  return (
    !STARTS.test(verb.lemma) &&
    (verb.unreal ||
      isSomewhere ||
      (isAhead && verb.tense === "future") ||
      (isUnderWay && (isAhead || when.plannedUntil !== null)))
  );
};

/** The validity of a statement. A date that is the value is not a start. */
const validity = (statement: Statement, meaning: Meaning, discourse: Discourse): Validity => {
  const { verb, subject, times, when } = statement;
  if (meaning.when !== undefined) return meaning.when;
  const now = { start: discourse.occurredAt, precision: "INSTANT", certain: true } as const;
  if (meaning.fromNow) return { ...UNDATED, from: now };
  const { slot = null, value } = meaning;
  const isDate = slot !== null && DATED_SLOTS.test(slot);
  if (isDate || verb.lemma === "bear") return UNDATED;
  const others = times.filter(({ core }) => !isBetween(value, core));
  const valid =
    others.length === times.length
      ? when
      : validityOf(others, verb.tense, discourse.occurredAt, discourse.chrono);
  if (slot !== null && subject.attribute !== null && verb.lemma === "be")
    return valid.within || others.some(({ kind }) => kind !== "point")
      ? { ...valid, planned: null }
      : UNDATED;
  return untilPlanned(statement, { slot, action: meaning.action }, valid, discourse);
};

/** The validity with what a planned day adds: the start of a change, or the end of a plan. */
const untilPlanned = (
  statement: Statement,
  { slot, action }: { readonly slot: string | null; readonly action: Meaning["action"] },
  valid: Validity,
  discourse: Discourse,
): Validity => {
  if (slot !== null && valid.from === null && valid.planned !== null && action === "UPDATE")
    return { ...valid, from: valid.planned };
  if (staysTrue(statement, slot, discourse)) return { ...valid, to: null };
  const isUndated = slot === null && valid.from === null && valid.to === null;
  return isUndated && isOneTimePlan(statement) ? { ...valid, to: valid.plannedUntil } : valid;
};

const TOWARDS_PEOPLE = listedWords("towards_people");
/**
 * Mentions the person in "met Max", whom "he" may mean, although the type of the name is unknown.
 */
const mentionMet = (
  { verb, phrases: [object] }: Statement,
  { conversation, findings }: Discourse,
): void => {
  const { name = null } = object?.tokens.find((token) => token.name !== null) ?? {};
  const type = name === null ? null : (findings.typeOf(name.name) ?? name.type);
  const isUnclear = name !== null && (type === null || type === "concept");
  if (isUnclear && !verb.passive && TOWARDS_PEOPLE.has(verb.lemma))
    conversation.mention({ name: name.name, gender: null });
};

const noteRelations = (
  { subject }: Statement,
  { relations = [] }: Meaning,
  { findings }: Discourse,
): void => {
  for (const { type: relation, target, targetType, inverse } of relations) {
    const name = findings.entity(target, targetType ?? null) ?? target;
    if (inverse) findings.relation(name, relation, subject.name);
    else findings.relation(subject.name, relation, name);
  }
};

/** Whether the subject is a name of an unknown type: "Cillian might come". */
const isUnclearWho = ({ name, attribute }: Statement["subject"], type: string | null): boolean =>
  attribute === null && (type ?? "concept") === "concept" && /^\p{Lu}\p{Ll}+$/u.test(name);

const GOING = listedWords("state_going");
/** Notes the names behind the verb. In "moved to Kerry", a first name is a place. */
const noteNames = ({ verb, complement }: Statement, discourse: Discourse): void => {
  for (const [i, { name }] of complement.entries()) {
    const { lemma } = knownVerb(complement[i - 2]?.lower ?? "") ?? verb;
    const isPlace = GOING.has(lemma) && /^(?:to|in|into)$/u.test(complement[i - 1]?.lower ?? "");
    if (name !== null)
      discourse.note(isPlace && name.type === "person" ? { ...name, type: null } : name);
  }
};

const GETTING_HOME = listedWords("state_getting_home");
/** Where the home is that is the object: "a house in Vejle". Null for other objects. */
const homeIn = (statement: Statement): string | null => {
  const object = objectOf(statement);
  const place = phraseWith(statement, "in");
  const isHome = object !== undefined && HOMES.has(lastOf(headOf(object)).lower);
  const named = isHome && place !== undefined ? nameIn(place) : null;
  return named?.proper && named.type !== "person" ? named.name : null;
};

/**
 * Adds the entities and the relations of a statement, and notes in the conversation whom and what
 * it is about, for the pronouns that follow.
 */
const noteInDiscourse = (
  statement: Statement,
  meaning: Meaning,
  type: string | null,
  discourse: Discourse,
): void => {
  const { subject, complement, phrases } = statement;
  const { findings } = discourse;
  if (meaning.subject === undefined) findings.entity(subject.name, type);
  else findings.entity(meaning.subject, null);
  // "My laptop died. Bought a new one." goes on about the speaker.
  discourse.conversation.isOfOther = type === "person" && subject.name !== discourse.speaker;
  const { lastThing } = discourse.conversation;
  if (lastThing?.name === subject.name) discourse.conversation.lastThing = { ...lastThing, type };
  if (type === "person" && (subject.type === null || subject.type === "concept"))
    discourse.conversation.mention({ name: subject.name, gender: null });
  if (isUnclearWho(subject, type)) discourse.conversation.isUnclearWho = true;
  noteNames(statement, discourse);
  mentionMet(statement, discourse);
  // "a house in Hove": "there" may mean Hove.
  for (const phrase of phrases.filter(({ preposition }) => preposition === "in")) {
    const namedHead = nameIn(phrase);
    if (namedHead?.proper && namedHead.type === null)
      discourse.conversation.places.add(namedHead.name);
  }
  if (GETTING_HOME.has(statement.verb.lemma) && isSo(statement))
    discourse.conversation.newHome = homeIn(statement) ?? discourse.conversation.newHome;
  for (const { span } of complement) if (span?.kind === "url") findings.entity(span.text, "url");
  noteRelations(statement, meaning, discourse);
};

/**
 * The tokens after the verb without the phrases, and their prepositions, that other facts cover.
 */
const withoutPhrases = (tokens: readonly Token[], phrases: readonly Phrase[]): readonly Token[] => {
  const omittedTokens = new Set(phrases.flatMap((phrase) => phrase.tokens));
  const isLead = (token: Token, next: Token | undefined): boolean =>
    next !== undefined &&
    phrases.some(
      ({ tokens: [first], preposition }) => next === first && token.lower === preposition,
    );
  return tokens.filter((token, i) => !omittedTokens.has(token) && !isLead(token, tokens[i + 1]));
};

/** One text for each item of a list: "likes tea" and "likes coffee" for "likes tea and coffee". */
const textsOfItems = (clause: PlacedStatement, items: readonly (readonly Token[])[]): string[] => {
  const { predicate } = clause.statement;
  const first = predicate.indexOf(firstOf(items[0] ?? []), clause.object);
  const opening = predicate.slice(clause.finite + 1, first < 0 ? clause.object : first);
  const times = predicate.filter(({ time }) => time !== null);
  return items.map((item) => {
    const itemTokens = [...item.slice(0, -1), { ...lastOf(item), after: "" }];
    return predicateText(clause, [...opening, ...itemTokens, ...times]);
  });
};

/**
 * The texts of a statement: that of its meaning, or else its own words. Empty if other facts cover
 * everything.
 */
const textsOf = (clause: PlacedStatement, meaning: Meaning): readonly string[] => {
  if (meaning.text !== undefined) return meaning.text === "" ? [] : [meaning.text];
  const { subject, predicate } = clause.statement;
  const afterVerb = predicate.slice(clause.finite + 1);
  const predicates =
    meaning.items === undefined
      ? [predicateText(clause, withoutPhrases(afterVerb, meaning.omittedPhrases ?? []))]
      : textsOfItems(clause, meaning.items);
  return predicates.map((text) => `${subject.text} ${text}`);
};

/** The text with the circumstance at its end: "Ana moved yesterday". */
const withFront = (text: string, { front, statement, discourse }: PlacedStatement): string => {
  if (front === "" || text.includes(front)) return text;
  const own = statement.subject.speaker ? "their" : `${discourse.speaker}'s`;
  return `${text} ${front.replace(/\b(?:my|our)\b/giu, own)}`;
};

const OFFICE = PHRASES.one("office");
/**
 * The meaning with the slot `office` for an office besides a job: "is the treasurer of our
 * allotment club".
 */
const asOffice = (meaning: Meaning): Meaning => {
  if (meaning.slot !== "role" || !OFFICE.test(meaning.value ?? "")) return meaning;
  const { action, ...others } = meaning;
  return { ...others, slot: "office", ...(action === "DELETE" && { action }) };
};

const PARTLY = PHRASES.one("partly");
/** The meaning without a diet that holds only at times or at a place: "vegan on weekdays". */
const withoutPartialDiet = (meaning: Meaning, { complement }: Statement): Meaning => {
  const isPartial = meaning.slot === "diet" && PARTLY.test(textOf(complement));
  return isPartial ? fieldsOf(meaning, "category", "relations", "facts", "text") : meaning;
};

const UNKNOWN_START = PHRASES.one("state_unknown_start");
/**
 * The meaning without a slot for what begins on a day that nobody can tell: "teach there from next
 * term". It does not hold yet.
 */
const withoutUnknownStart = (meaning: Meaning, { statement, front }: PlacedStatement): Meaning =>
  /^(?:present|future)$/u.test(statement.verb.tense) &&
  UNKNOWN_START.test(`${front} ${textOf(statement.predicate)}`)
    ? fieldsOf(meaning, "category", "text", "facts")
    : meaning;

const WITH_SOMEBODY = / with (?:\p{Lu}|(?:my|our|his|her|their) )/u;
/**
 * The meaning without a slot for the end of a pastime with somebody, which may go on with others:
 * "no longer plays tennis with Max".
 */
const withoutCompany = (meaning: Meaning): Meaning =>
  meaning.slot === "hobby" && meaning.action === "DELETE" && WITH_SOMEBODY.test(meaning.value ?? "")
    ? fieldsOf(meaning, "action", "value", "category", "facts", "text")
    : meaning;

/** Whether the words are a name, perhaps with what it is: "Stan", "Cox internet". */
const isNamedThing = (item: readonly Token[]): boolean =>
  item.length <= MOST_NAMING_WORDS &&
  firstOf(item).name !== null &&
  item.every(({ part, time }) => /^(?:proper|noun)$/u.test(part) && time === null);
const MOST_NAMING_WORDS = 3;
const COUNTED = /^(?:determiner|number|adjective|noun|proper|gerund)$/u;
/** Whether the words are a thing with its article or number: "a cat", "two old monitors". */
const isCountedThing = (item: readonly Token[]): boolean =>
  item.length > 1 &&
  item.length <= MOST_COUNTING_WORDS &&
  OPENS_COUNTED.test(firstOf(item).lower) &&
  item.every(({ part, time }) => COUNTED.test(part) && time === null);
/** Whether the words end in a name: "a Fiat". "a Netflix and a Disney+ subscription" is one kind. */
const endsInName = (item: readonly Token[]): boolean => lastOf(item).name !== null;
const areCountedThings = (items: readonly (readonly Token[])[]): boolean =>
  items.every(isCountedThing) && items.every((item) => endsInName(item) === items.some(endsInName));
const OPENS_COUNTED = /^(?:an?|two|three|four|five|six)$/u;
const MOST_COUNTING_WORDS = 4;
/** Verbs of pastimes and subjects, of which one can be given up alone. */
const PURSUING = listedWords("state_pursuing");
const PURSUED = /^(?:noun|proper|gerund|adjective|number)$/u;
/** Whether the words are a pastime or a subject: "the drums", "Spanish", "coins". */
const isPursuit = (item: readonly Token[]): boolean => {
  const words = /^(?:the|my)$/u.test(firstOf(item).lower) ? item.slice(1) : item;
  // "coins" alone may be tagged as a verb.
  const isPlural = words.length === 1 && /\p{L}s$/u.test(firstOf(words).lower);
  return (
    words.length > 0 &&
    words.length <= MOST_NAMING_WORDS &&
    words.every(({ part, time }) => (PURSUED.test(part) || isPlural) && time === null)
  );
};
/**
 * The meaning with a fact for each of several pursuits: "does yoga and pilates". Null for others.
 */
const withPursuits = (
  meaning: Meaning,
  { verb, subject, complement }: Statement,
): Meaning | null => {
  const items = itemsOf(upTo(complement, ({ part }) => part === "preposition"));
  const isOfPursuits =
    PURSUING.has(verb.lemma) &&
    (meaning.slot === undefined || meaning.slot === "hobby") &&
    meaning.items === undefined &&
    subject.attribute === null &&
    items.length > 1 &&
    items.every(isPursuit);
  if (!isOfPursuits) return null;
  const values = items.map((item) => textOf(item).replace(/^(?:the|my) /u, ""));
  return { ...meaning, items, ...(meaning.slot === "hobby" && { itemSlot: "hobby", values }) };
};

/**
 * The meaning with a fact for each of several things, which can end alone: "has Stan and Kayo",
 * "has a cat and two dogs".
 */
const withNamedItems = (meaning: Meaning, statement: Statement): Meaning => {
  const { verb, complement, subject, times } = statement;
  const object = objectOf(statement)?.tokens ?? [];
  // "has Stan and Kayo for telly"
  const { lower } = complement[object.length] ?? { lower: "for" };
  const items = /^(?:for|on)$/u.test(lower) && times.length === 0 ? itemsOf(object) : [];
  const isOfNames =
    /^(?:have|use|own|keep)$/u.test(verb.lemma) &&
    (meaning.slot === undefined || /^(?:subscription|owns|vehicle)$/u.test(meaning.slot)) &&
    meaning.items === undefined &&
    subject.attribute === null &&
    items.length > 1 &&
    (items.every(isNamedThing) || areCountedThings(items));
  return isOfNames ? { ...meaning, items } : (withPursuits(meaning, statement) ?? meaning);
};

const meaningOf = (statement: Statement, discourse: Discourse): Meaning => {
  const meanings = READERS.flatMap((reader) => reader(statement, discourse) ?? []);
  const meaning = withBase(
    asOffice(
      withUnnamedChange(
        withoutCompany(
          withoutPartialDiet(withNamedItems(mergedMeaning(meanings), statement), statement),
        ),
        statement,
        discourse,
      ),
    ),
    statement,
    discourse,
  );
  const isOver =
    statement.longAgo && statement.verb.tense === "past" && meaning.slot !== "birthplace";
  return isOver ? asOfLongAgo(meaning) : meaning;
};

/** The number of characters of an instant that a precision keeps. */
const DIGITS = { YEAR: 4, MONTH: 7, DAY: 10, INSTANT: 10 } as const;
const dayOf = ({ occurredAt }: Discourse): CalendarDate => ({
  start: occurredAt,
  precision: "DAY",
  certain: true,
});

/**
 * The slot and the value of an item of a list. The value of the statement belongs to one item only:
 * "enjoys hiking and exploring forests".
 */
const itemOf = (
  { itemSlot, values, relations, items, value: valueOfAll }: Meaning,
  i: number,
): Partial<FoundFact> => {
  const value = values?.[i] ?? relations?.[i]?.target;
  if (itemSlot != null && value !== undefined)
    return { slot: itemSlot, value, label: itemSlot === "owns" ? deviceIn(value) : null };
  const item = textOf(items?.[i] ?? []).toLowerCase();
  const isOfOther = valueOfAll != null && item !== "" && !item.includes(valueOfAll.toLowerCase());
  return isOfOther ? { slot: null, value: null } : {};
};

/**
 * The known fact that a statement corrects. Null for "I work at Bolt now, not Acme", which is a
 * change.
 */
const correctionOf = (
  statement: Statement,
  { slot, value, action, subject, fromNow }: Meaning,
  discourse: Discourse,
): ExtractedFact["corrects"] =>
  slot === undefined ||
  // "Scratch that, I'm not leaving Acme after all": it has been so all the time.
  fromNow === true ||
  value == null ||
  action === "DELETE" ||
  (discourse.conversation.wrong !== null && saysNow(statement))
    ? null
    : correctedBy({ subject: subject ?? statement.subject.name, slot, value }, discourse);

/** Whether the statement is a present wish, which is a fact itself: "wants to be a pilot now". */
const isWish = ({ verb }: Statement): boolean =>
  verb.unreal && !verb.negated && verb.tense === "present" && verb.lemma === "want";

/**
 * Whether the statement changes something without a slot: "They pay 250 a month now", "I fly on
 * Monday instead".
 */
const changesStatement = (statement: Statement, { slot, facts = [] }: Meaning): boolean =>
  slot === undefined &&
  facts.every(({ action }) => action === "DELETE") &&
  (isSo(statement) || isWish(statement)) &&
  (saysNow(statement) || statesChange(statement));

/**
 * Whether the statement says that somebody is with somebody else, or elsewhere, now: "Ida is dating
 * Max now".
 */
const changesValue = (
  statement: Statement,
  { slot, value }: Meaning,
  { vocabulary }: Discourse,
): boolean =>
  slot !== undefined &&
  value != null &&
  (vocabulary.isExclusive(slot) || vocabulary.sharedWithin(slot).length > 0) &&
  isSo(statement) &&
  !statement.verb.adverbs.has("still") &&
  saysNow(statement);

/**
 * Whether the statement takes the place of another: also "Typo, I work in Leon" of "works in Lyon",
 * and "at eleven, not ten" of "at ten".
 */
const isChange = (statement: Statement, meaning: Meaning, discourse: Discourse): boolean => {
  const { isCorrecting, wrong } = discourse.conversation;
  return (
    changesStatement(statement, meaning) ||
    changesValue(statement, meaning, discourse) ||
    ((isCorrecting || wrong !== null) && meaning.slot === undefined && isSo(statement))
  );
};

const BEGUN = PHRASES.one("state_begun");
const CHANGE = /\b(?:these days|nowadays|instead(?! of\b))\b/u;
const CHOOSING = listedWords("state_choosing");
/**
 * Whether the words state a change: "cycles to work these days", "goes swimming instead of
 * running", but not "went to Rome instead of Oslo".
 */
const statesChange = ({ verb, predicate, complement }: Statement): boolean => {
  const complementText = textOf(complement);
  return (
    CHANGE.test(complementText) ||
    BEGUN.test(textOf(predicate)) ||
    ((verb.tense === "present" || CHOOSING.has(verb.lemma)) &&
      /\binstead of\b/u.test(complementText)) ||
    (/^(?:eat|drink)$/u.test(verb.lemma) &&
      verb.tense === "present" &&
      !verb.negated &&
      /\bagain$/u.test(complementText))
  );
};

/** Whether the statement is about a past event or a state, or "is walking again". */
const isDone = (statement: Statement): boolean => {
  const { verb, isAhead, complement } = statement;
  const isAble = statement.predicate.some(({ lower }) => lower === "can");
  const isResumed =
    (verb.progressive || isAble) && complement.some(({ lower }) => lower === "again");
  return (
    !isAhead &&
    isSo(statement) &&
    !isFigurative(statement) &&
    (verb.tense !== "present" ||
      isResumed ||
      /^(?:be|have)$/u.test(verb.lemma) ||
      // "is seeing somebody", after "is single"
      (verb.progressive && /^(?:see|date)$/u.test(verb.lemma)))
  );
};

/**
 * Whether the statement may end a known fact in other words: "paid Tom back", "is back on oat
 * milk". A new job ends the search for one, even before it starts.
 */
const endsSomething = (
  statement: Statement,
  slot: string | null,
  predicate: string,
  { lexicon }: Discourse,
): boolean => {
  const unmaskedPredicate = ` ${unmask(predicate, lexicon.spans)}`;
  const { negated, unreal } = statement.verb;
  const donePredicate = asDone(predicate);
  if (slot === "employer") return !negated && !unreal && mayClose(donePredicate);
  // "has not smoked in months"
  const isLongUndone = negated && !unreal && statement.verb.tense === "perfect";
  const isReplacing =
    statesEnd(donePredicate) ||
    statesReturn(predicate) ||
    statesVersion(unmaskedPredicate) ||
    takenInstead(unmaskedPredicate) !== null ||
    successorIn(unmaskedPredicate, statement.subject.name) !== null ||
    movedInto(unmaskedPredicate) !== null ||
    (!statement.subject.speaker && placeTaken(unmaskedPredicate) !== null);
  return slot === null && (isDone(statement) || isLongUndone) && isReplacing;
};

/**
 * Whether the statement itself gives this fact: the role in "started at Deloitte as an auditor".
 */
const isRepeated = (fact: Partial<FoundFact>, { slot, value, action }: Meaning): boolean =>
  value != null &&
  fact.subject === undefined &&
  fact.slot === slot &&
  fact.value === value &&
  fact.action !== "DELETE" &&
  action !== "DELETE";

/** Whether it ends nothing, but denies something for a period: "I don't have a car this week". */
const deniesWithin = (
  { verb, complement }: Statement,
  { action }: Meaning,
  { from, to }: Validity,
): boolean =>
  action === "DELETE" &&
  (verb.negated || firstOf(complement).lower === "no") &&
  from !== null &&
  to !== null;

/**
 * Whether the statement gives something besides its own words: an attribute, another fact, a
 * relation.
 */
const claims = ({ slot, action, text, facts = [] }: Meaning): boolean =>
  slot !== undefined || action === "DELETE" || text !== undefined || facts.length > 0;

/**
 * Whether the words of the statement are no fact that is sure to last. A statement that may end or
 * change something known is kept, however little it says.
 */
const isNotKept = (statement: Statement, meaning: Meaning, discourse: Discourse): boolean =>
  !claims(meaning) &&
  (meaning.relations ?? []).length === 0 &&
  !changesStatement(statement, meaning) &&
  !endsSomething(statement, null, textOf(statement.predicate), discourse) &&
  isUnsure(statement);

/** "moved house", "moved flats" */
const hasMovedHouse = ({ verb, complement }: Statement): boolean =>
  HOMES.has(firstOf(complement).lower.replace(/s$/u, "")) &&
  /^(?:past|perfect)$/u.test(verb.tense) &&
  !verb.negated;

/** Whether somebody leaves a home by the statement, or by a fact that it gives. */
const leavesHome = (statement: Statement, { slot, action }: Partial<FoundFact>): boolean =>
  (slot === "residence" && action === "DELETE") ||
  (statement.verb.lemma === "move" && (slot === "roommate" || hasMovedHouse(statement)));

const LASTING_PAST = listedWords("state_lasting_past");
/**
 * The slot and the value under which a text of a statement is recorded that is otherwise read by its
 * words alone: the tool in "uses Figma", and each one in "uses Slack and Zoom".
 */
const recordedAs = (
  statement: Statement,
  { slot, action, relations = [] }: Meaning,
  { vocabulary }: Discourse,
  [i, count]: readonly [number, number],
): Partial<FoundFact> => {
  const { subject, verb } = statement;
  const relation = relations[i];
  const isEach = relations.length === count && relation?.inverse !== true;
  // "built the model in Python" is an event; "used Trello until 2020" is a state.
  const validity = verb.lemma === "use" ? pastInterval(statement) : null;
  const isState = verb.tense !== "past" || validity !== null || LASTING_PAST.has(verb.lemma);
  if (relation === undefined || !isEach || !isState || subject.attribute !== null) return {};
  const ofRelation = vocabulary.slotOfRelation(relation.type);
  const isSlot = ofRelation !== null && !ofRelation.inverse && isByWords(ofRelation.slot);
  return isSlot && slot === undefined && action !== "DELETE"
    ? {
        slot: ofRelation.slot,
        value: relation.target,
        label: relation.target,
        ...(validity && { validity }),
      }
    : {};
};

/** Who else has the home of a subject, as "we" and "Bartek and his family" say. */
const togetherIn = (
  { together, speaker }: Statement["subject"],
  slot: string | null | undefined,
  { conversation }: Discourse,
): ExtractedFact["together"] => {
  const isTogether = together || (speaker && conversation.saysWe);
  if (!isTogether || slot !== "residence") return null;
  return speaker ? conversation.whoAreWe : "HOUSEHOLD";
};

/** Adds the facts, entities and relations of a statement. */
export const stateClause = (clause: PlacedStatement): void => {
  const { statement, discourse } = clause;
  const { subject, confidence } = statement;
  const meaning = withoutUnknownStart(meaningOf(statement, discourse), clause);
  if (!claims(meaning) && isMeaningless(statement, meaning, discourse)) return;
  const valid = validity(statement, meaning, discourse);
  noteInDiscourse(statement, meaning, subjectType(statement, meaning), discourse);
  if (isNotKept(statement, meaning, discourse)) return;
  const addFact = (text: string, fact: Partial<FoundFact>): void => {
    const { slot, value, action, subject: of = subject.name } = fact;
    if (leavesHome(statement, fact)) discourse.conversation.movedOut = of;
    const predicate = text.slice(subject.text.length + 1);
    if (slot != null && value != null && action !== "DELETE")
      discourse.conversation.claim(of, discourse.vocabulary.canonicalSlot(slot), value);
    discourse.findings.fact({
      subject: subject.name,
      text,
      confidence,
      category: categoryOf(text.slice(subject.text.length), fact.slot ?? null),
      validity: valid,
      together: of === subject.name ? togetherIn(subject, slot, discourse) : null,
      ...(endsSomething(
        statement,
        slot == null || isByWords(slot) ? null : slot,
        predicate,
        discourse,
      ) && {
        action: "UPDATE" as const,
      }),
      ...fact,
    });
  };
  // The additional facts come first, because a relation rests on the first fact that names both its
  // ends.
  for (const { text, ...fact } of meaning.facts ?? [])
    if (!isRepeated(fact, meaning)) addFact(text, fact);
  const day = valid.from ?? dayOf(discourse);
  const isDenied = deniesWithin(statement, meaning, valid);
  const action = meaning.action ?? (isChange(statement, meaning, discourse) ? "UPDATE" : undefined);
  const fact: Partial<FoundFact> = {
    slot: meaning.slot === undefined ? null : snakeCase(meaning.slot),
    value: meaning.onDay ? day.start.slice(0, DIGITS[day.precision]) : (meaning.value ?? null),
    ...fieldsOf(meaning, "subject", "label", "polarity", "category", "movesIn"),
    ...(action !== undefined && { action }),
    ...(isDenied && { polarity: "NEVER" }),
    corrects: correctionOf(statement, meaning, discourse),
  };
  const texts = textsOf(clause, meaning);
  for (const [i, body] of texts.entries())
    addFact(withFront(body, clause), {
      ...fact,
      ...itemOf(meaning, i),
      ...recordedAs(statement, meaning, discourse, [i, texts.length]),
    });
};
