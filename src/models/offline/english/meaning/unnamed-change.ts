import { departureIn } from "../../data/departures.ts";
import { listedWords, words } from "../../data/words.ts";
import { tidy } from "../../text/tidy.ts";
import { headOf, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import { introducesNoun, firstOf, textOf } from "../tokens/token.ts";
import { isEmptyPhrase, phraseOf } from "./frame-phrases.ts";
import {
  isFigurative,
  isForABreak,
  isShutForTheDay,
  isSo,
  objectOf,
  phraseWith,
  statesOver,
  type Meaning,
  type SideFact,
  type Statement,
} from "./statement.ts";

/** The name in a phrase, in its words; null if there is none. */
const namedIn = (phrase: Phrase | undefined): string | null => {
  if (phrase === undefined || phrase.time !== null || isEmptyPhrase(phrase)) return null;
  const head = headOf(phrase).filter(({ time }) => time === null);
  const isOwned = introducesNoun(firstOf(head));
  const name = tidy(textOf(isOwned ? head.slice(1) : head));
  return name === "" ? null : name;
};

/** The end that a verb phrase states: of a named thing or of a state. */
interface Ending {
  readonly name: string | null;
  readonly state: string | null;
}

/**
 * The end that a statement states: "abandoned the novel", "pulled out of the marathon", "had a
 * baby". Null if it ends nothing.
 */
const endingIn = (statement: Statement, { frames }: Discourse): Ending | null => {
  for (const frame of frames.of(statement.verb.lemma)) {
    const isOther = frame.parted !== null || frame.departs !== null;
    // "got sacked from the coffee place" names no firm.
    const mayName = frame.slot === null || (frame.passive && frame.slot.slot === "employer");
    if (!mayName || frame.phase !== "ends" || isOther) continue;
    const phrase = phraseOf(frame, statement);
    if (phrase === null || phraseWith(statement, ...frame.unless) !== undefined) continue;
    if (frame.over !== null) return { name: null, state: frame.over };
    const name = namedIn(phrase);
    // "finished a novel by Ann Moss" is none of one's own.
    const maker = namedIn(phraseWith(statement, "by"));
    const isByOther = maker !== null && /^\p{Lu}/u.test(maker);
    if (name !== null) return { name: isByOther ? `${name} by ${maker}` : name, state: null };
  }
  return null;
};

/** Verbs of a change from one thing to another, or of an exchange of one for another. */
const FROM_TO = listedWords("unnamed_change_from_to");
/** The subset of `FROM_TO` that needs no "from": "upgraded to an iPhone 15". */
const UPGRADE = words("upgrade downgrade");
const ONE_FOR_OTHER = listedWords("unnamed_change_one_for_other");

/**
 * The new thing of an exchange: "switched from Barclays to Monzo", "swapped oat milk for soy". Null
 * for other statements.
 */
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

/** Verbs that end their subject: "my Tokyo flight got cancelled", "the choir has folded". */
const GONE = listedWords("gone_verbs");
/** Whether somebody left home for an unnamed one: "moved into a care home", "moved away". */
const isLeavingHome = ({ verb, complement }: Statement): boolean =>
  (verb.lemma === "move" && OUT.test(firstOf(complement).lower)) ||
  (verb.lemma === "go" && INTO_A_HOME.test(textOf(complement)));
const INTO_A_HOME = /^into (?:an? )?(?:[\p{Ll}-]+ )?home\b/u;
const OUT = /^(?:into|out|away)$/u;

/** The meaning with the end of a state: after "had a baby", she is no longer pregnant. */
const withStateOver = (meaning: Meaning, state: string, { subject }: Statement): Meaning => ({
  ...meaning,
  facts: [...(meaning.facts ?? []), ...statesOver(subject, state)],
});

/** Whether the statement is an event for which no slot and no end has been read. */
const mayChange = ({ slot, action, facts = [] }: Meaning, statement: Statement): boolean => {
  const { tense, passive } = statement.verb;
  const isEnd = (fact: SideFact): boolean =>
    fact.action === "DELETE" && departureIn(fact.text, fact.subject ?? "") === undefined;
  const isRead = slot !== undefined || action !== undefined || facts.some(isEnd);
  const isDone = /^(?:past|perfect)$/u.test(tense) || (passive && tense === "present");
  return !isRead && isDone && !statement.isAhead && isSo(statement) && !isFigurative(statement);
};

/**
 * A statement without a slot that ends or replaces something becomes a change. Only reconciliation
 * knows which fact it changes, by the name.
 */
export const withUnnamedChange = (
  meaning: Meaning,
  statement: Statement,
  discourse: Discourse,
): Meaning => {
  const { verb, subject } = statement;
  const withChange = (value: string | null): Meaning => ({ ...meaning, action: "UPDATE", value });
  if (!mayChange(meaning, statement) || isForABreak(statement) || isShutForTheDay(statement))
    return meaning;
  if (subject.attribute !== null)
    return GONE.has(verb.lemma) ? withChange(subject.attribute) : meaning;
  const ending = endingIn(statement, discourse);
  const name = (verb.passive ? null : exchangedIn(statement)) ?? ending?.name ?? null;
  if (name !== null) return withChange(name);
  if (isLeavingHome(statement)) return withChange(null);
  return ending?.state == null ? meaning : withStateOver(meaning, ending.state, statement);
};
