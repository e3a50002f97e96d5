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

/** What a verb phrase of the table ends: what it names, or a state. */
interface Ending {
  readonly name: string | null;
  readonly state: string | null;
}

/** "abandoned the novel", "pulled out of the marathon"; "had a baby": what goes on no more. */
const endingIn = (statement: Statement, { frames }: Discourse): Ending | null => {
  for (const frame of frames.of(statement.verb.lemma)) {
    if (frame.slot !== null || frame.phase !== "ends" || frame.parted !== null) continue;
    const phrase = phraseOf(frame, statement);
    if (phrase === null || phraseWith(statement, ...frame.unless) !== undefined) continue;
    if (frame.over !== null) return { name: null, state: frame.over };
    const name = namedIn(phrase);
    if (name !== null) return { name, state: null };
  }
  return null;
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

/** "had a baby": that she is no longer pregnant. */
const withStateOver = (
  meaning: Meaning,
  state: string,
  { subject, confidence }: Statement,
): Meaning => {
  const text = `${subject.text} is no longer ${state}`;
  const over = { text, value: state, confidence, action: "DELETE" } as const;
  return { ...meaning, facts: [...(meaning.facts ?? []), over] };
};

/** Whether it tells what has happened, of which no slot and no end is read yet. */
const mayChange = ({ slot, action, facts = [] }: Meaning, statement: Statement): boolean => {
  const { tense, passive } = statement.verb;
  const isTold =
    slot !== undefined || action !== undefined || facts.some((fact) => fact.action === "DELETE");
  const isDone = /^(?:past|perfect)$/u.test(tense) || (passive && tense === "present");
  return !isTold && isDone && !statement.ahead && isSo(statement);
};

/**
 * A statement of no slot that makes an end of something, or puts something in its place: it is a
 * change of what stands by that name, and only what is known tells what that is.
 */
export const withUnnamedChange = (
  meaning: Meaning,
  statement: Statement,
  discourse: Discourse,
): Meaning => {
  const { verb, subject } = statement;
  const changing = (value: string | null): Meaning => ({ ...meaning, action: "UPDATE", value });
  if (!mayChange(meaning, statement)) return meaning;
  if (subject.attribute !== null)
    return GONE.has(verb.lemma) ? changing(subject.attribute) : meaning;
  if (verb.passive) return meaning;
  const ending = endingIn(statement, discourse);
  const name = exchangedIn(statement) ?? ending?.name ?? null;
  if (name !== null) return changing(name);
  if (isLeavingHome(statement)) return changing(null);
  return ending?.state == null ? meaning : withStateOver(meaning, ending.state, statement);
};
