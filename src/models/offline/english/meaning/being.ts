import { ATTRIBUTES, canonicalAttribute } from "../../word-lists/attributes.ts";
import { words } from "../../word-lists/word-list.ts";
import { kinAt, relativeName, tellRelative } from "../subjects/kin.ts";
import { ownerAt } from "../subjects/owners.ts";
import { headOf } from "../clauses/phrases.ts";
import type { Subject } from "../subjects/subject.ts";
import { firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import { itemsOf } from "../../text/list-items.ts";
import { tidy, withCapital } from "../../text/tidy.ts";
import {
  bare,
  isBeing,
  isOfEntity,
  isSo,
  objectOf,
  phraseWith,
  saysNow,
  type Meaning,
  type Reader,
  type Statement,
} from "./statement.ts";
import { targetIn } from "./targets.ts";
import { NAMES } from "./family.ts";

const STATUSES = words("single married engaged divorced widowed separated dating taken");
const DIETS = words(
  "vegan vegetarian pescatarian omnivore omnivorous flexitarian fruitarian kosher halal keto paleo gluten-free",
);

const OLDEST = 120;

/** "34", "thirty-four", "six months old": an age; not "34 %", "500". */
const ageIn = (tokens: readonly Token[]): string | null => {
  const [number, unit, old] = tokens;
  if (
    number?.part !== "number" ||
    number.span !== null ||
    !/^(?:\d{1,3}|\p{L}+(?:-\p{L}+)?)$/u.test(number.text) ||
    Number(number.text) > OLDEST
  )
    return null;
  if (unit === undefined) return number.text;
  const isCounted =
    /^(?:years?|months?|weeks?)$/u.test(unit.lower) && (old === undefined || old.lower === "old");
  if (!isCounted) return null;
  return unit.lower.startsWith("year") ? number.text : `${number.text} ${unit.lower}`;
};

/** "is 34", "turned 60": the age; not "was 34", "turns 60 next year". */
export const readAge: Reader = (statement) => {
  const { verb, times } = statement;
  if (!isOfEntity(statement) || !isSo(statement)) return null;
  const isPresent = isBeing(statement) && verb.tense === "present";
  const hasTurned =
    verb.lemma === "turn" &&
    (verb.tense === "past" ||
      verb.tense === "perfect" ||
      times.some(({ core }) => core === "today"));
  const value = isPresent || hasTurned ? ageIn(bare(objectOf(statement)?.tokens ?? [])) : null;
  if (value === null) return null;
  return { slot: "age", value, ...(hasTurned ? { action: "UPDATE" as const } : {}) };
};

/**
 * "single", "strictly vegan", "a vegan": what one can be only one of; not "single-minded", "a vegan
 * chef from Rome".
 */
const statusIn = (
  { verb }: Statement,
  tokens: readonly Token[],
): { readonly slot: "relationship_status" | "diet"; readonly value: string } | null => {
  const { lower } = firstOf(tokens);
  if (STATUSES.has(lower) && tokens.length === 1 && verb.lemma === "be")
    return { slot: "relationship_status", value: lower };
  const diet = [lower, lastOf(tokens).lower].find((word) => DIETS.has(word));
  return diet === undefined || tokens.length > 2 ? null : { slot: "diet", value: diet };
};

/** "is single", "went vegan": one state at a time; not "was single". */
export const readStatus: Reader = (statement) => {
  const { verb } = statement;
  const isStatusVerb = isBeing(statement) || /^(?:go|turn|stay)$/u.test(verb.lemma);
  if (!isStatusVerb || !isOfEntity(statement) || verb.unreal) return null;
  const content = bare(objectOf(statement)?.tokens ?? []);
  const status = statusIn(
    statement,
    content.filter(({ part }) => part !== "determiner"),
  );
  if (status === null) return null;
  const { slot, value } = status;
  if (verb.ended) return { action: "DELETE", slot, value };
  if (verb.negated) return slot === "diet" ? null : { slot, value: `not ${value}` };
  if (verb.tense === "past" && verb.lemma === "be") return null;
  const changes = verb.lemma !== "be" || verb.adverbs.has("now");
  return { slot, value, ...(changes ? { action: "UPDATE" as const } : {}) };
};

/**
 * "Tom is my brother", "Ana is Pedro's wife": told as the relationship; not "Tom is my brother's
 * boss".
 */
export const readKinship: Reader = (statement, discourse) => {
  const { subject, verb, confidence } = statement;
  if (!isBeing(statement) || !isOfEntity(statement) || !isSo(statement)) return null;
  if (subject.kin !== null || verb.tense === "past") return null;
  const object = objectOf(statement);
  const head = object === undefined ? [] : headOf(object).filter(({ part }) => part !== "adverb");
  const owner = ownerAt(head, 0, discourse);
  const kin = owner === null ? null : kinAt(head, owner.next);
  if (owner === null || kin === null || owner.name === subject.name) return null;
  if (kin.plural || kin.end !== head.length || kin.last.owns) return null;
  tellRelative(discourse, {
    owner: owner.name,
    term: kin.term,
    name: subject.name,
    confidence,
    action: verb.adverbs.has("now") ? "UPDATE" : "NEW",
  });
  const saysMore = statement.phrases.some(
    ({ preposition, time }) => preposition !== null || time !== null,
  );
  return saysMore ? {} : { text: "" };
};

/**
 * Who is somebody's dog or dentist now, told by a description and not by name: a fact about the
 * owner.
 */
const describedHolder = (
  { owner, term }: NonNullable<Subject["relative"]>,
  tokens: readonly Token[],
): Meaning | null => {
  const value = tidy(textOf(tokens.filter(({ lower }) => lower !== "now")));
  return value === ""
    ? null
    : {
        subject: owner,
        text: `${relativeName(owner, term)} is ${value}`,
        value,
        action: "UPDATE",
        category: "STABLE_PREFERENCE",
      };
};

/**
 * "My dog is no longer Rex", "my coach used to be Tom": somebody is it no more; not "my coach is no
 * longer in Rome".
 */
export const readFormerRelative: Reader = (statement, discourse) => {
  const {
    subject: { relative: kin, attribute },
    verb,
  } = statement;
  if (
    kin === null ||
    attribute !== null ||
    !verb.ended ||
    verb.lemma !== "be" ||
    verb.passive ||
    verb.progressive
  )
    return null;
  const other = targetIn(objectOf(statement), discourse, kin.term.type);
  if (other === null || !other.proper) return null;
  return {
    subject: kin.owner,
    text: `${relativeName(kin.owner, kin.term)} is no longer ${other.name}`,
    value: other.name,
    action: "DELETE",
    category: "RELATIONSHIP_CHANGE",
    ...(kin.term.slot === null ? {} : { slot: kin.term.slot }),
  };
};

/** "My pet is now a cat": another one than before; not "my pet is a cat". */
export const readOtherPet: Reader = (statement) => {
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
  return saysNow(statement) &&
    /^an?$/u.test(object.find(({ part }) => part !== "adverb")?.lower ?? "")
    ? describedHolder(relative, object)
    : null;
};

/**
 * Whether somebody else takes over: "has changed to Ana"; not "My husband has switched to Linux".
 */
const tellsReplacement = (
  { subject, verb }: Statement,
  { term }: NonNullable<Subject["relative"]>,
): boolean => {
  if (verb.negated || verb.unreal || verb.tense === "future") return false;
  return (
    verb.lemma === "change" ||
    (verb.lemma === "switch" &&
      (subject.attribute !== null || (term.slot !== null && !term.lasting)))
  );
};

/**
 * "My dentist has changed to Ana", "my dog's name has changed to Max": somebody else is the dentist
 * now.
 */
export const readReplacedRelative: Reader = (statement, discourse) => {
  const { relative, attribute } = statement.subject;
  if (relative === null || (attribute !== null && !NAMES.test(attribute))) return null;
  const to = tellsReplacement(statement, relative) ? phraseWith(statement, "to") : undefined;
  if (to === undefined) return null;
  const word = firstOf(to.tokens);
  const isName = attribute !== null && to.tokens.length === 1 && word.part !== "pronoun";
  const other = isName ? null : targetIn(to, discourse, relative.term.type);
  const name = isName ? withCapital(word.text) : other?.proper ? other.name : null;
  if (name === null) return attribute === null ? describedHolder(relative, to.tokens) : null;
  tellRelative(discourse, {
    ...relative,
    name,
    confidence: statement.confidence,
    action: "UPDATE",
    asRole: true,
  });
  return { text: "" };
};

/**
 * "Blue is my favourite colour": the attribute told the other way round; not "Ana is my partner".
 */
export const readInverted: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  const isPlainBe = verb.lemma === "be" && !verb.passive && !verb.progressive;
  if (!isPlainBe || verb.tense !== "present" || !isSo(statement)) return null;
  if (subject.attribute !== null || subject.speaker) return null;
  const object = objectOf(statement)?.tokens ?? [];
  const owner = ownerAt(object, 0, discourse);
  if (owner === null) return null;
  const endsWithNow = lastOf(object).lower === "now";
  const key = tidy(textOf(object.slice(owner.next, endsWithNow ? -1 : undefined)));
  const slot = canonicalAttribute(key);
  const isAttribute = /^favourite\b/u.test(slot) || ATTRIBUTES.has(slot);
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

/**
 * What links a person to a thing by what the person is: words of the complement, where the thing
 * stands, and the relation.
 */
const BELONGINGS: readonly {
  readonly sign: RegExp;
  readonly behind: "in" | "of";
  readonly relation: string;
  readonly type: string | null;
}[] = [
  { sign: /\bfluent in\b/u, behind: "in", relation: "speaks", type: "language" },
  { sign: /\bnative speaker of\b/u, behind: "of", relation: "speaks", type: "language" },
  { sign: /\b(?:fan|lover|supporter|follower) of\b/u, behind: "of", relation: "likes", type: null },
];
const BELONGINGS_ELSE: typeof BELONGINGS = [
  { sign: /^(?:really |very |super |so )?into\b/u, behind: "in", relation: "likes", type: null },
  { sign: /\bmember of\b/u, behind: "of", relation: "member_of", type: "organization" },
];
const KEEN = /^(?:fan|lover|enthusiast|supporter|geek|nerd|addict)$/u;
const KEENNESS = words(
  "a an big huge massive total lifelong avid die-hard proud keen passionate real such",
);

/**
 * "is fluent in Dutch", "is a member of Orion", "is a big jazz fan": what links a person to a
 * thing; not "is in Rome".
 */
export const readBelonging: Reader = (statement, discourse) => {
  const { complement, verb } = statement;
  if (!isBeing(statement) || !isOfEntity(statement) || !isSo(statement) || verb.tense === "past")
    return null;
  const text = complement.map(({ lower }) => lower).join(" ");
  const link = (
    tokens: readonly Token[],
    relation: string,
    type: string | null,
  ): Meaning | null => {
    const relations = itemsOf(tokens).flatMap((item) => {
      const target = targetIn({ preposition: null, tokens: item, time: null }, discourse, type);
      return target === null ? [] : [{ type: relation, target: target.name, targetType: type }];
    });
    return relations.length === 0 ? null : { relations, category: "STABLE_PREFERENCE" };
  };
  const behind = (preposition: "in" | "of"): readonly Token[] => {
    if (preposition === "in") return phraseWith(statement, "in", "into")?.tokens ?? [];
    const of = complement.findIndex(({ lower }) => lower === "of");
    return of < 0 ? [] : complement.slice(of + 1).filter(({ time }) => time === null);
  };
  const keen = complement.findIndex(({ lower }) => KEEN.test(lower));
  const stated = BELONGINGS.find(({ sign }) => sign.test(text));
  if (stated === undefined && keen > 0)
    return link(
      complement.slice(0, keen).filter(({ lower }) => !KEENNESS.has(lower)),
      "likes",
      null,
    );
  const found = stated ?? BELONGINGS_ELSE.find(({ sign }) => sign.test(text));
  return found === undefined ? null : link(behind(found.behind), found.relation, found.type);
};
