import { PHRASES } from "../../data/expressions.ts";
import { keys, listedWords, pairs } from "../../data/words.ts";
import { ATTRIBUTES, canonicalAttribute } from "../../data/attributes.ts";
import { isPartner, relativeName, slotOfKin } from "../../data/kinship.ts";
import type { TimeExpression } from "../../dates/find-times.ts";
import { isPresentSpan } from "../../dates/validity.ts";
import { kinAt, addRelative, type RelativeRole } from "../subjects/kin.ts";
import { ownerAt } from "../subjects/owners.ts";
import { headOf, upToComma } from "../clauses/phrases.ts";
import { firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import { itemsOf, upTo } from "../../text/list-items.ts";
import { tidy, withCapital } from "../../text/tidy.ts";
import {
  bare,
  isBeing,
  isBounded,
  isCurrent,
  isFigurative,
  isOfEntity,
  isPlainBe,
  isSo,
  objectOf,
  pastInterval,
  phraseWith,
  saysNow,
  type Meaning,
  type Reader,
  statesOver,
  type SideFact,
  type Statement,
} from "./statement.ts";
import { CLOSED_VALUES } from "./frames.ts";
import { EMPTY, isIntransitive } from "./frame-phrases.ts";
import { targetIn } from "./targets.ts";
import type { Discourse } from "../discourse.ts";
import { moreChildren, NAMES } from "./family.ts";
import { inThirdPerson } from "../clauses/voice.ts";

const OLDEST = 120;

/** The age in "34", "thirty-four" or "six months old". Null for "34 %" and "500". */
const ageIn = (tokens: readonly Token[]): string | null => {
  const [number, unit, old] = tokens;
  if (
    number?.part !== "number" ||
    number.span !== null ||
    !/^(?:\d{1,3}|\p{L}+(?:-\p{L}+)?)$/u.test(number.text) ||
    Number(number.text) > OLDEST ||
    Number(number.text) === 0
  )
    return null;
  if (unit === undefined) return number.text;
  const isCounted =
    /^(?:years?|months?|weeks?)$/u.test(unit.lower) && (old === undefined || old.lower === "old");
  if (!isCounted) return null;
  return unit.lower.startsWith("year") ? number.text : `${number.text} ${unit.lower}`;
};

const isAnotherDay = ({ kind, core }: TimeExpression): boolean =>
  kind === "point" && !/^(?:now|today|currently)$/iu.test(core) && !isPresentSpan(core);

/** Whether it is so today: "is 18", but not "is 18 in July". */
const isOfToday = (statement: Statement): boolean =>
  isBeing(statement) && statement.verb.tense === "present" && !statement.times.some(isAnotherDay);

const COUNTS_WEEKS = / (?:weeks?|months?)$/u;
/**
 * How somebody reaches an age: "turned 60" changes it, "turns 60 on Saturday" plans it. Null for
 * other verbs.
 */
const turnedIn = ({ verb, times, when }: Statement): Partial<Meaning> | null => {
  if (verb.lemma !== "turn") return null;
  const hasTurned =
    /^(?:past|perfect)$/u.test(verb.tense) || times.some(({ core }) => core === "today");
  if (hasTurned) return { action: "UPDATE" };
  const { planned } = when;
  return planned === null || planned.precision === "YEAR"
    ? null
    : { when: { ...when, from: planned, to: null } };
};

/**
 * Reads an age: "is 34", "turned 60", "turns 60 on Saturday", but not "was 34" or "turns 60 next
 * year".
 */
export const readAge: Reader = (statement) => {
  const { subject } = statement;
  if (!isOfEntity(statement) || !isSo(statement)) return null;
  // "there is one that helps"
  if (statement.complement.some(({ lower }) => /^(?:that|who|which|of)$/u.test(lower))) return null;
  // "is three weeks into a job": how long it has been so.
  if (phraseWith(statement, "into") !== undefined) return null;
  const isPresent = isOfToday(statement);
  const turning = turnedIn(statement);
  // "I'm 71 and a granny"
  const number = upTo(upToComma(objectOf(statement)?.tokens ?? []), ({ lower }) => lower === "and");
  const value = isPresent || turning !== null ? ageIn(bare(number)) : null;
  // "I'm 36 weeks", "my wife is 20 weeks": pregnant; a baby is that old.
  const isGrown = subject.speaker || (subject.kin !== null && isPartner(subject.kin.term));
  if (value === null || (isGrown && COUNTS_WEEKS.test(value))) return null;
  return { slot: "age", value, ...turning };
};

const MEASURES: Readonly<Record<string, RegExp>> = {
  weight:
    /^(?:\d{1,3}(?:[.,]\d{1,2})? ?(?:kg|kilos?|lbs|pounds)|\d{1,2} ?(?:st|stone)(?: ?\d{1,2})?)$/u,
  height: /^(?:[12][.,]\d{1,2} ?m|1\d\d ?cm)$/u,
};
/** Reads the weight or the height of a person or a pet: "is 96 kg", "is down to 3.5 kg", "is 1.78 m". */
export const readMeasure: Reader = (statement) => {
  const { subject, verb } = statement;
  const isBody =
    subject.speaker || /^(?:person|pet)$/u.test(subject.type ?? "") || subject.kin !== null;
  if (!isBody || !isOfEntity(statement) || !isSo(statement) || !isBeing(statement)) return null;
  const value = tidy(textOf(bare(objectOf(statement)?.tokens ?? [])));
  const [slot] = Object.entries(MEASURES).find(([, form]) => form.test(value)) ?? [];
  return slot === undefined || verb.tense !== "present" ? null : { slot, value };
};

/** Slots of people: "Brazilian" is a nationality of a person, but not of a wine or a firm. */
const OF_PEOPLE = keys("nationality religion");
/**
 * The slot and the value of a status: "single", "strictly vegan", "a vegan". Null for
 * "single-minded" and "a vegan chef from Rome".
 */
const statusIn = (
  { verb, subject }: Statement,
  tokens: readonly Token[],
): { readonly slot: string; readonly value: string } | null => {
  const { lower } = lastOf(tokens);
  for (const [slot, values] of CLOSED_VALUES) {
    const isAlone =
      slot === "diet" ? tokens.length <= 2 : tokens.length === 1 && verb.lemma === "be";
    if (OF_PEOPLE.has(slot) && subject.type !== "person" && !subject.speaker) continue;
    const value = isAlone ? values.get(lower) : undefined;
    if (value !== undefined) return { slot, value };
  }
  return null;
};

/** Reads a status: "is single", "went vegan", but not "was single". */
export const readStatus: Reader = (statement) => {
  const { verb } = statement;
  const isStatusVerb =
    isBeing(statement) ||
    (/^(?:go|turn|stay)$/u.test(verb.lemma) && (!verb.progressive || statement.isAhead));
  if (!isStatusVerb || !isOfEntity(statement) || verb.unreal) return null;
  const content = bare(upToComma(objectOf(statement)?.tokens ?? []));
  const status = statusIn(
    statement,
    content.filter(({ part }) => part !== "determiner"),
  );
  if (status === null) return null;
  const { slot, value } = status;
  if (verb.ended) return { action: "DELETE", slot, value };
  if (verb.negated) return slot === "relationship_status" ? { slot, value: `not ${value}` } : null;
  if (verb.tense === "past" && verb.lemma === "be") {
    const when = pastInterval(statement);
    return when && { slot, value, when };
  }
  const changes = verb.lemma !== "be" || verb.adverbs.has("now");
  return { slot, value, ...(changes ? { action: "UPDATE" as const } : {}) };
};

/** The fact about an owner that somebody has a role, or no longer has it. */
const holderOf = (
  { owner, term }: RelativeRole,
  value: string,
  action: "NEW" | "UPDATE" | "DELETE",
  { vocabulary }: Discourse,
): Meaning => ({
  subject: owner,
  text: `${relativeName(owner, term)} is ${action === "DELETE" ? "no longer " : ""}${value}`,
  ...slotOfKin(term, vocabulary),
  value,
  action,
  category: action === "DELETE" ? "RELATIONSHIP_CHANGE" : "STABLE_PREFERENCE",
});

/**
 * Whether the statement is affirmed or denied: "is", "is no longer", "is not", but not "was not" or
 * "might be".
 */
const isAffirmedOrDenied = ({ verb }: Statement): boolean =>
  !verb.unreal && (!verb.negated || verb.ended || verb.tense === "present");

/**
 * Reads a relationship and adds it: "Tom is my brother", "Ana is Pedro's wife", but not "Tom is my
 * brother's boss".
 */
export const readKinship: Reader = (statement, discourse) => {
  const { subject, verb, confidence } = statement;
  if (!isBeing(statement) || !isOfEntity(statement) || !isAffirmedOrDenied(statement)) return null;
  if (subject.kin !== null || (verb.tense === "past" && !isBounded(statement))) return null;
  const head = headOf(objectOf(statement) ?? EMPTY).filter(({ part }) => part !== "adverb");
  const owner = ownerAt(head, 0, discourse);
  const kin = owner && kinAt(head, owner.next);
  if (owner === null || kin === null || owner.name === subject.name) return null;
  if (kin.plural || kin.end !== head.length || kin.last.owns) return null;
  const role = { owner: owner.name, term: kin.term };
  const denial = holderOf(role, subject.name, "DELETE", discourse);
  if (verb.ended) return denial;
  if (verb.negated) return { ...denial, polarity: "NEVER" };
  addRelative(discourse, {
    ...role,
    name: subject.name,
    confidence,
    action: verb.adverbs.has("now") ? "UPDATE" : "NEW",
    validity: { ...statement.when, planned: null },
  });
  const saysMore = statement.phrases.some(
    ({ preposition, time }) => preposition !== null || time !== null,
  );
  return saysMore ? {} : { text: "" };
};

/** The fact about an owner whose pet or dentist is described and not named. */
const describedHolder = (
  role: RelativeRole,
  tokens: readonly Token[],
  discourse: Discourse,
  action: "NEW" | "UPDATE",
): Meaning | null => {
  const value = tidy(textOf(tokens.filter(({ lower }) => lower !== "now")));
  return value === "" ? null : holderOf(role, value, action, discourse);
};

/**
 * Reads the end of a relationship: "My dog is no longer Rex", "my coach used to be Tom", but not
 * "my coach is no longer in Rome".
 */
export const readFormerRelative: Reader = (statement, discourse) => {
  const {
    subject: { relative: kin, attribute },
    verb,
  } = statement;
  if (kin === null || attribute !== null || !verb.ended || !isPlainBe(statement)) return null;
  const other = targetIn(objectOf(statement), discourse, kin.term.type);
  if (other === null || !other.proper) return null;
  return holderOf(kin, other.name, "DELETE", discourse);
};

/**
 * Reads a new pet that is described: "My pet is a hamster", "my dog is now a cat", but not "my dog
 * is a beagle".
 */
export const readOtherPet: Reader = (statement, discourse) => {
  const {
    subject: { relative, attribute },
    verb,
  } = statement;
  if (
    relative?.term.type !== "pet" ||
    attribute !== null ||
    !isBeing(statement) ||
    !isSo(statement) ||
    verb.tense !== "present"
  )
    return null;
  const object = objectOf(statement)?.tokens ?? [];
  const isKind = /^an?$/u.test(object.find(({ part }) => part !== "adverb")?.lower ?? "");
  if (!isKind || (!saysNow(statement) && relative.term.label !== "pet")) return null;
  return describedHolder(relative, object, discourse, saysNow(statement) ? "UPDATE" : "NEW");
};

/** The relation of a mother to her child. */
const OF_CHILD = "parent_of";
const isArticle = ({ lower }: Token): boolean => /^an?$/u.test(lower);
/**
 * Whether somebody else takes the role: "has changed to Ana", but not "My husband has switched to
 * Linux".
 */
const statesReplacement = ({ subject, verb }: Statement, { term }: RelativeRole): boolean => {
  if (verb.negated || verb.unreal || verb.tense === "future") return false;
  // "My daughter changed to Parkview", but not "My child has changed to Ana"
  if (subject.attribute === null && term.relation === OF_CHILD && term.gender !== null)
    return false;
  return (
    verb.lemma === "change" ||
    (verb.lemma === "switch" &&
      (subject.attribute !== null || (term.slot !== null && !term.lasting)))
  );
};

/**
 * Reads a change of the holder of a role: "My dentist has changed to Ana", "my dog's name has
 * changed to Max".
 */
export const readReplacedRelative: Reader = (statement, discourse) => {
  const { relative, attribute } = statement.subject;
  if (relative === null || (attribute !== null && !NAMES.test(attribute))) return null;
  const to = statesReplacement(statement, relative) ? phraseWith(statement, "to") : undefined;
  if (to === undefined) return null;
  const word = firstOf(to.tokens);
  const isName = attribute !== null && to.tokens.length === 1 && word.part !== "pronoun";
  const other = isName ? null : targetIn(to, discourse, relative.term.type);
  const name = isName ? withCapital(word.text) : other?.proper ? other.name : null;
  if (name === null) {
    // "My pet has changed to a cat", but not "My boss has changed to nights".
    const isOtherKind = attribute === null && relative.term.type === "pet" && isArticle(word);
    return isOtherKind ? describedHolder(relative, to.tokens, discourse, "UPDATE") : null;
  }
  addRelative(discourse, {
    ...relative,
    name,
    confidence: statement.confidence,
    action: "UPDATE",
    asRole: true,
  });
  return { text: "" };
};

/**
 * Reads an attribute in inverted order: "Blue is my favourite colour", but not "Ana is my partner".
 */
export const readInverted: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  if (!isPlainBe(statement) || verb.tense !== "present" || !isSo(statement)) return null;
  if (subject.attribute !== null || subject.speaker) return null;
  const object = objectOf(statement)?.tokens ?? [];
  const owner = ownerAt(object, 0, discourse);
  if (owner === null) return null;
  const endsWithNow = lastOf(object).lower === "now";
  const key = tidy(textOf(object.slice(owner.next, endsWithNow ? -1 : undefined)));
  const slot = canonicalAttribute(key);
  const isAttribute = /^favourite \p{L}/u.test(slot) || ATTRIBUTES.has(slot);
  if (!isAttribute || /\b(?:partner|owner|contact)\b/u.test(slot)) return null;
  const value = subject.thing
    ? subject.text.replace(/^\p{Lu}(?=\p{Ll}+(?: |$))/u, (letter) => letter.toLowerCase())
    : subject.text;
  return {
    subject: owner.name,
    text: `${owner.name}'s ${key} is ${value}`,
    slot,
    value,
    category: "STABLE_PREFERENCE",
    ...(endsWithNow || verb.adverbs.has("now") ? { action: "UPDATE" as const } : {}),
  };
};

const KEEN = listedWords("being_keen");
const KEENNESS = listedWords("keenness");
const CONDITIONS = PHRASES.one("being_conditions");
const ALLERGY =
  /^(?:an? |the |severe |bad |mild |serious |strong )*(?<what>\p{L}+(?: \p{L}+)?) allergy\b/iu;

const linkTo = (tokens: readonly Token[], type: string, discourse: Discourse): Meaning | null => {
  const relations = itemsOf(tokens).flatMap((item) => {
    const target = targetIn({ preposition: null, tokens: item, time: null }, discourse);
    return target === null ? [] : [{ type, target: target.name, targetType: target.type }];
  });
  return relations.length === 0 ? null : { relations, category: "STABLE_PREFERENCE" };
};

/** Reads an intolerance or its denial: "is lactose intolerant", "is not lactose intolerant". */
const readIntolerance = ({ verb, complement }: Statement, discourse: Discourse): Meaning | null => {
  const words = bare(complement);
  const what = words.slice(0, words.findIndex(({ lower }) => lower === "intolerant") + 1);
  const after = textOf(words.slice(what.length));
  if (what.length < 2 || !/^(?:after all|anymore)?$/iu.test(after)) return null;
  const value = tidy(textOf(what.slice(0, -1)));
  if (verb.negated) return { slot: "allergy", value, action: "DELETE" };
  // "also lactose intolerant": the word looks like a verb there.
  const nouns = what.slice(0, -1).map((token) => ({ ...token, part: "noun" as const }));
  const link = linkTo(nouns, "intolerant_to", discourse);
  return link === null ? null : { ...link, slot: "allergy", value };
};

/**
 * Reads a taste or a condition: "is a big jazz fan", "is lactose intolerant", "has a nut allergy",
 * "has asthma".
 */
export const readCondition: Reader = (statement, discourse) => {
  const { verb, complement } = statement;
  if (!isOfEntity(statement) || verb.unreal || verb.tense === "past") return null;
  const { negated: isDenied } = verb;
  if (isBeing(statement)) {
    const keen = complement.findIndex(({ lower }) => KEEN.has(lower));
    if (keen > 0 && !isDenied && complement[keen + 1]?.lower !== "of")
      return linkTo(
        complement.slice(0, keen).filter(({ lower }) => !KEENNESS.has(lower)),
        "likes",
        discourse,
      );
    return readIntolerance(statement, discourse);
  }
  if (verb.lemma !== "have" || verb.passive || isDenied) return null;
  const text = tidy(textOf(complement));
  const allergen = ALLERGY.exec(text)?.groups?.["what"]?.replace(
    /^(?:severe|bad|mild|serious|strong) /u,
    "",
  );
  const target = allergen === undefined ? null : discourse.findings.entity(allergen, "concept");
  if (target !== null)
    return {
      slot: "allergy",
      value: target,
      relations: [{ type: "allergic_to", target, targetType: "concept" }],
      category: "STABLE_PREFERENCE",
    };
  return CONDITIONS.test(text) ? { category: "STABLE_PREFERENCE" } : null;
};

/**
 * Reads a birthday or a year of birth: "was born on 4 May". The frame of "be born in" reads the
 * place.
 */
export const readBirth: Reader = (statement, discourse) => {
  const { verb, subject, times, phrases } = statement;
  if (verb.lemma !== "bear" || !verb.passive || verb.negated || subject.attribute !== null)
    return null;
  const born = {
    category: "BIOGRAPHICAL_MILESTONE",
    facts: endOfPregnancy(statement, discourse),
  } as const;
  const core = times.find(({ kind }) => kind === "point")?.core ?? "";
  const isPlaced = phrases.some(({ preposition }) => preposition === "in");
  if (isPlaced || !/\d/u.test(core)) return born;
  const hasDay = /\d{1,2}(?:st|nd|rd|th)?\b(?!\d)/u.test(core.replace(/(?:19|20)\d{2}/u, ""));
  return { slot: hasDay ? "birthday" : "birth_year", value: core, ...born };
};

const CHILDREN = ["son", "daughter", "child", "baby"] as const;
/** The end of a pregnancy: "our son Felix was born on Monday". Empty for "born in 1999". */
const endOfPregnancy = (
  { subject, times }: Statement,
  { conversation, speaker }: Discourse,
): readonly SideFact[] => {
  const { relative } = subject;
  const isOfSpeaker = CHILDREN.some(
    (label) => conversation.relative(speaker, label) === subject.name,
  );
  const owner =
    relative?.term.relation === "parent_of" ? relative.owner : isOfSpeaker ? speaker : null;
  if (owner === null || times.some(({ core }) => /\d{4}/u.test(core))) return [];
  return [
    ...statesOver({ name: owner, speaker: owner === speaker }, "pregnant"),
    { subject: owner, text: `${owner} has another child`, ...moreChildren(1) },
  ];
};

const PASTIME_VERBS = pairs("pastime_verbs");
const HABITUAL = listedWords("habitual");
/**
 * Reads a hobby by its verb: "runs outside these days", "swims for Neptun", but not "runs late" or
 * "runs a shop".
 */
export const readPastime: Reader = (statement) => {
  const { verb, times, complement, phrases, subject } = statement;
  const value = PASTIME_VERBS[verb.lemma];
  const isDone =
    value !== undefined &&
    isOfEntity(statement) &&
    isCurrent(statement) &&
    isIntransitive(statement) &&
    !isFigurative(statement) &&
    (subject.speaker || subject.type === "person");
  const isHabit =
    times.some(({ kind }) => kind === "recurrence") ||
    [...verb.adverbs, ...complement.map(({ lower }) => lower)].some((word) => HABITUAL.has(word)) ||
    phrases.some(
      ({ preposition, tokens }) => preposition === "for" && firstOf(tokens).name !== null,
    );
  return isDone && isHabit ? { slot: "hobby", value, category: "STABLE_PREFERENCE" } : null;
};

/** Reads an activity that has ended: "used to play tennis", "stopped smoking". */
export const readEnded: Reader = (statement, discourse) => {
  const { verb, complement, subject } = statement;
  if (!verb.ended || subject.attribute !== null) return null;
  const endedState = complement.filter(({ lower, time }) => lower !== "anymore" && time === null);
  const value = tidy(inThirdPerson(endedState, subject, discourse));
  const gerund = statement.predicate.find(({ part }) => part === "gerund")?.text;
  return { action: "DELETE", value: value === "" ? (gerund ?? verb.lemma) : value };
};
