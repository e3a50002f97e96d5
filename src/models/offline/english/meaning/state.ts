import { listedWords, words } from "../../data/words.ts";
import { PHRASES } from "../../data/expressions.ts";
import { snakeCase } from "../../../../language/names.ts";
import { correctedBy } from "../../extraction/corrections.ts";
import { categoryOf } from "../../extraction/category.ts";
import { UNDATED, validityOf, type Validity } from "../../dates/validity.ts";
import type { CalendarDate } from "../../dates/calendar.ts";
import type { FoundFact } from "../../extraction/findings.ts";
import type { ExtractedFact } from "../../../port.ts";
import type { Discourse } from "../discourse.ts";
import { thirdPerson, toldOf } from "../clauses/voice.ts";
import { nameIn, type Phrase } from "../clauses/phrases.ts";
import { firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import { tidy } from "../../text/tidy.ts";
import { READERS } from "./readers.ts";
import { mayClose, takenInstead, tellsEnd } from "../../data/closings.ts";
import { withUnnamedChange } from "./unnamed-change.ts";
import { subjectType } from "./subject-type.ts";
import { isSo, saysNow, type Meaning, type Statement } from "./statement.ts";
import { withBase } from "./dependents.ts";
import { FORMER_RELATIONS } from "./frames.ts";

/** A statement with the words that it was made of. */
export interface Clauses {
  readonly statement: Statement;
  /** Where the finite verb stands in it, and where the object begins. */
  readonly finite: number;
  readonly object: number;
  /** What the sentence says first of when: "yesterday". */
  readonly front: string;
}

/** Words that say how it is said, not what. */
const FILLERS = words("just actually basically literally honestly simply kinda sorta really so");

/** Slots whose value is a date: the date tells what, not from when. */
const DATED_SLOTS =
  /(?:birthday|birth_year|date|deadline|anniversary|launch|release|standup|meeting|schedule|demo|sync|retro|milestone|eta)$/u;

const predicateText = (clause: Clauses, tokens: readonly Token[], discourse: Discourse): string => {
  const { statement } = clause;
  const finite = statement.predicate[clause.finite];
  const before = statement.predicate
    .slice(0, clause.finite)
    .filter(({ lower }) => !FILLERS.has(lower));
  const verb =
    finite === undefined
      ? ""
      : statement.subject.plural
        ? finite.text
        : finite.lower === "be"
          ? "is"
          : finite.name === null
            ? thirdPerson(finite.text, finite.past)
            : finite.text;
  const rest = tokens.filter(
    (token, i) => !(i < 2 && FILLERS.has(token.lower) && token.part === "adverb"),
  );
  return tidy(
    `${toldOf(before, statement.subject, discourse)} ${verb}${finite?.after ?? ""} ${toldOf(rest, statement.subject, discourse)}`,
  );
};

const mergedMeaning = (meanings: readonly Meaning[]): Meaning => ({
  ...(Object.assign({}, ...meanings.toReversed()) as Meaning),
  relations: meanings.flatMap(({ relations }) => relations ?? []),
  facts: meanings.flatMap(({ facts }) => facts ?? []),
  without: meanings.flatMap(({ without }) => without ?? []),
});

/** What was so long ago is a fact, and no attribute of today. */
const asOfLongAgo = ({ relations, category, text, items, without }: Meaning): Meaning => ({
  relations: (relations ?? []).map((relation) => ({
    ...relation,
    type: FORMER_RELATIONS.get(relation.type) ?? relation.type,
  })),
  ...(category === undefined ? {} : { category }),
  ...(text === undefined ? {} : { text }),
  ...(items === undefined ? {} : { items }),
  ...(without === undefined ? {} : { without }),
});

const isBetween = (value: string | null | undefined, core: string): boolean =>
  value?.includes(core) ?? false;

/** When a statement is so; of a value that is a date, the date tells what, and not from when. */
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
  const isAttribute = subject.attribute !== null && verb.lemma === "be";
  if (isAttribute && slot !== null)
    return valid.within || others.some(({ kind }) => kind !== "point")
      ? { ...valid, planned: null }
      : UNDATED;
  if (slot !== null && valid.from === null && valid.planned !== null && meaning.action === "UPDATE")
    return { ...valid, from: valid.planned };
  // That somebody studied from 2008 to 2013 stays true; only an attribute is somebody's no more
  // when it ends.
  const isOver =
    verb.tense === "past" && slot === null && times.some(({ kind }) => kind === "range");
  return isOver ? { ...valid, to: null } : valid;
};

const TOWARDS_PEOPLE = listedWords("towards_people");
/** "met Max": somebody, whom "he" may mean, though the name may be that of a thing. */
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

/** The entities that a statement speaks of, and the relations between them. */
const noteEntities = (
  statement: Statement,
  meaning: Meaning,
  type: string | null,
  discourse: Discourse,
): void => {
  const { subject, complement, phrases } = statement;
  const { findings } = discourse;
  if (meaning.subject === undefined) findings.entity(subject.name, type);
  else findings.entity(meaning.subject, null);
  discourse.conversation.isOfOther = type === "person" && !subject.speaker;
  const { lastThing } = discourse.conversation;
  if (lastThing?.name === subject.name) discourse.conversation.lastThing = { ...lastThing, type };
  if (type === "person" && subject.type === null)
    discourse.conversation.mention({ name: subject.name, gender: null });
  for (const { name } of complement) if (name !== null) discourse.note(name);
  mentionMet(statement, discourse);
  // "a house in Hove": where "there" is.
  for (const phrase of phrases.filter(({ preposition }) => preposition === "in")) {
    const namedHead = nameIn(phrase);
    if (namedHead?.proper && namedHead.type === null)
      discourse.conversation.places.add(namedHead.name);
  }
  for (const { span } of complement) if (span?.kind === "url") findings.entity(span.text, "url");
  noteRelations(statement, meaning, discourse);
};

/** The words behind the verb without the phrases, and their prepositions, that other facts tell. */
const withoutPhrases = (tokens: readonly Token[], phrases: readonly Phrase[]): readonly Token[] => {
  const omittedTokens = new Set(phrases.flatMap((phrase) => phrase.tokens));
  const isLead = (token: Token, next: Token | undefined): boolean =>
    next !== undefined &&
    phrases.some(
      ({ tokens: [first], preposition }) => next === first && token.lower === preposition,
    );
  return tokens.filter((token, i) => !omittedTokens.has(token) && !isLead(token, tokens[i + 1]));
};

/**
 * One text for each item of a list: "likes tea and coffee" is told as "likes tea" and "likes
 * coffee".
 */
const textsOfItems = (
  clause: Clauses,
  items: readonly (readonly Token[])[],
  discourse: Discourse,
): string[] => {
  const { predicate } = clause.statement;
  const first = predicate.indexOf(firstOf(items[0] ?? []), clause.object);
  const opening = predicate.slice(clause.finite + 1, first < 0 ? clause.object : first);
  const times = predicate.filter(({ time }) => time !== null);
  return items.map((item) => {
    const itemTokens = [...item.slice(0, -1), { ...lastOf(item), after: "" }];
    return predicateText(clause, [...opening, ...itemTokens, ...times], discourse);
  });
};

/**
 * How the statement is told: by the text of its meaning, else in its own words. None where other
 * facts tell all of it.
 */
const textsOf = (clause: Clauses, meaning: Meaning, discourse: Discourse): readonly string[] => {
  if (meaning.text !== undefined) return meaning.text === "" ? [] : [meaning.text];
  const { subject, predicate } = clause.statement;
  const behind = predicate.slice(clause.finite + 1);
  const predicates =
    meaning.items === undefined
      ? [predicateText(clause, withoutPhrases(behind, meaning.without ?? []), discourse)]
      : textsOfItems(clause, meaning.items, discourse);
  return predicates.map((text) => `${subject.text} ${text}`);
};

/** What the sentence says first of when goes behind the text: "Ana moved yesterday". */
const withFront = (text: string, { front, statement }: Clauses, discourse: Discourse): string => {
  if (front === "" || text.includes(front)) return text;
  const own = statement.subject.speaker ? "their" : `${discourse.speaker}'s`;
  return `${text} ${front.replace(/\b(?:my|our)\b/giu, own)}`;
};

const OFFICE = PHRASES.one("office");
/** "is the treasurer of our allotment club": beside what somebody works as. */
const asOffice = (meaning: Meaning): Meaning => {
  if (meaning.slot !== "role" || !OFFICE.test(meaning.value ?? "")) return meaning;
  const { action, ...others } = meaning;
  return { ...others, slot: "office", ...(action === "DELETE" && { action }) };
};

const meaningOf = (statement: Statement, discourse: Discourse): Meaning => {
  const meanings = READERS.flatMap((reader) => reader(statement, discourse) ?? []);
  const read = withBase(
    asOffice(withUnnamedChange(mergedMeaning(meanings), statement, discourse)),
    statement,
    discourse,
  );
  return statement.longAgo && statement.verb.tense === "past" ? asOfLongAgo(read) : read;
};

const ONESELF = /^(?:me|us|you|her)$/u;
const POINTING = /^(?:it|them|this|these|those|one|ones|him)$/u;
/** What is only in somebody's mind, or seen in passing: nothing to keep but by what it names. */
const MENTAL = listedWords("mental");

/**
 * "looks at it", "read a few of them", "thinks baking": what is meant stands in another sentence, or
 * only in the mind.
 */
const tellsNothing = ({ verb, complement }: Statement, meaning: Meaning): boolean => {
  const isClaim = meaning.slot !== undefined || meaning.action === "DELETE";
  if (isClaim || meaning.text !== undefined || (meaning.facts ?? []).length > 0) return false;
  // "Dance is me"
  const isOneself =
    verb.lemma === "be" && complement.length === 1 && ONESELF.test(firstOf(complement).lower);
  const isOpen = complement.some(({ lower, part }, i) => {
    const next = complement[i + 1];
    const isAlone =
      next === undefined ||
      complement[i]?.after !== "" ||
      !/^(?:noun|adjective|number|proper|gerund)$/u.test(next.part);
    return POINTING.test(lower) && part !== "number" && isAlone;
  });
  return (
    isOneself ||
    isOpen ||
    (MENTAL.has(verb.lemma) && !verb.passive && (meaning.relations ?? []).length === 0)
  );
};

/** How much of an instant a date is. */
const DIGITS = { YEAR: 4, MONTH: 7, DAY: 10, INSTANT: 10 } as const;
const dayOf = ({ occurredAt }: Discourse): CalendarDate => ({
  start: occurredAt,
  precision: "DAY",
  certain: true,
});

/**
 * The slot and the value of an item of a list. The value of the statement is that of one item:
 * "enjoys hiking and exploring forests".
 */
const itemOf = (
  { itemSlot, values, relations, items, value: valueOfAll }: Meaning,
  i: number,
): Partial<FoundFact> => {
  const value = values?.[i] ?? relations?.[i]?.target;
  if (itemSlot != null && value !== undefined) return { slot: itemSlot, value };
  const item = textOf(items?.[i] ?? []).toLowerCase();
  const isOfOther = valueOfAll != null && item !== "" && !item.includes(valueOfAll.toLowerCase());
  return isOfOther ? { slot: null, value: null } : {};
};

/** What a statement corrects; nothing in "I work at Bolt now, not Acme". */
const correctionOf = (
  statement: Statement,
  { slot, value, action, subject }: Meaning,
  discourse: Discourse,
): ExtractedFact["corrects"] =>
  slot === undefined ||
  value == null ||
  action === "DELETE" ||
  (discourse.conversation.wrong !== null && saysNow(statement))
    ? null
    : correctedBy({ subject: subject ?? statement.subject.name, slot, value }, discourse);

/** "wants to be a pilot now": what is wished is no fact, and that it is wished is one. */
const isWish = ({ verb }: Statement): boolean =>
  verb.unreal && !verb.negated && verb.tense === "present" && verb.lemma === "want";

/** "They pay 250 a month now", "I fly on Monday instead": something else was so, which has no slot to tell it by. */
const changesStatement = (statement: Statement, { slot, facts = [] }: Meaning): boolean =>
  slot === undefined &&
  facts.every(({ action }) => action === "DELETE") &&
  (isSo(statement) || isWish(statement)) &&
  (saysNow(statement) || tellsChange(statement));

const BEGUN =
  /^(?:(?:has|have|now|just|finally|recently) ){0,3}(?:started|begun|began|taken to|took to) \p{L}+ing\b/u;
const CHANGE = /\b(?:these days|nowadays|instead(?! of\b))\b/u;
/** "cycles to work these days", "goes swimming instead of running"; not "went to Rome instead of Oslo". */
const tellsChange = ({ verb, predicate, complement }: Statement): boolean => {
  const behind = textOf(complement);
  return (
    CHANGE.test(behind) ||
    BEGUN.test(textOf(predicate)) ||
    (verb.tense === "present" && /\binstead of\b/u.test(behind))
  );
};

/** Whether it states something that happened, or what somebody is. */
const isDone = ({ verb, ahead }: Statement): boolean =>
  !ahead && !verb.negated && !verb.unreal && (verb.tense !== "present" || verb.lemma === "be");

/**
 * Whether it may end what is known in other words: "paid Tom back", "is back on oat milk"; a new job
 * ends that one looks for one, also before it starts.
 */
const endsSomething = (statement: Statement, slot: string | null, predicate: string): boolean => {
  const { negated, unreal } = statement.verb;
  if (slot === "employer") return !negated && !unreal && mayClose(predicate);
  const isReplacing = tellsEnd(predicate) || takenInstead(` ${predicate}`) !== null;
  return slot === null && isDone(statement) && isReplacing;
};

/** "started at Deloitte as an auditor": that she is an auditor is told by the statement itself. */
const isToldAnyway = (fact: Partial<FoundFact>, { slot, value, action }: Meaning): boolean =>
  value != null &&
  fact.subject === undefined &&
  fact.slot === slot &&
  fact.value === value &&
  fact.action !== "DELETE" &&
  action !== "DELETE";

/** Reads a statement and puts down what it says: facts, entities and relations. */
export const stateClause = (clause: Clauses, discourse: Discourse): void => {
  const { statement } = clause;
  const { subject, confidence } = statement;
  const meaning = meaningOf(statement, discourse);
  if (tellsNothing(statement, meaning)) return;
  const valid = validity(statement, meaning, discourse);
  noteEntities(statement, meaning, subjectType(statement, meaning), discourse);
  const tell = (text: string, fact: Partial<FoundFact>): void => {
    const { slot, value, action, subject: of = subject.name } = fact;
    const hasLeft =
      (slot === "residence" && action === "DELETE") ||
      (slot === "roommate" && statement.verb.lemma === "move");
    if (hasLeft) discourse.conversation.leftHome = of;
    const predicate = text.slice(subject.text.length + 1);
    if (slot != null && value != null && action !== "DELETE")
      discourse.conversation.claim(of, discourse.vocabulary.canonicalSlot(slot), value);
    discourse.findings.fact({
      subject: subject.name,
      text,
      confidence,
      category: categoryOf(text.slice(subject.text.length), fact.slot ?? null),
      validity: valid,
      ...(endsSomething(statement, slot ?? null, predicate) && { action: "UPDATE" as const }),
      ...fact,
    });
  };
  // What goes with the statement stands before it: a relation rests on the first fact that names
  // both its ends.
  for (const { text, ...fact } of meaning.facts ?? [])
    if (!isToldAnyway(fact, meaning)) tell(text, fact);
  const day = valid.from ?? dayOf(discourse);
  const { polarity, category } = meaning;
  const action = meaning.action ?? (changesStatement(statement, meaning) ? "UPDATE" : undefined);
  const fact: Partial<FoundFact> = {
    slot: meaning.slot === undefined ? null : snakeCase(meaning.slot),
    value: meaning.onDay ? day.start.slice(0, DIGITS[day.precision]) : (meaning.value ?? null),
    ...(meaning.subject === undefined ? {} : { subject: meaning.subject }),
    ...(meaning.label === undefined ? {} : { label: meaning.label }),
    ...(action === undefined ? {} : { action }),
    ...(polarity === undefined ? {} : { polarity }),
    ...(category === undefined ? {} : { category }),
    corrects: correctionOf(statement, meaning, discourse),
  };
  for (const [i, body] of textsOf(clause, meaning, discourse).entries()) {
    tell(withFront(body, clause, discourse), { ...fact, ...itemOf(meaning, i) });
  }
};
