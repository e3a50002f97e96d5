import { PHRASES } from "../../data/expressions.ts";
import { UNDATED } from "../../dates/validity.ts";
import { monthName } from "../../../../memory/time.ts";
import { vocabularyType } from "../../../../vocabulary/value-type.ts";
import type { SlotDefinition } from "../../../../vocabulary/slot.ts";
import { keys, listedWords } from "../../data/words.ts";
import { snakeCase } from "../../../../language/names.ts";
import { deviceIn } from "../../data/closings.ts";
import { CHANGES, JUDGEMENTS, canonicalAttribute, isAttributeNoun } from "../../data/attributes.ts";
import { kinOfPlural } from "../subjects/kin.ts";
import { firstOf, textOf, tokenAt, type Token } from "../tokens/token.ts";
import { readDate } from "../../dates/read-date.ts";
import { asValue, isMereState, valueTokens } from "./attribute-values.ts";
import { readMembers } from "./members.ts";
import {
  isBounded,
  isPlainBe,
  phraseWith,
  saysNow,
  type Meaning,
  type Reader,
  type FoundRelation,
  type Statement,
} from "./statement.ts";
import { itemsOf, upTo } from "../../text/list-items.ts";
import { isCapitalised, lastWord, tidy } from "../../text/tidy.ts";
import type { Discourse } from "../discourse.ts";
import { isIntransitive } from "./frame-phrases.ts";
import { LOOSE, targetIn } from "./targets.ts";
import { isRole } from "./role.ts";
import { upToComma } from "../clauses/phrases.ts";
import { isAccepted } from "./values.ts";

/**
 * The tokens of a value without an aside: "Bologna, been here forever", but not "Austin, Texas" or
 * "A, B and C". A text value includes the items of its list: "tea, coffee and cake".
 */
const upToAside = (tokens: readonly Token[], isText: boolean): readonly Token[] => {
  const mayGoOn = ({ part, name, lower }: Token): boolean =>
    name !== null ||
    part === "none" ||
    /^(?:number|time)$/u.test(part) ||
    /^(?:and|or|&)$/u.test(lower) ||
    (isText && !ASIDE.has(part) && !OPENS_ASIDE.has(lower));
  const end = tokens.findIndex(
    ({ after }, i) => after.includes(",") && !mayGoOn(tokenAt(tokens, i + 1)),
  );
  return end < 0 ? tokens : [...tokens.slice(0, end), { ...tokenAt(tokens, end), after: "" }];
};
const ASIDE = keys("verb auxiliary pronoun adverb preposition negation");
const OPENS_ASIDE = listedWords("opens_aside");

const RELATED_VALUES = /^(?:place|organization|product|person)$/u;
const NAMED_VALUES = /^(?:place|organization|product|person|animal)$/u;
const RELATIVE_DAY = /^(?:today|tonight|tomorrow|yesterday|(?:next|last|this) )/iu;

/** Whether the words describe a thing and do not name one: "red", "my baby", "hard to spell". */
const isNoName = (definition: SlotDefinition | null, tokens: readonly Token[]): boolean =>
  (definition?.value === "name" &&
    tokens.length > 1 &&
    tokens.every(({ text }) => !isCapitalised(text))) ||
  (definition !== null &&
    NAMED_VALUES.test(definition.value) &&
    (tokens.every(({ part }) => part === "adjective" || part === "adverb") ||
      (definition.value === "product" && firstOf(tokens).part === "possessive")));

const YEARS_AHEAD: Readonly<Partial<Record<string, number>>> = { "this year": 0, "next year": 1 };
const AHEAD = /^(?<day>.*\d.*) (?<year>(?:this|next) year)$/iu;

/**
 * The date of a relative day, "tomorrow", so that it is still true in a year. A birthday has no
 * year. Null for other words.
 */
const asDate = (
  [only, ...others]: readonly Token[],
  slot: string,
  { occurredAt, chrono }: Discourse,
): string | null => {
  const words = AHEAD.exec([only, ...others].map((token) => token?.time?.core ?? "").join(" "));
  const later = YEARS_AHEAD[words?.groups?.["year"]?.toLowerCase() ?? ""];
  if (only?.time?.kind === "point" && others.length <= 1 && later !== undefined)
    return `${words?.groups?.["day"]} ${Number(occurredAt.slice(0, 4)) + later}`;
  const core = others.length === 0 ? (only?.time?.core ?? "") : "";
  const date = RELATIVE_DAY.test(core) ? readDate(core, occurredAt, "future", chrono) : null;
  if (date?.precision !== "DAY") return null;
  const day = `${new Date(date.start).getUTCDate()} ${monthName(date.start)}`;
  return slot === "birthday" ? day : `${day} ${date.start.slice(0, 4)}`;
};

/** The relations of an attribute: `lives_in` for a city. */
const attributeRelations = (
  discourse: Discourse,
  definition: SlotDefinition | null,
  tokens: readonly Token[],
): FoundRelation[] => {
  const type = definition?.relationship?.type;
  if (definition === null || type === undefined || !RELATED_VALUES.test(definition.value))
    return [];
  const several = definition.cardinality === "MANY";
  return (several ? itemsOf(tokens) : [tokens]).flatMap((item) => {
    const phrase = { preposition: null, tokens: item, time: null };
    const target = targetIn(phrase, discourse, definition.value);
    return target === null || (several && !target.proper)
      ? []
      : [{ type, target: target.name, targetType: definition.value }];
  });
};

/** Slots whose value may be an activity: "my hobby is painting". */
const ACTIVITIES = PHRASES.one("attribute_activities");

/**
 * The slot of an attribute, with its definition if the vocabulary has one. If the slot has many
 * values, each label is a slot of its own.
 */
const slotOf = (
  attribute: string,
  type: string | null,
  { vocabulary }: Discourse,
): { readonly slot: string; readonly definition: SlotDefinition | null } => {
  const label = canonicalAttribute(attribute);
  const canonical = vocabulary.canonicalSlot(label, type);
  const slotDefinition = vocabulary.definition(canonical);
  const kind = vocabularyType(type ?? "");
  const fits = slotDefinition?.of == null || kind === null || slotDefinition.of.includes(kind);
  const definition = fits ? slotDefinition : null;
  return { slot: definition?.cardinality === "MANY" ? snakeCase(label) : canonical, definition };
};

const OWNED = "owns";
/**
 * The slot of an attribute whose value is that of a device, which is no number: "my phone is a
 * Pixel 6". The label says of which kind it is the only one. Null for other attributes.
 */
const slotOfDevice = (
  attribute: string,
  definition: SlotDefinition | null,
  { complement }: Statement,
  { vocabulary }: Discourse,
): Pick<AttributeStatement, "slot" | "definition" | "label"> | null => {
  const isNamed =
    firstOf(complement).part !== "preposition" &&
    complement.some(({ name, part }) => name !== null || part === "proper");
  const label = definition?.value === "contact" && isNamed ? deviceIn(attribute) : null;
  return label === null ? null : { slot: OWNED, definition: vocabulary.definition(OWNED), label };
};

/** Attributes of the past or the future: "my old company", "my next job". */
const OF_ANOTHER_TIME = PHRASES.one("attribute_of_another_time");

/** Parts of the body, which have no value: "My knees are ninety". */
const BODY_PARTS = listedWords("body_parts");

/** A statement about the value of an attribute. */
interface AttributeStatement {
  readonly statement: Statement;
  readonly discourse: Discourse;
  readonly attribute: string;
  readonly slot: string;
  readonly definition: SlotDefinition | null;
  /** The narrower name of a slot with several values; null for others. */
  readonly label: string | null;
  /** Whether the value replaces another one: "my new bank". */
  readonly isRenewed: boolean;
  /** The wording of the attribute in the text of a fact. */
  readonly text: string;
}

/**
 * Reads the value from one kind of statement. Null for another kind; `nothing` if the statement
 * gives no value at all.
 */
type ValueReader = (telling: AttributeStatement) => Meaning | "nothing" | null;

/** Times that state a duration or a frequency, and are not part of a value. */
const TELLS_SPAN = /^(?:recurrence|from|since|until)$/u;
const JOINS = /^(?:and|or)$/u;

const LONGEST_ITEM = 3;
const LISTED_VALUES = /^(?:activity|language|text)$/u;
/**
 * The values of a list: "My hobbies are chess and golf". Null if the words are not a list of
 * values.
 */
const readList = (
  { statement: { subject }, discourse, definition, text }: AttributeStatement,
  tokens: readonly Token[],
): Meaning | null => {
  if (definition?.cardinality !== "MANY" || !LISTED_VALUES.test(definition.value)) return null;
  const values = itemsOf(upToAside(tokens, true)).map((item) =>
    tidy(textOf(item).replace(/,$/u, "")),
  );
  const isPlain = (value: string): boolean =>
    value.split(" ").length <= LONGEST_ITEM && isAccepted(definition.slot, value, discourse);
  if (values.length < 2 || !values.every(isPlain)) return null;
  const { slot } = definition;
  return {
    facts: values.map((value) => ({
      text: `${text} ${subject.plural ? "include" : "is"} ${value}`,
      slot,
      value,
    })),
    relations: values.flatMap((target) =>
      definition.relationship === null ? [] : [{ type: definition.relationship.type, target }],
    ),
    text: "",
  };
};
const AFTER_AMOUNT = listedWords("attribute_after_amount");
/** The tokens of an amount without the words after it: "€1,035 on the first". */
const upToAmount = (
  tokens: readonly Token[],
  definition: SlotDefinition | null,
): readonly Token[] => {
  const isAmount = definition?.value === "amount";
  return upTo(tokens, ({ lower }, i) => isAmount && i > 0 && AFTER_AMOUNT.has(lower));
};

interface ValueStatement {
  /** Whether the value replaces another one. */
  readonly changes?: boolean;
  /** Whether the fact keeps the words of the statement. */
  readonly keepsWords?: boolean;
}

const ARTICLE = /^(?:an?|the) /u;
/** The meaning of a value in the given tokens. */
const meaningOfValue = (
  telling: AttributeStatement,
  tokens: readonly Token[],
  { changes = false, keepsWords = false }: ValueStatement,
): Meaning | "nothing" => {
  const { statement, discourse, slot, definition, label, text } = telling;
  const list = readList(telling, tokens);
  if (list !== null) return list;
  const isText = definition === null || LISTED_VALUES.test(definition.value);
  // "is 42 since the pregnancy"
  const untimedTokens = upTo(tokens, ({ lower }, i) => i > 0 && lower === "since");
  const namedTokens = upToAside(untimedTokens, isText);
  const valuePart = upToAmount(namedTokens, definition).filter(
    ({ time }, i, part) =>
      // "Monday and Wednesday evenings" is one value.
      i === 0 || JOINS.test(tokenAt(part, i - 1).lower) || !TELLS_SPAN.test(time?.kind ?? ""),
  );
  const value =
    asDate(valuePart, slot, discourse) ??
    asValue(valuePart.length > 0 ? valuePart : namedTokens, statement, discourse);
  const isNone = firstOf(tokens).time?.kind === "duration" || isNoName(definition, valuePart);
  if (value === "" || isNone || !isAccepted(definition?.slot ?? slot, value, discourse))
    return "nothing";
  const verb = statement.subject.plural ? "are" : "is";
  return {
    slot,
    value: label === null ? value : value.replace(ARTICLE, ""),
    label,
    ...(changes ? { action: "UPDATE" as const } : {}),
    relations: attributeRelations(discourse, definition, tokens),
    category: "STABLE_PREFERENCE",
    ...(keepsWords
      ? {}
      : { text: `${text} ${verb} ${slot === "headquarters" ? "in " : ""}${value}` }),
  };
};

/** Whether a passive verb sets the value: "was set for 2 April", "is called Orion". */
const isSet = ({ verb }: Statement): boolean =>
  verb.passive && /^(?:call|name|set|schedule|cap|fix|limit|plan)$/u.test(verb.lemma);

/**
 * Whether the statement gives a current value: "is Friday", "will be set for Friday", but not "was
 * Friday" or "will be Friday".
 */
const isStating = (statement: Statement): boolean => {
  const { tense } = statement.verb;
  const set = isSet(statement);
  const isPlanned = statement.when.from !== null || statement.when.planned !== null;
  return (
    (isPlainBe(statement) || set) &&
    (tense !== "past" || isBounded(statement)) &&
    (tense !== "future" || set || isPlanned)
  );
};

/**
 * The tokens of a value without a time after it: "$1,500 in April". "April 2 in the morning" is
 * unchanged.
 */
const upToTime = (tokens: readonly Token[]): readonly Token[] =>
  firstOf(tokens).time === null ? upTo(tokens, ({ time }) => time !== null) : tokens;

const MOVING = listedWords("attribute_moving");
const GROUPS = listedWords("attribute_groups");
/**
 * Whether the holder moved, so that the attribute keeps its value: "My company moved to Austin".
 */
const isMoveOfHolder = ({ statement, definition, attribute }: AttributeStatement): boolean =>
  MOVING.has(statement.verb.lemma) &&
  (GROUPS.has(lastWord(attribute)) || /^(?:organization|person)$/u.test(definition?.value ?? ""));

const DEADLINES = PHRASES.one("attribute_deadlines");
/**
 * Whether it says until when something lasts, and not what it is: "My visa was extended to 2028".
 */
const isProlonged = ({ statement, slot }: AttributeStatement): boolean =>
  statement.verb.lemma === "extend" && !DEADLINES.test(slot);

/**
 * Reads a changed value: "The deadline moved to April 2", "became blue", but not "will move to
 * April 2" or "has changed".
 */
const readChange: ValueReader = (telling) => {
  const { statement, slot, text } = telling;
  const { verb, complement, times } = statement;
  const isPlan = verb.tense === "future" && statement.when.planned === null;
  // In "The doctor raised my dose to 20 mg", something else has changed.
  const isOfOther = !verb.passive && !isIntransitive(statement) && verb.lemma !== "become";
  if (!CHANGES.has(verb.lemma) || isPlan || verb.negated || isOfOther || isProlonged(telling))
    return null;
  const to = phraseWith(statement, "to", "until", "up to", "down to", "back to", "till");
  // "until Friday", "from Tuesday to Friday".
  const until = times.flatMap(({ kind, core, until: end }) =>
    kind === "until" ? core : kind === "range" && end !== null ? end : [],
  )[0];
  if (to === undefined && until === undefined && verb.lemma !== "become") return null;
  if (to === undefined && until === undefined) {
    const tokens = valueTokens(complement);
    return tokens.length === 0 ? null : meaningOfValue(telling, tokens, { changes: true });
  }
  const tokens =
    to === undefined || to.tokens.length === 0
      ? []
      : upToTime(valueTokens(complement.slice(complement.indexOf(firstOf(to.tokens)))));
  if (isMoveOfHolder(telling)) return null;
  if (tokens.length > 0) return meaningOfValue(telling, tokens, { changes: true });
  return until === undefined
    ? null
    : {
        slot,
        value: until,
        action: "UPDATE",
        text: `${text} is ${until}`,
        when: UNDATED,
        category: "STABLE_PREFERENCE",
      };
};

/** Reads an ended value: "My city is no longer Rome". */
const readEndedValue: ValueReader = ({ statement, discourse, slot }) => {
  if (!statement.verb.ended || !isPlainBe(statement)) return null;
  const value = asValue(valueTokens(statement.complement), statement, discourse);
  return value === ""
    ? "nothing"
    : { action: "DELETE", slot, value, category: "STABLE_PREFERENCE" };
};

/**
 * Reads an activity as the value: "My hobby is painting", "My goal is to run a marathon", but not
 * "My city is growing".
 */
const readActivity: ValueReader = (telling) => {
  const { verb, predicate, complement } = telling.statement;
  if (!ACTIVITIES.test(telling.slot)) return null;
  if (verb.progressive && verb.tense === "present") {
    const gerund = predicate.findIndex(
      ({ part, text }) => part === "gerund" || text.endsWith("ing"),
    );
    // "My job is exhausting" is a judgement.
    return gerund < 0 || JUDGEMENTS.has(tokenAt(predicate, gerund).lower)
      ? "nothing"
      : meaningOfValue(telling, predicate.slice(gerund), { keepsWords: true });
  }
  const isInfinitive = firstOf(complement).lower === "to" && complement.length > 1;
  return isInfinitive && !verb.negated && isStating(telling.statement)
    ? meaningOfValue(telling, complement, { keepsWords: true })
    : null;
};

/** The tokens that may contain the value, without "to be" and "for" after "was set". */
const valueWords = (statement: Statement): readonly Token[] => {
  const { complement } = statement;
  if (!isSet(statement)) return complement;
  const { lower } = firstOf(complement);
  if (lower === "to") return complement.slice(tokenAt(complement, 1).lower === "be" ? 2 : 1);
  return /^(?:for|at|on)$/u.test(lower) ? complement.slice(1) : complement;
};

/**
 * Reads a stated value: "My city is Mumbai", "The demo is set for Friday", but not "My city was
 * Mumbai", "My city is great" or "My dogs are Rex".
 */
const readStatedValue: ValueReader = (telling) => {
  const { statement, discourse, attribute, isRenewed } = telling;
  const { verb, complement } = statement;
  if (!isStating(statement) || verb.negated) return null;
  const isSetByOthers = isSet(statement);
  const tokens = valueTokens(valueWords(statement));
  const content = complement.filter(({ lower }) => !LOOSE.has(lower));
  if (tokens.length === 0 || (!isSetByOthers && isMereState(content, attribute))) return null;
  // "My job is an absolute nightmare" is a judgement too.
  const { lower } = firstOf(tokens);
  const isNoRole =
    telling.slot === "role" &&
    (JUDGEMENTS.has(lower) || (/^an?$/u.test(lower) && !isRole(upToComma(tokens))));
  if (isNoRole) return null;
  const members = readMembers(statement, discourse, attribute, tokens);
  if (members !== null) return members;
  if (kinOfPlural(attribute) !== null) return null;
  const changes = saysNow(statement) || isRenewed;
  return meaningOfValue(telling, tokens, { changes, keepsWords: !changes && !isSetByOthers });
};

/** The readers, in the order in which they are tried. */
const VALUE_READERS: readonly ValueReader[] = [
  readChange,
  readEndedValue,
  readActivity,
  readStatedValue,
];

/**
 * The attribute, with "phone number" for a number whose value is one: "My new number is 555 1234",
 * but not "my work number".
 */
const labelOfValue = (attribute: string, { complement }: Statement): string =>
  /^(?:(?:new|own|current|main|personal|private|contact|direct|home|old|uk|us) )*(?:(?:phone|mobile|cell|telephone) )?number$/iu.test(
    attribute,
  ) && complement.some(({ span }) => span?.kind === "phone")
    ? "phone number"
    : attribute;

/**
 * Words that are not the label of an attribute: "life", "friends, family and mentors", "presence in
 * my room".
 */
const NO_LABEL = PHRASES.one("attribute_no_label");

const LOCATED = /^(?<role>\p{Ll}+(?: \p{Ll}+)?) (?:in|at) (?:the|our|my) /u;
/**
 * The attribute without a place, if somebody is it: "tenant" of "our tenant in the other house".
 */
const roleWithoutPlace = ({ subject: { attribute }, complement }: Statement): string | null => {
  const { role } = LOCATED.exec(attribute ?? "")?.groups ?? {};
  return role !== undefined && complement[0]?.name?.type === "person" ? role : attribute;
};

/** Reads the value of an attribute: "My city is Mumbai", "The deadline moved to April 2". */
export const readAttribute: Reader = (statement, discourse) => {
  const { subject, verb, predicate } = statement;
  const attribute = roleWithoutPlace(statement);
  if (attribute === null || verb.unreal || subject.indirect) return null;
  const part = lastWord(attribute);
  if (OF_ANOTHER_TIME.test(attribute) || BODY_PARTS.has(part) || NO_LABEL.test(attribute))
    return null;
  const bySlot = slotOf(labelOfValue(attribute, statement), subject.type, discourse);
  const device = slotOfDevice(attribute, bySlot.definition, statement, discourse);
  const { slot, definition, label } = device ?? { ...bySlot, label: null };
  const isOfSeveral =
    kinOfPlural(attribute) !== null && !/^(?:is|are)$/u.test(firstOf(predicate).lower);
  if (/^favourites?$/u.test(slot) || isOfSeveral) return null;
  const isRenewed = /^new (?=\p{L})/iu.test(attribute) && isAttributeNoun(attribute.slice(4));
  const text = isRenewed ? subject.text.replace(/(?<='s )new /u, "") : subject.text;
  const telling: AttributeStatement = {
    statement,
    discourse,
    attribute,
    slot,
    definition,
    label,
    isRenewed: isRenewed || label !== null,
    text,
  };
  for (const reader of VALUE_READERS) {
    const meaning = reader(telling);
    if (meaning !== null) return meaning === "nothing" ? null : meaning;
  }
  return null;
};
