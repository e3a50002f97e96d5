import { listedWords, words } from "../../data/words.ts";
import { tidy } from "../../text/tidy.ts";
import { headOf, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import { firstOf, textOf } from "../tokens/token.ts";
import { isEmptyPhrase, phraseOf } from "./frames.ts";
import { isSo, objectOf, phraseWith, type Meaning, type Statement } from "./statement.ts";

/** What a phrase names, in its words. */
const namedIn = (phrase: Phrase | undefined): string | null => {
  if (phrase === undefined || phrase.time !== null || isEmptyPhrase(phrase)) return null;
  const head = headOf(phrase).filter(({ time }) => time === null);
  const isOwned = /^(?:possessive|determiner)$/u.test(firstOf(head).part);
  const name = tidy(textOf(isOwned ? head.slice(1) : head));
  return name === "" ? null : name;
};

/** "abandoned the novel", "pulled out of the marathon", "had a baby": what goes on no more, by its name or as the state that is over. */
const endedIn = (
  statement: Statement,
  { frames }: Discourse,
): { readonly name: string | null; readonly state: string | null } => {
  for (const frame of frames.of(statement.verb.lemma)) {
    if (frame.slot !== null || frame.phase !== "ends" || frame.parted !== null) continue;
    const phrase = phraseOf(frame, statement);
    if (phrase === null) continue;
    if (frame.over !== null) return { name: null, state: frame.over };
    const name = namedIn(phrase);
    if (name !== null) return { name, state: null };
  }
  return { name: null, state: null };
};

/** Verbs of a change from one thing to another, and of one for another. */
const FROM_TO = words("switch change move migrate transfer upgrade downgrade go");
/** Of these, those that tell enough without the first: "upgraded to an iPhone 15". */
const UPGRADE = words("upgrade downgrade");
const ONE_FOR_OTHER = words("swap trade exchange ditch drop leave");

/** "switched from Barclays to Monzo", "swapped oat milk for soy": what takes the place of what it names. */
const exchangedIn = (statement: Statement): string | null => {
  const { lemma } = statement.verb;
  const object = objectOf(statement);
  const isWithoutObject = object === undefined || isEmptyPhrase(object);
  const isFrom = namedIn(phraseWith(statement, "from")) !== null;
  if (FROM_TO.has(lemma) && isWithoutObject && (isFrom || UPGRADE.has(lemma)))
    return namedIn(phraseWith(statement, "to", "onto"));
  if (isWithoutObject) return null;
  if (lemma === "replace") return namedIn(phraseWith(statement, "with", "by"));
  return ONE_FOR_OTHER.has(lemma) ? namedIn(phraseWith(statement, "for")) : null;
};

/** "my Tokyo flight got cancelled", "the choir has folded": what it says is no more. */
const GONE = listedWords("gone_verbs");
/** "moved into a care home", "moved away": another home, of which no name is told. */
const isLeavingHome = ({ verb, complement }: Statement): boolean =>
  verb.lemma === "move" && OUT.test(firstOf(complement).lower);
const OUT = /^(?:into|out|away)$/u;

/** What a statement without a slot changes: the name of what it ends or replaces; null where its verb alone tells. */
const changedIn = (
  statement: Statement,
  discourse: Discourse,
): { readonly value: string | null } | null => {
  const { verb, subject } = statement;
  if (subject.attribute !== null) return GONE.has(verb.lemma) ? { value: subject.attribute } : null;
  if (verb.passive) return null;
  const name = exchangedIn(statement) ?? endedIn(statement, discourse).name;
  if (name !== null) return { value: name };
  return isLeavingHome(statement) ? { value: null } : null;
};

/** "had a baby": the state that is over. */
const stateOver = (statement: Statement, discourse: Discourse): NonNullable<Meaning["facts"]> => {
  const { subject, confidence, verb } = statement;
  const { state } = endedIn(statement, discourse);
  if (state === null || verb.passive || subject.attribute !== null) return [];
  const text = `${subject.text} is no longer ${state}`;
  return [{ text, value: state, confidence, action: "DELETE" }];
};

/**
 * A statement of no slot that makes an end of something, or puts something in its place: it is a change of what stands by
 * that name, and only what is known tells what that is.
 */
export const withUnnamedChange = (
  meaning: Meaning,
  statement: Statement,
  discourse: Discourse,
): Meaning => {
  const { facts = [], slot, action } = meaning;
  const { tense, passive } = statement.verb;
  const isPast = /^(?:past|perfect)$/u.test(tense);
  if (!isSo(statement) || !(isPast || (passive && tense === "present")) || statement.ahead)
    return meaning;
  const isTold =
    slot !== undefined || action !== undefined || facts.some((fact) => fact.action === "DELETE");
  if (isTold) return meaning;
  const change = changedIn(statement, discourse);
  return change === null
    ? { ...meaning, facts: [...facts, ...stateOver(statement, discourse)] }
    : { ...meaning, action: "UPDATE", value: change.value };
};
