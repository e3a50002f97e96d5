import { PHRASES } from "../../data/expressions.ts";
import { isAttributeNoun } from "../../data/attributes.ts";
import { tidy, withCapital } from "../../text/tidy.ts";
import type { Discourse } from "../discourse.ts";
import { kinTerm } from "../../data/kinship.ts";
import { kinAt, meantRelative, unnamedRelative, type KinMatch } from "./kin.ts";
import { ownerAt, type Owner } from "./owners.ts";
import {
  attributeSubject,
  MANY,
  personSubject,
  PLAIN,
  relativeSubject,
  speakerSubject,
  type Subject,
} from "./subject.ts";
import { keys, listedWords } from "../../data/words.ts";
import {
  firstOf,
  isAdverbial,
  isNaming,
  lastOf,
  textOf,
  tokenAt,
  type Token,
} from "../tokens/token.ts";

/** The subject that belongs to an owner: a relative, or an attribute. */
const ownedSubject = (
  tokens: readonly Token[],
  owner: Owner,
  discourse: Discourse,
): Subject | null => {
  const kin = kinAt(tokens, owner.next);
  if (kin !== null && !kin.plural) {
    const afterTerm = tokenAt(tokens, kin.end);
    const isWhole =
      afterTerm.part === "none"
        ? !kin.last.owns
        : afterTerm.part === "preposition" && afterTerm.lower !== "of";
    const isOther = tokens
      .slice(owner.next, kin.at)
      .some(({ lower }) => /^(?:other|second|third|new)$/u.test(lower));
    const isRenewed = tokens.slice(owner.next, kin.at).some(({ lower }) => lower === "new");
    if (isWhole)
      return { ...relativeSubject(owner.name, kin.term, discourse, isOther), renewed: isRenewed };
    if (kin.last.owns) return relativesOwn(tokens, owner, kin, discourse);
  }
  const ownedTokens = tokens.slice(owner.next);
  const [{ name = null } = {}] = ownedTokens;
  // "our Lotte" is the person herself.
  if (ownedTokens.length === 1 && name?.type === "person")
    return namedSubject(ownedTokens, discourse);
  const attribute = tidy(textOf(ownedTokens));
  return attribute === "" || ownedTokens.some(({ part }) => part === "pronoun")
    ? null
    : attributeSubject(owner.name, attribute, discourse);
};

/** The attribute of a relative: "my sister's city". The relative itself if there is none. */
const relativesOwn = (
  tokens: readonly Token[],
  owner: Owner,
  kin: KinMatch,
  discourse: Discourse,
): Subject => {
  const attribute = tidy(textOf(tokens.slice(kin.end)));
  const relative = relativeSubject(owner.name, kin.term, discourse);
  return attribute === "" ? relative : attributeOf(relative, attribute, discourse);
};

/** The attribute of another subject: of a relative, of a pet. */
const attributeOf = (owner: Subject, attribute: string, discourse: Discourse): Subject => {
  const { name, type, kin, relative } = owner;
  return { ...attributeSubject(name, attribute, discourse), type, kin, relative };
};

/**
 * The attribute of the noun after the preposition: "the name of my dog", "the deadline for the
 * migration". Null for other words.
 */
const ofPhrase = (
  tokens: readonly Token[],
  start: number,
  discourse: Discourse,
): Subject | null => {
  const at = tokens.findIndex(
    (token, i) => i > start && (token.lower === "of" || token.lower === "for"),
  );
  // "Sourcing pieces for my shop" is an activity.
  if (at < 0 || (tokenAt(tokens, start).part === "gerund" && at - start > 1)) return null;
  const attribute = tidy(textOf(tokens.slice(start, at)));
  const rest = tokens.slice(at + 1);
  const owner = ownerAt(rest, 0, discourse);
  if (owner !== null) {
    const possession = ownedSubject(rest, owner, discourse);
    if (possession === null) return null;
    if (possession.kin !== null || possession.attribute === null)
      return attributeOf(possession, attribute, discourse);
    return attributeSubject(owner.name, `${possession.attribute} ${attribute}`, discourse);
  }
  const nameToken = rest.find((token) => token.name !== null && !token.owns);
  if (nameToken !== undefined && nameToken.name !== null)
    return {
      ...attributeSubject(discourse.note(nameToken.name), attribute, discourse),
      text: tidy(textOf(tokens)),
    };
  const withoutDeterminers = rest.filter((token) => token.part !== "determiner");
  if (
    !isAttributeNoun(attribute) ||
    withoutDeterminers.length === 0 ||
    withoutDeterminers.length > 3 ||
    withoutDeterminers.some(({ part, owns }) => owns || (part !== "noun" && part !== "adjective"))
  )
    return null;
  return attributeSubject(
    discourse.speaker,
    `${tidy(textOf(withoutDeterminers))} ${attribute}`,
    discourse,
  );
};

const THING_WORDS = keys("noun adjective proper number gerund");
const NO_THING = PHRASES.one("no_thing");

const MOST_THING_WORDS = 5;
const MOST_WORDS_BEHIND = 6;

/** Whether the words may follow a thing: "the office in Rome", but not "the day when we met". */
const mayFollowThing = (tokens: readonly Token[]): boolean =>
  tokens.length <= MOST_WORDS_BEHIND &&
  !tokens.some(({ part }) => part === "conjunction" || part === "pronoun");

/**
 * Whether the words name a thing: "project", "deploy pipeline", but not "things", "running late" or
 * "Ana's".
 */
const namesThing = (noun: readonly Token[]): boolean => {
  const last = lastOf(noun);
  return (
    noun.length > 0 &&
    noun.length <= MOST_THING_WORDS &&
    noun.every(({ part, owns }) => THING_WORDS.has(part) && !owns) &&
    !(noun.length === 1 && NO_THING.test(last.lower)) &&
    !(last.part === "gerund" && noun.length > 3)
  );
};

/**
 * The attribute of a named entity: "the Atlas deadline", but not "the Rome office" or "the AWS
 * spend". Null for other words.
 */
const attributeOfNamed = (
  [nameToken, ...label]: readonly Token[],
  discourse: Discourse,
): Subject | null => {
  const attribute = tidy(textOf(label));
  const slot = discourse.vocabulary.canonicalSlot(attribute);
  const isKnown = label.length > 0 && discourse.vocabulary.definition(slot)?.of === null;
  if (nameToken?.name == null || !isKnown || /^(?:place|person)$/u.test(nameToken.name.type ?? ""))
    return null;
  return attributeSubject(discourse.note(nameToken.name), attribute, discourse);
};

const ENCOUNTERS = listedWords("encounters");
/** "the meeting with Dana": with somebody whom the speaker meets. */
const isWithSomebody = (tokens: readonly Token[], preposition: number): boolean =>
  tokenAt(tokens, preposition).lower === "with" &&
  ENCOUNTERS.has(tokenAt(tokens, preposition - 1).lower);

/**
 * The thing that the words name: "the project", "the deploy pipeline", or "the deadline", which may
 * belong to the speaker. Null for other words.
 */
const thingSubject = (tokens: readonly Token[], discourse: Discourse): Subject | null => {
  const start = /^(?:the|this|that)$/u.test(firstOf(tokens).lower) ? 1 : 0;
  const of = ofPhrase(tokens, start, discourse);
  if (of !== null) return of;
  const preposition = tokens.findIndex(({ part }, i) => i > start && part === "preposition");
  const end = preposition < 0 ? tokens.length : preposition;
  const noun = tokens.slice(start, end);
  if (!mayFollowThing(tokens.slice(end)) || !namesThing(noun)) return null;
  const ofNamed = attributeOfNamed(noun, discourse);
  if (ofNamed !== null && start === 1 && preposition < 0)
    return { ...ofNamed, text: withCapital(`the ${tidy(textOf(noun))}`) };
  // "Cooking dinner is fun" is about an activity, not a thing.
  if (firstOf(noun).part === "gerund" && start === 0 && tokens.length > 1) return null;
  const name = tidy(textOf(tokens.slice(start)));
  const last = lastOf(noun);
  return {
    ...PLAIN,
    name,
    type: null,
    text: withCapital(start === 1 ? `the ${name}` : name),
    thing: true,
    bare: last.part === "noun" && (preposition < 0 || isWithSomebody(tokens, preposition)),
    plural: MANY.test(last.lower) && last.part === "noun",
  };
};

/**
 * The tokens with "my" for "the" if the thing belongs to the speaker: "the client's deadline", "the
 * dog's vet". Null for other words.
 */
const asOurs = (tokens: readonly Token[]): Token[] | null => {
  const [the, ...rest] = tokens;
  const owns = rest.findIndex((token) => token.owns);
  if (
    the?.lower !== "the" ||
    owns < 0 ||
    rest.some(({ name }) => name !== null) ||
    owns === rest.length - 1
  )
    return null;
  const isOurs =
    isAttributeNoun(tidy(textOf(rest.slice(owns + 1)))) || kinAt(rest, 0)?.term.type === "pet";
  return isOurs ? [{ ...the, text: "my", lower: "my", part: "possessive" }, ...rest] : null;
};

/** Somebody whom a pronoun means: by name, or as the relative of somebody. */
const meantPerson = (person: string, discourse: Discourse): Subject => {
  const relative = meantRelative(person, discourse);
  const type = discourse.lexicon.gazetteer.get(person)?.type ?? "person";
  return relative === null
    ? personSubject(person, type)
    : relativeSubject(relative.owner, relative.term, discourse);
};

/**
 * The two people whom "they" means: the only ones whom the message is about, after "Ana is marrying
 * Tom". Empty if there are others, as in "Ana and I went to see Tom".
 */
export const thoseTwo = (discourse: Discourse): readonly Subject[] => {
  const { people, isOfSpeaker } = discourse.conversation;
  const namedPeople = people.filter(({ earlier }) => earlier === undefined);
  const namelessCount = namedPeople.filter(({ nameless }) => nameless !== undefined).length;
  // "mum and dad", but not "my neighbour showed Ana the kittens"
  const isSure = !isOfSpeaker && namelessCount !== 1;
  return namedPeople.length === 2 && isSure
    ? namedPeople.map(({ name }) => meantPerson(name, discourse))
    : [];
};

/** The subject that a pronoun means: "I", "she", "they", "it". Null if unknown. */
const pronounSubject = (pronoun: string, discourse: Discourse, except?: string): Subject | null => {
  if (pronoun === "i" || pronoun === "we")
    return { ...speakerSubject(discourse), together: pronoun === "we" };
  const { lastThing, meant } = discourse.conversation;
  if (pronoun === "they" && meant !== null) return meantPerson(meant, discourse);
  const isPerson = /^(?:he|she|him|her)$/u.test(pronoun);
  const person = isPerson ? discourse.conversation.personFor(pronoun, except) : null;
  if (person !== null) return meantPerson(person, discourse);
  const namelessRelative = unnamedRelative(discourse);
  if (namelessRelative?.term.type === "pet" && (isPerson || lastThing === null))
    return relativeSubject(namelessRelative.owner, namelessRelative.term, discourse, true);
  const isKnown = /^(?:organization|product|project|pet)$/u.test(lastThing?.type ?? "");
  if (pronoun !== "it" || lastThing === null || !isKnown) return null;
  const { name, type } = lastThing;
  return { ...PLAIN, name, type, text: name, thing: true };
};

/**
 * The subject that a name gives, perhaps after a description: "the startup Halden", but not "Ana's
 * Halden". Null for other words.
 */
const namedSubject = (tokens: readonly Token[], discourse: Discourse): Subject | null => {
  const [first, the, ...noun] = tokens;
  // "Kevin the goat"
  const isTitled = first?.name != null && the?.lower === "the" && first.after === "";
  if (isTitled && noun.length === 1 && noun.every(({ part }) => part === "noun"))
    return namedSubject([{ ...first, owns: false }], discourse);
  const { name: tokenName, owns } = lastOf(tokens);
  const describes = ({ part, name }: Token): boolean =>
    part === "determiner" || part === "adjective" || (part === "noun" && name === null);
  if (tokenName === null || owns || !tokens.slice(0, -1).every(describes)) return null;
  const name = discourse.note(tokenName);
  const definite = firstOf(tokens).lower === "the";
  return { ...PLAIN, name, type: discourse.findings.typeOf(name), text: name, definite };
};

/**
 * The relative that a term without an owner means: "Mom", "Grandma", but not "sister". Null for
 * other words.
 */
const addressedRelative = (tokens: readonly Token[], discourse: Discourse): Subject | null => {
  const kin = kinAt(tokens, 0);
  return kin !== null &&
    kin.at === 0 &&
    kin.end === tokens.length &&
    !kin.plural &&
    kin.term.addressed &&
    !kin.last.owns
    ? relativeSubject(discourse.speaker, kin.term, discourse)
    : null;
};

/**
 * The owner in a partitive: "one of my friends", but not "the best of my friends". Null for other
 * words.
 */
const someOfOwners = (tokens: readonly Token[], discourse: Discourse): Subject | null => {
  const inner = tokens.findIndex(
    ({ part }, i) => part === "possessive" && tokenAt(tokens, i - 1).lower === "of",
  );
  const first = firstOf(tokens);
  const owner = inner > 0 && first.lower !== "the" ? ownerAt(tokens, inner, discourse) : null;
  if (owner === null) return null;
  const ownedText = textOf(tokens.slice(owner.next));
  return {
    ...PLAIN,
    name: owner.name,
    type: "person",
    text: tidy(`${textOf(tokens.slice(0, inner))} ${owner.name}'s ${ownedText}`),
    plural: !/^(?:one|each|none)$/u.test(first.lower),
    attribute: tidy(ownedText),
    indirect: true,
  };
};

/**
 * The attribute of the last mentioned pet or relative without a name: "I have a cat. Its name",
 * "Ana had a girl. Her name". Null if there is none.
 */
const namelessOwn = (
  [whose, ...ownedTokens]: readonly Token[],
  discourse: Discourse,
): Subject | null => {
  const namelessRelative = unnamedRelative(discourse);
  const attribute = tidy(textOf(ownedTokens));
  if (namelessRelative === null || whose?.lower === "your" || attribute === "") return null;
  const { owner, term } = namelessRelative;
  const other = whose?.lower === "his" ? "female" : whose?.lower === "her" ? "male" : null;
  if (term.type !== "pet" && (attribute !== "name" || other === null || term.gender === other))
    return null;
  const { name } = relativeSubject(owner, term, discourse, true);
  return { ...attributeSubject(name, attribute, discourse), type: term.type };
};

const WHEREABOUTS = PHRASES.one("whereabouts");
/**
 * Whether the words name a person with their whereabouts: "Dave from work", "Ana next door", but
 * not "Acme from Rome".
 */
const isSomebodyFrom = ([{ name, owns }, ...rest]: readonly [Token, ...Token[]]): boolean =>
  name !== null &&
  !owns &&
  (name.type === "person" || name.type === null) &&
  WHEREABOUTS.test(tidy(textOf(rest)));

/** Whether the words describe somebody who is called something: "a Spanish girl". */
const isDescription = (tokens: readonly Token[]): boolean =>
  firstOf(tokens).part === "determiner" &&
  tokens.every(({ part, owns }) => !owns && /^(?:determiner|adjective|noun)$/u.test(part));

const oneSubject = (tokens: readonly Token[], discourse: Discourse): Subject | null => {
  const first = firstOf(tokens);
  if (first.part === "none") return null;
  if (isSomebodyFrom([first, ...tokens.slice(1)])) return oneSubject([first], discourse);
  if (tokens.length === 1 && first.part === "pronoun")
    return pronounSubject(first.lower, discourse);
  const owner = ownerAt(tokens, 0, discourse);
  if (owner !== null) return ownedSubject(tokens, owner, discourse);
  if (first.part === "possessive") return namelessOwn(tokens, discourse);
  const ours = asOurs(tokens);
  if (ours !== null) return oneSubject(ours, discourse);
  const subject =
    namedSubject(tokens, discourse) ??
    addressedRelative(tokens, discourse) ??
    someOfOwners(tokens, discourse);
  if (subject !== null) return subject;
  const naming = tokens.findIndex(isNaming);
  // "a Spanish girl called Irene"
  if (naming > 1 && naming === tokens.length - 2 && isDescription(tokens.slice(0, naming)))
    return namedSubject(tokens.slice(-1), discourse);
  const isVague = first.part === "determiner" && !/^(?:the|this|that)$/u.test(first.lower);
  return isVague ? null : thingSubject(tokens, discourse);
};

/** The members of a list: "Ana, Tom and I". */
const membersOf = (tokens: readonly Token[]): (readonly Token[])[] => {
  const members: Token[][] = [];
  let member: Token[] = [];
  for (const token of tokens) {
    const joins = /^(?:and|&|both)$/u.test(token.lower);
    if (!joins) member.push(token);
    if (!joins && token.after !== ",") continue;
    members.push(member);
    member = [];
  }
  return [...members, member].filter(({ length }) => length > 0);
};

/** The tokens without adverbs and conjunctions at the ends. */
const contentOf = (tokens: readonly Token[]): readonly Token[] => {
  const start = tokens.findIndex(({ part }) => part !== "adverb" && part !== "conjunction");
  const end = tokens.findLastIndex((token) => !isAdverbial(token));
  return start < 0 ? [] : tokens.slice(start, end + 1);
};

/** Whom "her" means after somebody in a list: "my sister and her husband", "Femke and her son". Else null. */
const ownerWithin = (possessive: string, before: Subject | null): string | null => {
  const wanted = possessive === "her" ? "female" : possessive === "his" ? "male" : null;
  if (before === null || wanted === null) return null;
  const { kin, speaker, type, name } = before;
  const isMeant = kin === null ? type === "person" && !speaker : kin.term.gender === wanted;
  return isMeant ? name : null;
};

/**
 * The subjects of a list: each member of "Ana, Tom and I", but one subject for "my tea and coffee".
 */
const severalSubjects = (
  content: readonly Token[],
  members: readonly (readonly Token[])[],
  discourse: Discourse,
): Subject[] => {
  const [other] = members.flatMap((member) => lastOf(member).name?.name ?? []);
  const memberSubject = (member: readonly Token[], before: Subject | null): Subject | null => {
    const { lower, part } = firstOf(member);
    const owner = part === "possessive" ? ownerWithin(lower, before) : null;
    if (owner !== null) return ownedSubject(member, { name: owner, next: 1 }, discourse);
    if (member.length > 1 || part !== "pronoun") return oneSubject(member, discourse);
    return /^(?:me|us)$/u.test(lower)
      ? speakerSubject(discourse)
      : pronounSubject(lower, discourse, other);
  };
  const subjects: (Subject | null)[] = [];
  for (const member of members) subjects.push(memberSubject(member, subjects.at(-1) ?? null));
  const individuals = subjects.flatMap((subject) =>
    subject === null || subject.attribute !== null || subject.thing ? [] : [subject],
  );
  if (individuals.length === members.length) return individuals;
  const owner = ownerAt(content, 0, discourse);
  const possession = owner === null ? null : ownedSubject(content, owner, discourse);
  return possession === null || possession.kin !== null ? [] : [{ ...possession, plural: true }];
};

const HOUSEHOLD = listedWords("read_subjects_household");
/** Somebody with their household, who are one subject: "Bartek and his family". Else null. */
const withHousehold = (
  [member = [], others = [], ...rest]: readonly (readonly Token[])[],
  discourse: Discourse,
): Subject | null => {
  const [whose, whom] = [firstOf(others), tokenAt(others, 1)];
  const isHousehold =
    rest.length === 0 &&
    others.length === 2 &&
    /^(?:his|her|their|the)$/u.test(whose.lower) &&
    HOUSEHOLD.has(whom.lower);
  const subject = isHousehold ? oneSubject(member, discourse) : null;
  return subject?.type === "person" && !subject.thing && subject.attribute === null
    ? { ...subject, together: true }
    : null;
};

const PARENTS = ["mother", "father"];
/** The mother and the father: "my parents", "both Ana's parents". Empty for other words. */
const parentsOf = (tokens: readonly Token[], discourse: Discourse): Subject[] => {
  const owner = ownerAt(tokens, 0, discourse);
  const kin = owner && kinAt(tokens, owner.next);
  const isWhole = kin?.plural && kin.end === tokens.length && !kin.last.owns;
  if (owner === null || kin?.term.label !== "parent" || !isWhole) return [];
  return PARENTS.flatMap((label) => kinTerm(label) ?? []).map((term) =>
    relativeSubject(owner.name, term, discourse),
  );
};

/** The subjects of a clause, by the words before its verb; empty if they are unknown. */
export const subjectsOf = (tokens: readonly Token[], discourse: Discourse): Subject[] => {
  const content = contentOf(tokens.filter(({ part }) => part !== "time"));
  const members = membersOf(content);
  const household = withHousehold(members, discourse);
  if (household !== null) return [household];
  if (members.length > 1) return severalSubjects(content, members, discourse);
  const [member = []] = members;
  const parents = parentsOf(member, discourse);
  if (parents.length > 0) return parents;
  const subject = oneSubject(member, discourse);
  return subject === null ? [] : [subject];
};
