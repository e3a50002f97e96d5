import { PHRASES } from "../data/expressions.ts";
import { isKind, isKindOfVerb, isMemberOf } from "../data/kinds.ts";
import { listedWords, words } from "../data/words.ts";
import { upTo } from "../text/list-items.ts";
import { ANY_ACTIVITY, oversIn, RUN_OUT, type EndingFact, type Over } from "./what-is-over.ts";
import { isKin, onlyOne, standingOf, type NamedFact, type Standing } from "./standing-facts.ts";
import { behind, gerundOf, isAfterObject, type StandingStatement } from "./standing-statement.ts";

const OPENING = PHRASES.one("ended_by_kind_opening");

interface KnownFact extends NamedFact {
  readonly id: string;
}

/** A kind that an end names: "the bird", "all sport". */
interface EndedKind {
  readonly kind: string;
  readonly verbs: ReadonlySet<string>;
}

const endedKind = ({ name, verbs, states }: Over): EndedKind | null => {
  const kind = name.replace(OPENING, "");
  return states.size === 0 && !/\p{Lu}/u.test(kind) && isKind(kind) ? { kind, verbs } : null;
};

/** One thing: "sold my guitar", but not "sold my guitars" or "gave up tobacco". */
const ONE_THING = /(?: (?:the|his|her|their|its|this|that|an?)|['’]s) (?:\p{L}+ )?$/u;
const isOneThing = (text: string, kind: string): boolean => {
  const before = text.slice(0, Math.max(0, text.indexOf(kind)));
  return !/\p{L}s$/u.test(kind) && !/ (?:all|both|any|no) /u.test(before) && ONE_THING.test(before);
};

type Member = Standing<KnownFact>[number];
/** The one that is meant: the only one, or the only one that is under way. */
const oneOf = (members: readonly Member[]): Member | null =>
  onlyOne(members) ?? onlyOne(members.filter(({ statement }) => statement.progressive));

const POSSESSING = listedWords("ended_by_kind_possessing");
/** Verbs of what ends with the thing that it needs: "plays the cello". */
const NEEDING = listedWords("ended_by_kind_needing");
const isOfVerbs = (
  { verb, progressive, object, complement }: StandingStatement,
  verbs: ReadonlySet<string>,
): boolean =>
  verbs.has(verb) ||
  (progressive && verbs.has(gerundOf(verb))) ||
  (verbs.has(ANY_ACTIVITY) && verb !== "be") ||
  (verbs.has("wait") && object.includes("list")) ||
  // "is on Tinder" ends with "deleted the dating apps".
  ((NEEDING.has(verb) || (verb === "be" && complement[0] === "on")) &&
    [...POSSESSING].some((possessing) => verbs.has(possessing)));

/** Maximum number of words of a name with its make: "a Gibson Les Paul". */
const MOST_WORDS = 4;
/** Words whose thing stands behind the preposition: "tickets for Glastonbury", "a lot of prawns". */
const OF_THING = listedWords("ended_by_kind_of_thing");
/** Whether the object, without what stands behind it, is named by a member of the kind. */
const isMember = (statement: StandingStatement, kind: string): boolean => {
  const { object } = statement;
  const before = object.findIndex((word) => OF_THING.has(word));
  if (before >= 0 && isMember(behind(statement, before + 1), kind)) return true;
  const start = object.findIndex((word) => !isAfterObject(word));
  if (start < 0) return false;
  const name = upTo(object.slice(start), (word) => isAfterObject(word)).map((word) =>
    word.replace(/,$/u, ""),
  );
  return (
    name.length <= MOST_WORDS &&
    name.some(
      (word, i) => isMemberOf(word, kind) || isMemberOf(`${word} ${name[i + 1] ?? ""}`, kind),
    )
  );
};

/** "is reading Middlemarch" for a book, but not "reads to their children every night". */
const isUnderWayWith = ({ verb, progressive }: StandingStatement, kind: string): boolean =>
  (progressive || KEEPING.has(verb)) && isKindOfVerb(kind, verb);
const KEEPING = words("keep");

/**
 * The known facts that end because a statement names their kind: "sold my guitar" ends "has a
 * Gibson Les Paul", and "finished the book" "is reading Middlemarch". If several may be meant, or
 * another fact is named by its own words, none of one thing does. "Given up all sport" ends every
 * member.
 */
export const endedByKind = (
  fact: EndingFact,
  knownFacts: readonly KnownFact[],
  isNamed: boolean,
): readonly string[] => {
  // A shortage lasts until the next shopping.
  if (RUN_OUT.test(fact.text)) return [];
  const kinds = oversIn(fact).flatMap((over) => endedKind(over) ?? []);
  if (kinds.length === 0) return [];
  const standing = standingOf(knownFacts, fact.subject).filter(
    ({ statement }) => !isKin(statement),
  );
  const endedMembers = kinds.map(({ kind, verbs: named }) => {
    // "quit social media" may be read as the end of a job.
    const verbs =
      fact.slot === "employer" && !isOneThing(fact.text, kind)
        ? new Set([...named, ANY_ACTIVITY])
        : named;
    const members = standing.filter(
      ({ statement }) =>
        isOfVerbs(statement, verbs) &&
        (isMember(statement, kind) || isUnderWayWith(statement, kind)),
    );
    return isOneThing(fact.text, kind) ? [isNamed ? null : oneOf(members)] : members;
  });
  return endedMembers.flat().flatMap((member) => member?.fact.id ?? []);
};
