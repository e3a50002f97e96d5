import { PHRASES } from "../../data/expressions.ts";
import { relativeName, slotOfKin } from "../../data/kinship.ts";
import { listedWords } from "../../data/words.ts";
import { isCapitalised, tidy, withCapital } from "../../text/tidy.ts";
import { itemsOf, upTo } from "../../text/list-items.ts";
import type { Discourse } from "../discourse.ts";
import {
  addRelative,
  kinAt,
  meantRelative,
  unnamedRelative,
  type KinMatch,
  type RelativeRole,
} from "../subjects/kin.ts";
import { mentionNameless } from "../subjects/subject.ts";
import { phraseText, upToComma, type Phrase } from "../clauses/phrases.ts";
import { firstOf, isNaming, textOf, tokenAt, type Name, type Token } from "../tokens/token.ts";
import { denial } from "./slot-frame.ts";
import {
  isBounded,
  isPlainBe,
  isCurrent,
  isOfEntity,
  isSo,
  objectOf,
  phraseWith,
  saysNow,
  statesOver,
  type FoundRelation,
  type Meaning,
  type Reader,
  type SideFact,
  type Statement,
} from "./statement.ts";

const ONE_AT_A_TIME = listedWords("one_at_a_time");
const COUNTED = PHRASES.one("family_counted");
const HAVING = listedWords("family_having");
/**
 * Whether it says what somebody has or gets: "brought home a puppy", but not "brought a puppy to
 * work".
 */
const isHaving = (statement: Statement): boolean => {
  const { verb, complement } = statement;
  const isBrought =
    verb.lemma === "bring" && complement.slice(0, 4).some(({ lower }) => lower === "home");
  const mayHave = (HAVING.has(verb.lemma) || isBrought) && !verb.passive;
  return mayHave && isOfEntity(statement) && isSo(statement);
};

/** The names after a kinship term: "called Luna", ", Emma and Noah,". Empty for "a dog house". */
const ownedNames = (object: readonly Token[], kin: KinMatch): readonly Token[] => {
  const behind = object.slice(kin.end);
  // "four hens already: Dolly and Tammy"
  const adverbs = upTo(behind, ({ part }) => part !== "adverb");
  const afterTerm = behind.slice(adverbs.length);
  const first = firstOf(afterTerm);
  const isNamed = isNaming(first);
  const last = adverbs.at(-1) ?? kin.last;
  const isSetOff = /[,:(]/u.test(last.after + first.before) || first.name !== null;
  const nameTokens = isNamed ? afterTerm.slice(1) : isSetOff ? afterTerm : [];
  const stops = ({ part, lower, name }: Token): boolean =>
    name === null &&
    (/^(?:preposition|verb|auxiliary)$/u.test(part) || /^(?:who|that|which)$/u.test(lower));
  const mayName = (token: Token): boolean =>
    (token.name !== null || kin.term.type === "pet" || isNamed) &&
    !/verb|auxiliary|pronoun|conjunction/u.test(token.part);
  return itemsOf(upTo(nameTokens, stops))
    .filter((item) => item.length === 1 && item.every(mayName))
    .flat();
};

/** The number of children: "have two kids", but not "had two kids". */
const countOfChildren = (
  statement: Statement,
  object: readonly Token[],
  kin: KinMatch,
): Pick<Meaning, "slot" | "value"> => {
  const number = object
    .slice(0, kin.at)
    .find(({ part, lower }) => part === "number" || lower === "no");
  return number !== undefined &&
    COUNTED.test(tokenAt(object, kin.at).lower) &&
    statement.verb.lemma === "have" &&
    isCurrent(statement)
    ? { slot: "number_of_children", value: number.text }
    : {};
};

/**
 * Adds a relative that somebody has. A single pet is a relation of the statement itself, which this
 * returns.
 */
const addOwned = (
  token: Token,
  { isOnly, isNew }: { readonly isOnly: boolean; readonly isNew: boolean },
  { term }: KinMatch,
  { subject, confidence }: Statement,
  discourse: Discourse,
): FoundRelation[] => {
  const name =
    token.name?.name ?? (isCapitalised(token.text) ? token.text : withCapital(token.text));
  if (term.type !== "pet" || !isOnly) {
    const role = { owner: subject.name, term, name, confidence };
    addRelative(discourse, isNew ? { ...role, action: "UPDATE", asRole: true } : role);
    return [];
  }
  const pet = discourse.note({ name, type: "pet", gender: term.gender });
  discourse.conversation.relate(subject.name, term, pet);
  return [{ type: term.relation, target: pet, targetType: "pet" }];
};

/** The value for a pet: "have a dog named Rex", but not "had a dog named Rex". */
const petClaim = (
  [relation]: readonly FoundRelation[],
  { term }: KinMatch,
  { verb, when, isAhead }: Statement,
  { vocabulary }: Discourse,
): Pick<Meaning, "slot" | "value" | "label" | "action" | "when"> =>
  relation === undefined || (verb.lemma === "have" && verb.tense === "past")
    ? {}
    : {
        ...slotOfKin(term, vocabulary),
        value: relation.target,
        ...(verb.ended ? { action: "DELETE" as const } : {}),
        ...(isAhead ? { when: { ...when, from: when.planned ?? when.from } } : {}),
      };

/**
 * Reads the start of the ownership of a known pet: "has had Rex since 2020". Null for other
 * statements.
 */
const readPetKept = (
  { verb, when }: Statement,
  { name }: Token,
  { findings }: Discourse,
): Meaning | null =>
  verb.lemma === "have" && when.still && name !== null && findings.typeOf(name.name) === "pet"
    ? { slot: "pet", value: name.name, category: "STABLE_PREFERENCE" }
    : null;

const KEEPING = listedWords("family_keeping");
/** Whether the words are the name of a pet or of nobody known, or a kind of pet. */
const isPetObject = (object: readonly Token[], { lexicon }: Discourse): boolean => {
  const { name, owns } = firstOf(object);
  if (name === null || owns || object.length > 1) return kinAt(object, 0)?.term.type === "pet";
  const type = lexicon.gazetteer.get(name.name)?.type ?? null;
  return type === null || !/^(?:place|organization|product)$/u.test(type);
};

/**
 * Reads the end of the ownership of a known pet, or of the plan of one: "no longer have Rex", "are
 * not adopting Dash after all", "are not getting the puppy after all". Null for other statements.
 */
const readPetGivenUp = (statement: Statement, discourse: Discourse): Meaning | null => {
  const { verb, complement } = statement;
  const isOver = verb.ended || (verb.negated && verb.tense === "present");
  // "don't have Rex this week"
  const isForNow = complement.some(({ time }) => time !== null);
  if (!isOver || isForNow || verb.unreal || verb.passive || !isOfEntity(statement)) return null;
  const object = upToComma(complement.filter(({ part }) => !/^(?:adverb|determiner)$/u.test(part)));
  if (!isPetObject(object, discourse)) return null;
  const end = { slot: "pet", action: "DELETE" } as const;
  if (KEEPING.has(verb.lemma)) {
    const { name = "" } = firstOf(object).name ?? {};
    const isPet = /^(?:pet|animal)$/u.test(discourse.lexicon.gazetteer.get(name)?.type ?? "");
    return isPet ? { ...end, value: name } : null;
  }
  if (!verb.progressive || !HAVING.has(verb.lemma)) return null;
  const text = `${statement.subject.text}'s plan for a pet is off`;
  return { facts: [{ ...end, text, value: null, polarity: "NEVER" }], fromNow: true };
};

/** The object of the statement: the girl in "gave birth to a girl". */
const ownedObject = ({ verb, complement }: Statement): readonly Token[] => {
  const birth = complement.findIndex(({ lower }) => lower === "birth");
  const start = verb.lemma !== "give" ? 0 : birth < 0 ? complement.length : birth + 2;
  return complement
    .slice(start)
    .filter(({ time, lower }) => time === null && (lower !== "home" || verb.lemma !== "bring"));
};

const BORN = listedWords("family_born");
const OF_NEW = /^(?:an?|our|another)$/u;
/** Whether it is of twins: "had twins", "had the twins on Monday". */
const isOfTwins = (object: readonly Token[]): boolean =>
  object.some(({ lower }) => lower === "twins");
/** Whether a child was born: "had a little boy last night", but not "had a son in 2012". */
const isBirth = (
  { verb, when }: Statement,
  object: readonly Token[],
  { term, plural }: KinMatch,
): boolean =>
  /^(?:past|perfect)$/u.test(verb.tense) &&
  /^(?:have|welcome|give)$/u.test(verb.lemma) &&
  (plural ? isOfTwins(object) : BORN.has(term.label) && OF_NEW.test(firstOf(object).lower)) &&
  (when.from === null || when.from.precision === "DAY" || when.from.precision === "INSTANT");

/** The fields of a fact by which a known number of children is too small by so many. */
export const moreChildren = (more: number): Omit<SideFact, "text"> => ({
  slot: "number_of_children",
  value: `${more} more`,
  action: "DELETE",
});

/** Whether the relative replaces another: "a new coach, Karin". */
const isInPlaceOfOther = (object: readonly Token[], { term, last }: KinMatch): boolean =>
  ONE_AT_A_TIME.has(term.label) &&
  object.slice(0, object.indexOf(last)).some(({ lower }) => lower === "new");

/** Mentions a relative without a name, whom the next sentence may name. */
const mentionUnnamed = (owner: string, { term }: KinMatch, discourse: Discourse): void => {
  discourse.conversation.unnamed = { owner, term: term.label };
  if (term.type === "person") mentionNameless(owner, term, discourse);
};

/**
 * Reads relatives and pets and adds the relationships: "have two kids, Emma and Noah", "adopt a cat
 * called Luna", but not "have a dog house".
 */
export const readHaving: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  if (!isHaving(statement)) return readPetGivenUp(statement, discourse);
  const object = ownedObject(statement);
  const start = object.findIndex(({ part }) => part !== "determiner" && part !== "adverb");
  const kin = start < 0 ? null : kinAt(object, start);
  if (kin === null) return readPetKept(statement, tokenAt(object, start), discourse);
  const afterTerm = tokenAt(object, kin.end);
  if (afterTerm.part === "noun" && afterTerm.name === null && kin.last.after === "") return null;
  const names = ownedNames(object, kin);
  const { term } = kin;
  const isOnly = names.length === 1;
  const isNew = isOnly && isInPlaceOfOther(object.slice(start), kin);
  const relations = names.flatMap((name) =>
    addOwned(name, { isOnly, isNew }, kin, statement, discourse),
  );
  if (names.length === 0 && !kin.plural) mentionUnnamed(subject.name, kin, discourse);
  const facts = isBirth(statement, object, kin)
    ? [
        ...statesOver(subject, "pregnant"),
        { ...denial(statement, "number_of_children"), ...moreChildren(kin.plural ? 2 : 1) },
      ]
    : [];
  if (verb.lemma === "have" && verb.tense === "past" && names.length === 0)
    return { category: "RELATIONSHIP_CHANGE", facts };
  const count = countOfChildren(statement, object, kin);
  const hasOnlyNames = names.length > 0 && relations.length === 0 && count.slot === undefined;
  return {
    category: term.type === "pet" ? "STABLE_PREFERENCE" : "RELATIONSHIP_CHANGE",
    relations,
    ...(hasOnlyNames ? { text: "" } : {}),
    facts,
    ...count,
    ...petClaim(relations, kin, statement, discourse),
  };
};

/** Attributes for a name: "my dog's name". */
export const NAMES = PHRASES.one("family_names");

/**
 * The name after "called": "My dog is a beagle called Rex", but not "is with a vet called Marta".
 * Null if there is none.
 */
const introducedName = ({ complement }: Statement): Name | null => {
  const callingIndex = complement.findIndex(
    (token, i) =>
      isNaming(token) && token.part !== "time" && tokenAt(complement, i + 1).name !== null,
  );
  const isOfOther = complement
    .slice(0, Math.max(callingIndex, 0))
    .some(({ part, lower }) => part === "preposition" && lower !== "of");
  return callingIndex < 0 || isOfOther ? null : tokenAt(complement, callingIndex + 1).name;
};

/** Whether the verb gives a name: "is called Ana", "goes by Ana". */
const isCalling = ({ verb, complement }: Statement): boolean =>
  (verb.passive && /^(?:call|name)$/u.test(verb.lemma)) ||
  (verb.lemma === "go" && firstOf(complement).lower === "by");

/**
 * The relative who gets the name: the subject, or the last mentioned relative without a name. Null
 * if there is none.
 */
const relativeToName = (statement: Statement, discourse: Discourse): RelativeRole | null => {
  const { subject } = statement;
  if (subject.kin !== null) return subject.kin;
  const lastUnnamed = unnamedRelative(discourse);
  // "Anna got a puppy. She is called Bori" is about the puppy, because Anna has a name.
  if (subject.attribute === null)
    return isCalling(statement) &&
      lastUnnamed !== null &&
      (lastUnnamed.owner === subject.name ||
        relativeName(lastUnnamed.owner, lastUnnamed.term) === subject.name)
      ? lastUnnamed
      : null;
  if (subject.relative !== null) return subject.relative;
  // "I have a cat. My name is Ana" is about the speaker.
  if (subject.name === discourse.speaker) return null;
  // "My sister lives in Rome. Her name is Clara"
  return meantRelative(subject.name, discourse) ?? lastUnnamed;
};

/** The tokens as one if each is capitalised: "called Chairman Meow". */
const joinedName = (tokens: readonly Token[], isSurely: boolean): readonly Token[] =>
  isSurely &&
  tokens.length > 1 &&
  tokens.every(({ text, after }) => isCapitalised(text) && !after.includes(","))
    ? [{ ...firstOf(tokens), text: tidy(textOf(tokens)), after: "", name: null }]
    : tokens;

/**
 * The token of a phrase that is a name; null for a description: "is a nurse", "is Ana's". If the
 * sentence says that it gives a name (`isSurely`: "is called Rose"), an ordinary word is one too.
 */
const namingWord = (object: Phrase, isSurely: boolean): Token | null => {
  const content = joinedName(
    object.tokens.filter(({ part }) => part !== "adverb"),
    isSurely,
  );
  const token = firstOf(content);
  const isSingle = content.length === 1;
  const isNamed =
    token.name !== null ||
    (isSurely && isSingle && /^(?:noun|adjective|verb|gerund|proper)$/u.test(token.part));
  const nextWord = tokenAt(object.tokens, object.tokens.indexOf(token) + 1).lower;
  const isClosed =
    isSingle ||
    token.after.endsWith(",") ||
    /^(?:of|at|from|who)$/u.test(nextWord) ||
    phraseText(object) === tidy(textOf([token]));
  return isNamed && isClosed ? token : null;
};

/**
 * The token that names somebody: "is Kavya", "is called Ana". Null for "was Ana" and "is a nurse".
 */
const statedName = (statement: Statement, isName: boolean): Token | null => {
  const { verb } = statement;
  const isCalled = isCalling(statement);
  const isOver = verb.tense === "past" && !isBounded(statement);
  if (verb.ended || (!isCalled && (!isPlainBe(statement) || isOver))) return null;
  const object = verb.lemma === "go" ? phraseWith(statement, "by") : objectOf(statement);
  const token = object === undefined ? null : namingWord(object, isCalled || isName);
  // "His name is hard to spell".
  const afterName = token === null ? -1 : statement.complement.indexOf(token) + 1;
  return tokenAt(statement.complement, afterName).lower === "to" ? null : token;
};

const capitalisedName = ({ name, text }: Token): Pick<Name, "name" | "gender"> =>
  name ?? { name: withCapital(text), gender: null };

/** Another name of somebody who has one: "Ana goes by Aninha". Null if there is none. */
const aliasIn = (statement: Statement): string | null => {
  const { subject, verb } = statement;
  const isNamed = subject.type === "person" && subject.kin === null && isOfEntity(statement);
  const isAlias = isNamed && verb.tense === "present" && verb.lemma === "go" && !subject.speaker;
  const token = isAlias ? statedName(statement, true) : null;
  return token === null ? null : capitalisedName(token).name;
};

/**
 * Reads the name of a relative: "My wife is called Ana", "His sister is Kavya", but not "My wife is
 * a nurse" or "My wife was Ana".
 */
export const readNaming: Reader = (statement, discourse) => {
  const { subject, verb, confidence } = statement;
  if (verb.negated || verb.unreal) return null;
  const alias = aliasIn(statement);
  if (alias !== null) {
    discourse.findings.entity(subject.name, "person", alias);
    return { slot: "nickname", value: alias, category: "STABLE_PREFERENCE" };
  }
  const newName = subject.kin === null ? null : introducedName(statement);
  if (newName !== null && subject.kin !== null && verb.lemma === "be") {
    addRelative(discourse, { ...subject.kin, name: newName.name, confidence });
    return null;
  }
  const isName = subject.attribute !== null && NAMES.test(subject.attribute);
  const relative =
    subject.attribute === null || isName ? relativeToName(statement, discourse) : null;
  const token = relative === null ? null : statedName(statement, isName);
  if (relative === null || token === null) return null;
  // A pet with a new name is another pet in the same role.
  const isOtherPet = isName && subject.relative !== null && relative.term.type === "pet";
  const isRenewed = subject.renewed && ONE_AT_A_TIME.has(relative.term.label);
  const replaces = saysNow(statement) || isOtherPet || isRenewed;
  addRelative(discourse, {
    ...relative,
    ...capitalisedName(token),
    confidence,
    action: replaces ? "UPDATE" : "NEW",
    asRole: subject.relative !== null,
    validity: { ...statement.when, planned: null },
  });
  discourse.conversation.unnamed = null;
  return { text: "" };
};
