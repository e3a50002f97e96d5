import { words } from "../../data/words.ts";
import { tidy } from "../../text/tidy.ts";
import { headOf, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import { textOf } from "../tokens/token.ts";
import { isEmptyPhrase, phraseOf } from "./frames.ts";
import { isSo, objectOf, phraseWith, type Meaning, type Statement } from "./statement.ts";

/** What a phrase names, in its words. */
const namedIn = (phrase: Phrase | undefined): string | null => {
  if (phrase === undefined || phrase.time !== null || isEmptyPhrase(phrase)) return null;
  const name = tidy(textOf(headOf(phrase).filter(({ time }) => time === null)));
  return name === "" ? null : name;
};

/** "abandoned the novel", "pulled out of the marathon", "had a baby": what goes on no more, by its name or as the state that is over. */
const endedIn = (
  statement: Statement,
  { frames }: Discourse,
): { readonly name: string | null; readonly state: string | null } => {
  for (const frame of frames.of(statement.verb.lemma)) {
    if (frame.slot !== null || frame.phase !== "ends") continue;
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
const ONE_FOR_OTHER = words("swap trade exchange ditch drop leave");

/** "switched from Barclays to Monzo", "swapped oat milk for soy": what takes the place of what it names. */
const exchangedIn = (statement: Statement): string | null => {
  const { lemma } = statement.verb;
  const object = objectOf(statement);
  const isWithoutObject = object === undefined || isEmptyPhrase(object);
  if (FROM_TO.has(lemma) && isWithoutObject && namedIn(phraseWith(statement, "from")) !== null)
    return namedIn(phraseWith(statement, "to", "onto"));
  return ONE_FOR_OTHER.has(lemma) && !isWithoutObject
    ? namedIn(phraseWith(statement, "for"))
    : null;
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
  const { verb, subject, confidence } = statement;
  const { facts = [], slot, action } = meaning;
  const isTold =
    slot !== undefined || action !== undefined || facts.some((fact) => fact.action === "DELETE");
  const isDone = isSo(statement) && /^(?:past|perfect)$/u.test(verb.tense) && !verb.passive;
  if (isTold || !isDone || subject.attribute !== null) return meaning;
  const { name: endedName, state } = endedIn(statement, discourse);
  const name = exchangedIn(statement) ?? endedName;
  if (name !== null) return { ...meaning, action: "UPDATE", value: name };
  if (state === null) return meaning;
  const text = `${subject.text} is no longer ${state}`;
  const over = { text, value: state, confidence, action: "DELETE" } as const;
  return { ...meaning, facts: [...facts, over] };
};
