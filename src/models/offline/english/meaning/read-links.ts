import { PHRASES } from "../../data/expressions.ts";
import { DEMONYMS, TECHNOLOGIES } from "../../data/word-sets.ts";
import { listedWords } from "../../data/words.ts";
import { itemsOf, upTo } from "../../text/list-items.ts";
import { tidy } from "../../text/tidy.ts";
import type { Phrase } from "../clauses/phrases.ts";
import { kinTerm } from "../../data/kinship.ts";
import type { Discourse } from "../discourse.ts";
import { addRelative } from "../subjects/kin.ts";
import { firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import type { FrameReading } from "./slot-frame.ts";
import {
  isFigurative,
  isForTheDay,
  isSo,
  pastInterval,
  phraseWith,
  type FoundRelation,
  type Meaning,
  type Statement,
} from "./statement.ts";
import { isNoPastime, placeIn } from "./values.ts";
import { targetIn } from "./targets.ts";

const STABLE = { category: "STABLE_PREFERENCE" } as const;

/** Words that begin a comparison or a reason after a liked thing. */
const COMPARED = listedWords("read_links_compared");
const LONGEST_ITEM = 4;
const LONGEST_ENTITY = 3;
const FILLERS = PHRASES.one("read_links_fillers");
const TRAILING = PHRASES.one("read_links_trailing");

/** Words for the manner of an activity, which are no object: "plays together", "plays fair". */
const NO_OBJECT = listedWords("read_links_no_object");

const upToComparison = (tokens: readonly Token[]): readonly Token[] =>
  upTo(tokens, ({ lower, part }, i) => i > 0 && COMPARED.has(lower) && part !== "noun");

const describes = (token: Token): boolean =>
  token.part === "adjective" || DEMONYMS.has(token.lower);

/**
 * The items of a plain list. Each becomes a fact, so that one can be retracted alone. Null for
 * "Thai and Indian food" and "tea and coffee in the morning".
 */
const plainItems = (tokens: readonly Token[]): Token[][] | null => {
  const items = itemsOf(tokens);
  const isPlain = (item: readonly Token[]): boolean =>
    item.length <= LONGEST_ITEM &&
    item.every(
      ({ part, time }) => time === null && !/^(?:verb|auxiliary|conjunction|pronoun)$/u.test(part),
    );
  const [first = []] = items;
  const last = items.at(-1) ?? [];
  const sharesNoun =
    first.length === 1 &&
    first.every(describes) &&
    last.length > 1 &&
    describes(firstOf(last)) &&
    !describes(lastOf(last));
  const sharesPhrase =
    last.some(({ part }) => part === "preposition") &&
    !first.some(({ part }) => part === "preposition" || part === "gerund");
  return items.length > 1 && items.every(isPlain) && !sharesNoun && !sharesPhrase ? items : null;
};

/** The entity that an item names: French in "a little French". Null if it names none. */
const entityOf = (
  item: readonly Token[],
  discourse: Discourse,
  type: string | null,
): string | null => {
  const proper = item.find(({ name, owns }) => name !== null && !owns);
  if (proper?.name) return discourse.note({ ...proper.name, type: proper.name.type ?? type });
  const isNoName = item.some(({ part }) => /^(?:pronoun|verb|auxiliary|possessive)$/u.test(part));
  if (item[0]?.part === "number" || isNoName) return null;
  let name = tidy(textOf(item.filter(({ time }) => time === null)));
  for (let before = ""; before !== name;) {
    before = name;
    name = name.replace(FILLERS, "");
  }
  name = name.replace(TRAILING, "");
  return name === "" ||
    NO_OBJECT.has(name.toLowerCase()) ||
    name.split(" ").length > LONGEST_ENTITY ||
    !/^[\p{L}\p{N}]/u.test(name)
    ? null
    : discourse.findings.entity(name, type);
};

/** The meaning of the object: each item of a list, or the whole. */
const readObject = ({ frame, statement, discourse }: FrameReading, relation: string): Meaning => {
  const { itemSlot, target: type } = frame;
  const { verb, complement, subject } = statement;
  // "ever since" is part of the time.
  const objectTokens = upToComparison(
    complement.filter(({ time, lower }) => time === null && lower !== "ever"),
  );
  // In "plays bass in a band", the bass is the object.
  const tokens = upTo(objectTokens, ({ part }) => itemSlot !== null && part === "preposition");
  const isList = tokens.length === complement.length && subject.attribute === null;
  const items = isList ? plainItems(tokens) : null;
  const relations = (items ?? itemsOf(tokens)).flatMap((item): FoundRelation[] => {
    const isBare = items === null && type === null && item.length === 1;
    const target = isBare && item.every(describes) ? null : entityOf(item, discourse, type);
    return target === null ? [] : [{ type: relation, target, targetType: type }];
  });
  const [only, ...others] = relations;
  const isOfSlot =
    !verb.negated && !(itemSlot === "hobby" && (isNoPastime(tokens) || isForTheDay(statement)));
  const slot = isOfSlot ? itemSlot : null;
  if (items !== null)
    return {
      relations,
      ...STABLE,
      items,
      ...(items.length === relations.length ? { itemSlot: slot } : {}),
    };
  const isOne = slot !== null && only !== undefined && others.length === 0;
  return { relations, ...STABLE, ...(isOne ? { slot, value: only.target } : {}) };
};

/** Reads tastes: "likes tea and coffee", "does not like olives". */
const readItems = (reading: FrameReading): Meaning | null => {
  const { frame, statement } = reading;
  const { verb, complement } = statement;
  if (verb.ended)
    return {
      action: "DELETE",
      ...(frame.itemSlot === null ? {} : { slot: frame.itemSlot }),
      value: tidy(textOf(complement.filter(({ lower }) => lower !== "anymore"))),
      ...STABLE,
    };
  const opening = firstOf(complement);
  const isOpinion = opening.lower === "to" || opening.lower === "it";
  const relation = verb.negated ? frame.denied : frame.relation;
  if (verb.tense === "past" || verb.unreal || isOpinion || relation === null)
    return frame.target === null && relation !== null ? STABLE : null;
  return opening.part === "preposition" || statement.isAhead ? null : readObject(reading, relation);
};

/** The person whom a pronoun means: "hired her", "hired me". Null for other words. */
const pronounTarget = (word: string, subject: string, discourse: Discourse): string | null => {
  if (word === "me" || word === "us") return discourse.speaker;
  return word === "him" || word === "her" ? discourse.conversation.personFor(word, subject) : null;
};

/** The relations to the named people: "hired Clara and Tom". */
const namedTargets = (
  { tokens }: Phrase,
  relation: string,
  type: string | null,
  discourse: Discourse,
): FoundRelation[] =>
  itemsOf(tokens).flatMap((item) => {
    const name = item.find((token) => token.name !== null && !token.owns)?.name;
    if (name == null) return [];
    const targetType = name.type ?? type;
    return [{ type: relation, target: discourse.note({ ...name, type: targetType }), targetType }];
  });

/** Reads a past or future journey: "visited Rome", "flew to Rome", "has been to Rome". */
const readJourney = ({ frame, phrase, statement, discourse }: FrameReading): Meaning | null => {
  const { relation, former } = frame;
  const { verb, isAhead } = statement;
  const isGoing = isAhead || verb.progressive;
  const place = placeIn(phrase, discourse);
  const hasBeen = verb.lemma !== "be" || verb.tense === "perfect" || verb.tense === "past";
  return place?.proper && place.type === "place" && hasBeen
    ? {
        relations: [
          { type: (isGoing ? relation : former) ?? "", target: place.name, targetType: "place" },
        ],
      }
    : null;
};

const COLLEAGUE = kinTerm("colleague");
/**
 * Whether somebody works with people: "with Tom", "with Priya and Stefan", but not "with Priya",
 * which may be a firm, or "with Bosch and Siemens".
 */
const namesColleagues = (
  { relation }: FrameReading["frame"],
  targets: readonly FoundRelation[],
): boolean =>
  relation === COLLEAGUES &&
  targets.every(({ targetType }) => targetType == null || targetType === "person") &&
  (targets.length > 1 || targets[0]?.targetType === "person");
const COLLEAGUES = "works_with";

/** Adds the colleagues. The words are kept if they say more: "works with Tom on the payroll". */
const withColleagues = (
  { statement, discourse, phrase }: FrameReading,
  targets: readonly FoundRelation[],
): Meaning => {
  const { subject, confidence, complement } = statement;
  for (const { target: name } of targets)
    if (COLLEAGUE !== undefined)
      addRelative(discourse, { owner: subject.name, term: COLLEAGUE, name, confidence });
  return complement.length > phrase.tokens.length + 1 ? {} : { text: "" };
};

/** "no longer works with Tom" */
const withoutColleague = ({ phrase, discourse }: FrameReading): Meaning | null => {
  const [only, ...others] = namedTargets(phrase, COLLEAGUES, null, discourse);
  return only === undefined || others.length > 0
    ? null
    : { slot: "colleague", value: only.target, action: "DELETE" };
};

/**
 * Reads a relation to names: "hired Clara", "works with Tom", but not "is hiring Ana" or "ran a
 * marathon".
 */
const readNames = (reading: FrameReading): Meaning | null => {
  const { frame, phrase, discourse } = reading;
  const { verb, subject, isAhead } = reading.statement;
  if (frame.target === "place") return readJourney(reading);
  const isOver = verb.tense === "past" || verb.tense === "perfect";
  const isHiring = verb.progressive && verb.tense === "present" && verb.lemma === "hire";
  const isRace = frame.prepositions === null && verb.lemma === "run" && isOver;
  if (isAhead || isHiring || isRace) return null;
  const isDirect = frame.prepositions === null;
  const type = (isDirect && isOver ? frame.former : null) ?? frame.relation ?? "";
  const person = pronounTarget(firstOf(phrase.tokens).lower, subject.name, discourse);
  if (person !== null) return { relations: [{ type, target: person, targetType: "person" }] };
  const relations = namedTargets(phrase, type, null, discourse);
  if (!isOver && namesColleagues(frame, relations)) return withColleagues(reading, relations);
  const isPlace = !isDirect && relations.some(({ targetType }) => targetType === "place");
  return relations.length === 0 || isPlace ? null : { relations };
};

/**
 * Reads a passive statement, whose object is the source of the relation: "was hired by Acme", "is
 * led by Sofia".
 */
export const readPassiveLink = (statement: Statement, discourse: Discourse): Meaning | null => {
  const { verb, subject } = statement;
  if (!verb.passive || subject.attribute !== null || !isSo(statement)) return null;
  const by = phraseWith(statement, "by");
  const target = by === undefined ? null : targetIn(by, discourse);
  const frame = discourse.frames
    .of(verb.lemma)
    .find(
      ({ pick, prepositions, slot }) => pick === "names" && prepositions === null && slot === null,
    );
  if (target?.proper !== true || frame === undefined) return null;
  const isOver = verb.tense === "past" || verb.tense === "perfect" || verb.lemma === "hire";
  const type = (isOver ? frame.former : frame.relation) ?? "";
  return { relations: [{ type, target: target.name, targetType: target.type, inverse: true }] };
};

const isTool = (token: Token): boolean =>
  TECHNOLOGIES.has(token.lower) ||
  (token.name !== null &&
    !/^(?:person|place)$/u.test(token.name.type ?? "") &&
    !token.owns &&
    !DEMONYMS.has(token.lower));

/** What opens a rejected alternative: "Kubernetes instead of Nomad". */
const ALTERNATIVE = listedWords("read_links_alternative");

const toolsIn = ({ tokens }: Phrase, discourse: Discourse): FoundRelation[] =>
  itemsOf(upTo(tokens, ({ lower }) => ALTERNATIVE.has(lower))).flatMap((item) =>
    item.filter(isTool).map((token) => ({
      type: "uses",
      target: discourse.note({
        name: token.name?.name ?? token.text,
        type: token.name?.type ?? "product",
        gender: null,
      }),
      targetType: "product",
    })),
  );

/** Whether the use is over, at a time that is not stated: "used Trello". */
const isFormerUse = (statement: Statement): boolean =>
  statement.verb.tense === "past" &&
  pastInterval(statement) === null &&
  /^(?:use|run)$/u.test(statement.verb.lemma);

/** The tool that is used no longer; none in "are moving from Slack to Teams", which goes on. */
const droppedIn = (statement: Statement, discourse: Discourse): FoundRelation | undefined => {
  const from = phraseWith(statement, "from", "away from", "off");
  return from === undefined || statement.verb.progressive ? undefined : toolsIn(from, discourse)[0];
};

/** Reads the tools of a person, a team or a thing: "uses React", "switched from Vue to React". */
const readTools = ({ frame, phrase, statement, discourse }: FrameReading): Meaning | null => {
  const { former, prepositions } = frame;
  const { verb, subject } = statement;
  const isChange = prepositions?.[0] === "to";
  const isWhole = prepositions === null && !verb.passive;
  const isKnownTool = phrase.tokens.some(
    ({ lower, name }) => TECHNOLOGIES.has(lower) || name?.type === "product",
  );
  if (isChange && !isKnownTool) return null;
  const tools = toolsIn(isWhole ? { ...phrase, tokens: statement.complement } : phrase, discourse);
  if (tools.length === 0 || (isChange && subject.attribute !== null)) return null;
  if (verb.ended) return { action: "DELETE", value: tools[0]?.target ?? null };
  if (!isSo(statement) || (verb.tense === "future" && !verb.decided)) return null;
  // "are switching to Teams next month"
  if (isChange && statement.isAhead) return null;
  const droppedTool = isChange ? droppedIn(statement, discourse) : undefined;
  return {
    relations: isFormerUse(statement)
      ? tools.map((tool) => ({ ...tool, type: former ?? tool.type }))
      : tools,
    facts:
      droppedTool === undefined
        ? []
        : [
            {
              text: `${subject.text} no longer uses ${droppedTool.target}`,
              value: droppedTool.target,
              action: "DELETE",
            },
          ],
    ...STABLE,
  };
};

/** Reads a verb phrase without a slot: tastes, people and tools. */
export const readLinked = (reading: FrameReading): Meaning | null => {
  const { frame, phrase, statement, discourse } = reading;
  const { subject, verb } = statement;
  if (isFigurative(statement)) return null;
  if (frame.pick === "tools")
    return subject.type === "organization" && verb.lemma === "run" ? null : readTools(reading);
  if (frame.pick === "items") return subject.thing || verb.passive ? null : readItems(reading);
  if (frame.relation === COLLEAGUES && verb.ended) return withoutColleague(reading);
  if (subject.attribute !== null || !isSo(statement)) return null;
  if (frame.pick === "names") return readNames(reading);
  if (subject.thing || frame.relation === null) return null;
  if (frame.target === "place") {
    const place = placeIn(phrase, discourse);
    return place === null
      ? null
      : { relations: [{ type: frame.relation, target: place.name, targetType: "place" }] };
  }
  const isPast = verb.tense === "past" && frame.former === null;
  const relations = itemsOf(phrase.tokens).flatMap((item): FoundRelation[] => {
    const target = isPast ? null : entityOf(item, discourse, frame.target);
    return target === null
      ? []
      : [{ type: frame.relation ?? "", target, targetType: frame.target }];
  });
  const isDiagnosis = frame.former !== null;
  return relations.length === 0
    ? null
    : { relations, category: isDiagnosis ? "BIOGRAPHICAL_MILESTONE" : "STABLE_PREFERENCE" };
};
