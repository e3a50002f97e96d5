import { ATTRIBUTES, canonicalAttribute } from "../data/attributes.ts";
import { words } from "../data/words.ts";
import { kinAt, relativeName, tellRelative } from "../english/kin.ts";
import { ownerAt } from "../english/owners.ts";
import { headOf } from "../english/phrases.ts";
import type { Subject } from "../english/subject.ts";
import { textOf, type Token } from "../english/token.ts";
import { itemsOf } from "../text/list-items.ts";
import { tidy, withCapital } from "../text/tidy.ts";
import { isSo, objectOf, phraseWith, type Meaning, type Reader } from "./statement.ts";
import { targetIn } from "./targets.ts";
import { bare, isBeing } from "./copula.ts";
import { NAMES } from "./family.ts";

const STATUSES = words("single married engaged divorced widowed separated dating taken");
const DIETS = words(
  "vegan vegetarian pescatarian omnivore omnivorous flexitarian fruitarian kosher halal keto paleo gluten-free",
);

/** is 34, turned 60: the age. */
export const readAge: Reader = (statement) => {
  if (statement.subject.attribute !== null || statement.subject.thing || !isSo(statement))
    return null;
  const { verb } = statement;
  if (
    !(
      (isBeing(statement) && verb.tense === "present") ||
      (verb.lemma === "turn" &&
        (verb.tense === "past" ||
          verb.tense === "perfect" ||
          statement.times.some(({ core }) => core === "today")))
    )
  )
    return null;
  const tokens = bare(objectOf(statement)?.tokens ?? []);
  const [number, unit, old] = tokens;
  if (
    number === undefined ||
    number.part !== "number" ||
    number.span !== null ||
    !/^(?:\d{1,3}|\p{L}+(?:-\p{L}+)?)$/u.test(number.text) ||
    Number(number.text) > 120
  )
    return null;
  const counted = unit !== undefined && /^(?:years?|months?|weeks?)$/u.test(unit.lower);
  if (!(tokens.length === 1 || (counted && (old === undefined || old.lower === "old"))))
    return null;
  return {
    slot: "age",
    value:
      counted && /^(?:months?|weeks?)/u.test(unit.lower)
        ? `${number.text} ${unit.lower}`
        : number.text,
    ...(verb.lemma === "turn" ? { action: "UPDATE" as const } : {}),
  };
};

/** is single, is vegan: what one can be only one of. */
export const readStatus: Reader = (statement) => {
  if (
    !(isBeing(statement) || /^(?:go|turn|stay)$/u.test(statement.verb.lemma)) ||
    statement.subject.attribute !== null ||
    statement.subject.thing
  )
    return null;
  const tokens = bare(objectOf(statement)?.tokens ?? []).filter(
    ({ part }) => part !== "determiner",
  );
  const word = tokens[0]?.lower ?? "";
  const diet = tokens.find(
    ({ lower }, i) => DIETS.has(lower) && (i === 0 || i === tokens.length - 1),
  )?.lower;
  const slot =
    STATUSES.has(word) && tokens.length === 1 && statement.verb.lemma === "be"
      ? "relationship_status"
      : diet !== undefined && tokens.length <= 2
        ? "diet"
        : null;
  if (slot === null) return null;
  const value = slot === "diet" ? diet! : word;
  const { verb } = statement;
  if (verb.unreal) return null;
  if (verb.ended) return { action: "DELETE", slot, value };
  if (verb.negated) return slot === "diet" ? null : { slot, value: `not ${value}` };
  if (verb.tense === "past" && verb.lemma === "be") return null;
  return {
    slot,
    value,
    ...(verb.lemma === "be" && !verb.adverbs.has("now") ? {} : { action: "UPDATE" as const }),
  };
};

/** Tom is my brother, Ana is Pedro's wife: told as the relationship. */
export const readKinship: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  if (
    !isBeing(statement) ||
    subject.attribute !== null ||
    subject.thing ||
    subject.kin !== null ||
    !isSo(statement) ||
    verb.tense === "past"
  )
    return null;
  const object = objectOf(statement);
  if (object === undefined) return null;
  const head = headOf(object).filter(({ part }) => part !== "adverb");
  const owner = ownerAt(head, 0, discourse);
  const kin = owner === null ? null : kinAt(head, owner.next);
  if (
    owner === null ||
    kin === null ||
    kin.plural ||
    kin.at + kin.length !== head.length ||
    head.at(-1)!.owns ||
    owner.name === subject.name
  )
    return null;
  tellRelative(discourse, {
    owner: owner.name,
    term: kin.term,
    name: subject.name,
    confidence: statement.confidence,
    action: verb.adverbs.has("now") ? "UPDATE" : "NEW",
  });
  const more = statement.phrases.some(
    ({ preposition, time }) => preposition !== null || time !== null,
  );
  return more ? {} : { text: "" };
};

/** Who has a place now, by what it is and not by name: a fact about the one whose place it is. */
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

/** My dog is no longer Rex, my coach used to be Tom: somebody has the place no more. */
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

/** My pet is now a cat: another one than before. */
export const readOtherPet: Reader = (statement) => {
  const {
    subject: { relative, attribute },
    verb,
    complement,
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
  const isNow = verb.adverbs.has("now") || complement.some(({ lower }) => lower === "now");
  return isNow && /^an?$/u.test(object.find(({ part }) => part !== "adverb")?.lower ?? "")
    ? describedHolder(relative, object)
    : null;
};

/** My dentist has changed to Ana, my dog's name has changed to Max: another one has the place now. */
export const readReplacedRelative: Reader = (statement, discourse) => {
  const {
    subject: { relative: kin, attribute },
    verb,
  } = statement;
  if (kin === null || (attribute !== null && !NAMES.test(attribute))) return null;
  // "My husband has switched to Linux" is no other husband.
  const another =
    verb.lemma === "change" ||
    (verb.lemma === "switch" &&
      (attribute !== null || (kin.term.slot !== null && !kin.term.lasting)));
  if (!another || verb.negated || verb.unreal || verb.tense === "future") return null;
  const to = phraseWith(statement, "to");
  const named =
    attribute !== null && to?.tokens.length === 1 && to.tokens[0]!.part !== "pronoun"
      ? { name: withCapital(to.tokens[0]!.text), proper: true }
      : null;
  const other = to === undefined ? null : (named ?? targetIn(to, discourse, kin.term.type));
  if (other === null || !other.proper)
    return to === undefined || attribute !== null ? null : describedHolder(kin, to.tokens);
  tellRelative(discourse, {
    owner: kin.owner,
    term: kin.term,
    name: other.name,
    confidence: statement.confidence,
    action: "UPDATE",
    asPlace: true,
  });
  return { text: "" };
};

/** Blue is my favourite colour: the attribute told the other way round. */
export const readInverted: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  if (
    verb.lemma !== "be" ||
    verb.passive ||
    verb.progressive ||
    subject.attribute !== null ||
    subject.speaker ||
    !isSo(statement) ||
    verb.tense !== "present"
  )
    return null;
  const object = objectOf(statement);
  if (object === undefined) return null;
  const head = object.tokens;
  const owner = ownerAt(head, 0, discourse);
  if (owner === null) return null;
  const isNow = head.at(-1)?.lower === "now" || verb.adverbs.has("now");
  const key = tidy(textOf(head.slice(owner.next, head.at(-1)?.lower === "now" ? -1 : undefined)));
  const canonical = canonicalAttribute(key);
  if (
    (!/^favourite\b/u.test(canonical) && !ATTRIBUTES.has(canonical)) ||
    /\b(?:partner|owner|contact)\b/u.test(canonical)
  )
    return null;
  const value = subject.thing
    ? subject.text.replace(/^\p{Lu}(?=\p{Ll}+(?: |$))/u, (letter) => letter.toLowerCase())
    : subject.text;
  return {
    subject: owner.name,
    text: `${owner.name}'s ${key} is ${value}`,
    slot: canonical,
    value,
    category: "STABLE_PREFERENCE",
    ...(isNow ? { action: "UPDATE" as const } : {}),
  };
};

/** is fluent in, is a native speaker of, is a member of, is a fan of: what links a person to a thing. */
export const readBelonging: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  if (
    !isBeing(statement) ||
    subject.attribute !== null ||
    subject.thing ||
    !isSo(statement) ||
    verb.tense === "past"
  )
    return null;
  const words = statement.complement.map(({ lower }) => lower).join(" ");
  const phrase = phraseWith(statement, "in", "into");
  const of = statement.complement.findIndex(({ lower }) => lower === "of");
  const behindOf =
    of < 0
      ? undefined
      : {
          preposition: "of",
          tokens: statement.complement.slice(of + 1).filter(({ time }) => time === null),
          time: null,
        };
  const link = (type: string, at: typeof phrase, targetType: string | null): Meaning | null => {
    const relations = itemsOf(at?.tokens ?? []).flatMap((tokens) => {
      const target = targetIn({ preposition: null, tokens, time: null }, discourse, targetType);
      return target === null ? [] : [{ type, target: target.name, targetType }];
    });
    return relations.length === 0 ? null : { relations, category: "STABLE_PREFERENCE" };
  };
  if (/\bfluent in\b/u.test(words)) return link("speaks", phrase, "language");
  if (/\bnative speaker of\b/u.test(words)) return link("speaks", behindOf, "language");
  if (/\b(?:fan|lover|supporter|follower) of\b/u.test(words)) return link("likes", behindOf, null);
  const keen = statement.complement.findIndex(({ lower }) =>
    /^(?:fan|lover|enthusiast|supporter|geek|nerd|addict)$/u.test(lower),
  );
  if (keen > 0)
    return link(
      "likes",
      {
        preposition: null,
        tokens: statement.complement
          .slice(0, keen)
          .filter(
            ({ lower }) =>
              !/^(?:an?|big|huge|massive|total|lifelong|avid|die-hard|proud|keen|passionate|real|such)$/u.test(
                lower,
              ),
          ),
        time: null,
      },
      null,
    );
  if (/^(?:really |very |super |so )?into\b/u.test(words)) return link("likes", phrase, null);
  if (/\bmember of\b/u.test(words)) return link("member_of", behindOf, "organization");
  return null;
};
