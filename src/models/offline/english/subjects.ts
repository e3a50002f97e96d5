import { isAttributeNoun } from "../data/attributes.ts";
import { tidy, withCapital } from "../text/tidy.ts";
import type { Discourse } from "./discourse.ts";
import { kinAt } from "./kin.ts";
import { ownerAt } from "./owners.ts";
import {
  attributeSubject,
  MANY,
  personSubject,
  PLAIN,
  relativeSubject,
  speakerSubject,
  type Subject,
} from "./subject.ts";
import { textOf, type Token } from "./token.ts";

/** What is owned: a relative, or something of the owner's. */
const ownedSubject = (
  tokens: readonly Token[],
  owner: { name: string; next: number },
  discourse: Discourse,
): Subject | null => {
  const kin = kinAt(tokens, owner.next);
  const behind = kin === null ? undefined : tokens[kin.at + kin.length];
  if (
    kin !== null &&
    !kin.plural &&
    ((behind === undefined && !tokens.at(-1)!.owns) ||
      (behind?.part === "preposition" && behind.lower !== "of"))
  )
    return relativeSubject(owner.name, kin.term, discourse);
  if (kin !== null && !kin.plural && tokens[kin.at + kin.length - 1]!.owns) {
    const attribute = tidy(textOf(tokens.slice(kin.at + kin.length)));
    const relative = relativeSubject(owner.name, kin.term, discourse);
    return attribute === ""
      ? relative
      : {
          ...attributeSubject(relative.name, attribute, discourse),
          type: kin.term.type,
          kin: relative.kin,
          relative: relative.relative,
        };
  }
  const attribute = tidy(textOf(tokens.slice(owner.next)));
  return attribute === "" || tokens.slice(owner.next).some((token) => token.part === "pronoun")
    ? null
    : attributeSubject(owner.name, attribute, discourse);
};

/** "the name of my dog", "the deadline for the migration": the attribute of what follows the preposition. */
const ofPhrase = (
  tokens: readonly Token[],
  start: number,
  discourse: Discourse,
): Subject | null => {
  const at = tokens.findIndex(
    (token, i) => i > start && (token.lower === "of" || token.lower === "for"),
  );
  if (at < 0) return null;
  const attribute = tidy(textOf(tokens.slice(start, at)));
  const rest = tokens.slice(at + 1);
  const owner = ownerAt(rest, 0, discourse);
  if (owner !== null) {
    const owned = ownedSubject(rest, owner, discourse);
    if (owned === null) return null;
    if (owned.kin !== null || owned.attribute === null)
      return {
        ...attributeSubject(owned.name, attribute, discourse),
        type: owned.type,
        kin: owned.kin,
        relative: owned.relative,
      };
    return attributeSubject(owner.name, `${owned.attribute} ${attribute}`, discourse);
  }
  const named = rest.find((token) => token.name !== null && !token.owns);
  if (named?.name)
    return {
      ...attributeSubject(discourse.note(named.name), attribute, discourse),
      text: tidy(textOf(tokens)),
    };
  const bare = rest.filter((token) => token.part !== "determiner");
  if (
    !isAttributeNoun(attribute) ||
    bare.length === 0 ||
    bare.length > 3 ||
    bare.some((token) => token.part !== "noun" && token.part !== "adjective")
  )
    return null;
  return attributeSubject(discourse.speaker, `${tidy(textOf(bare))} ${attribute}`, discourse);
};

const THING_WORDS = new Set(["noun", "adjective", "proper", "number", "gerund"]);
const NO_THING =
  /^(?:things?|stuff|people|folks|life|everything|everybody|everyone|others|one|way|point|problem|thing|idea|reason|time|day|rest|truth|fact|kind|sort|bit|lot|guy|guys|man|world|weather|other|others)$/u;

/** "the project", "the deploy pipeline", or an attribute of the speaker's that is said without an owner: "the deadline". */
const thingSubject = (tokens: readonly Token[], discourse: Discourse): Subject | null => {
  const article = /^(?:the|this|that)$/u.test(tokens[0]!.lower) ? 1 : 0;
  const of = ofPhrase(tokens, article, discourse);
  if (of) return of;
  const behind = tokens.findIndex((token, i) => i > article && token.part === "preposition");
  const words = tokens.slice(article, behind < 0 ? undefined : behind);
  if (
    behind > 0 &&
    (tokens.length - behind > 6 ||
      tokens
        .slice(behind)
        .some((token) => token.part === "conjunction" || token.part === "pronoun"))
  )
    return null;
  if (
    words.length === 0 ||
    words.length > 5 ||
    words.some((token) => !THING_WORDS.has(token.part) || token.owns)
  )
    return null;
  const last = words.at(-1)!;
  if (
    (words.length === 1 && NO_THING.test(last.lower)) ||
    (last.part === "gerund" && words.length > 3) ||
    (words[0]!.part === "gerund" && article === 0 && (words.length > 1 || behind > 0))
  )
    return null;
  const noun = tidy(textOf(tokens.slice(article)));
  discourse.lastThing = noun;
  return {
    ...PLAIN,
    name: noun,
    type: null,
    text: withCapital(article === 1 ? `the ${noun}` : noun),
    thing: true,
    bare: behind < 0 && last.part === "noun",
    plural: MANY.test(last.lower) && last.part === "noun",
  };
};

/** "the client's deadline", "the dog's vet": said without an owner, an attribute of something, or anything of a pet, is the speaker's. */
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

const one = (tokens: readonly Token[], discourse: Discourse): Subject | null => {
  const first = tokens[0];
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return null;
  if (tokens.length === 1 && first.part === "pronoun") {
    if (/^(?:i|we)$/u.test(first.lower)) return speakerSubject(discourse);
    if (/^(?:he|she|they|him|her)$/u.test(first.lower)) {
      const person = discourse.personFor(first.lower);
      if (person !== null) return personSubject(person);
      const group = first.lower === "they" ? discourse.lastThing : null;
      return group === null
        ? null
        : { ...PLAIN, name: group, type: discourse.findings.typeOf(group), text: group };
    }
    return first.lower === "it" && discourse.lastThing !== null
      ? {
          ...PLAIN,
          name: discourse.lastThing,
          type: discourse.findings.typeOf(discourse.lastThing),
          text: discourse.lastThing,
          thing: true,
        }
      : null;
  }
  const owner = ownerAt(tokens, 0, discourse);
  if (owner !== null) return ownedSubject(tokens, owner, discourse);
  if (first.part === "possessive") return null;
  const ours = asOurs(tokens);
  if (ours !== null) return one(ours, discourse);
  if (
    last.name !== null &&
    !last.owns &&
    tokens
      .slice(0, -1)
      .every(
        (token) =>
          token.part === "determiner" ||
          (token.part === "noun" && token.name === null) ||
          token.part === "adjective",
      )
  ) {
    const name = discourse.note(last.name);
    return { ...PLAIN, name, type: discourse.findings.typeOf(name), text: name };
  }
  const kin = kinAt(tokens, 0);
  if (
    kin !== null &&
    kin.at === 0 &&
    !kin.plural &&
    kin.length === tokens.length &&
    kin.term.lasting &&
    !last.owns
  )
    return relativeSubject(discourse.speaker, kin.term, discourse);
  // "one of my friends", "most of our customers": told of the one who owns.
  const inner = tokens.findIndex(
    (token, i) => i > 0 && token.part === "possessive" && tokens[i - 1]!.lower === "of",
  );
  if (inner > 0 && first.lower !== "the") {
    const whose = ownerAt(tokens, inner, discourse);
    if (whose)
      return {
        ...PLAIN,
        name: whose.name,
        type: "person",
        text: tidy(
          `${textOf(tokens.slice(0, inner))} ${whose.name}'s ${textOf(tokens.slice(whose.next))}`,
        ),
        plural: !/^(?:one|each|none)$/u.test(first.lower),
        attribute: tidy(textOf(tokens.slice(whose.next))),
        indirect: true,
      };
  }
  return first.part === "determiner" && !/^(?:the|this|that)$/u.test(first.lower)
    ? null
    : thingSubject(tokens, discourse);
};

/** Splits "Ana, Tom and I" at its commas and conjunctions. */
const membersOf = (tokens: readonly Token[]): Token[][] => {
  const members: Token[][] = [[]];
  for (const token of tokens) {
    if (token.lower === "and" || token.lower === "&" || token.lower === "both") members.push([]);
    else {
      members.at(-1)!.push(token);
      if (token.after === ",") members.push([]);
    }
  }
  return members.filter((member) => member.length > 0);
};

/** Whom and what a clause is about, by the words before its verb; none where that cannot be told. */
export const subjectsOf = (tokens: readonly Token[], discourse: Discourse): Subject[] => {
  let words = tokens.filter((token) => token.part !== "time");
  while (words[0] !== undefined && (words[0].part === "adverb" || words[0].part === "conjunction"))
    words = words.slice(1);
  while (words.at(-1)?.part === "adverb" || words.at(-1)?.part === "negation")
    words = words.slice(0, -1);
  const members = membersOf(words);
  if (members.length > 1) {
    const subjects = members.map((member) =>
      member.length === 1 && /^(?:me|us)$/u.test(member[0]!.lower)
        ? speakerSubject(discourse)
        : one(member, discourse),
    );
    if (
      subjects.every((subject) => subject !== null && subject.attribute === null && !subject.thing)
    )
      return subjects as Subject[];
    const whole = ownerAt(words, 0, discourse);
    const owned = whole === null ? null : ownedSubject(words, whole, discourse);
    return owned === null || owned.kin !== null ? [] : [{ ...owned, plural: true }];
  }
  const subject = one(words, discourse);
  return subject === null ? [] : [subject];
};
