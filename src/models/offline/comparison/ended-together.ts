import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { FactOfOther, ReconciliationQuestion } from "../../port.ts";
import { openingsOf, type Opening } from "../data/closings.ts";
import { keys, rowsOf, words } from "../data/words.ts";
import { kinTerm } from "../word-lists/kinship.ts";
import { OCCUPATIONS } from "../word-lists/sets.ts";
import { isKin, isRelative, opensWithOneOf, standingOf } from "./standing-facts.ts";
import type { StandingStatement } from "./standing-statement.ts";

/** Whether the statement counts relatives, who remain: "has two sisters". */
const isOfKin = (statement: StandingStatement): boolean =>
  isKin(statement) || (statement.verb === "have" && statement.object.some(isRelative));

const TOGETHER = words("live stay share");
/** Whether somebody else does this together with the subject: "lives with Priscilla". */
const isTogetherWith = ({ subject, text }: FactOfOther, other: string): boolean =>
  standingOf([{ text, slot: null, value: null }], subject).some(
    ({ statement: { verb, complement } }) =>
      TOGETHER.has(verb) && ` ${complement.join(" ")} `.includes(` with ${other.toLowerCase()} `),
  );

/**
 * The known facts without a slot that end with a death: all states of the dead, and what others did
 * together with them. Past events remain. The slots of the dead end by the vocabulary.
 */
const endedByDeath = ({
  fact: { subject },
  candidates,
  ofOthers = [],
}: ReconciliationQuestion): readonly string[] => {
  const states = standingOf(
    candidates.filter(({ slot }) => slot === null),
    subject,
  ).filter(({ statement }) => !isOfKin(statement));
  const together = ofOthers.filter((fact) => fact.slot === null && isTogetherWith(fact, subject));
  return [...states.map(({ fact }) => fact.id), ...together.map(({ id }) => id)];
};

/** What a value of a slot contradicts. */
interface Contrary {
  readonly slot: string;
  /** Null for any value. */
  readonly value: string | null;
  readonly slots: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  /** The first words of the objects; none for any. */
  readonly openings: readonly Opening[];
}
const CONTRARIES: readonly Contrary[] = rowsOf("contraries").map((row) => {
  const [slot = "", value = "", slots = "", verbs = "", openings = ""] = row.split("|");
  return {
    slot,
    value: value === "" ? null : value,
    slots: slots === "" ? new Set() : keys(slots),
    verbs: words(verbs),
    openings: openings === "" ? [["*"]] : openingsOf(openings),
  };
});

/** Whether the statement is about somebody at work: "sees a physio" ends with no partner. */
const isOfHelper = ({ object }: StandingStatement): boolean =>
  object.some((word) => OCCUPATIONS.has(word) || kinTerm(word)?.type === "person");

/** The known facts that a value contradicts: "lives alone" after a flatmate moved in. */
const contradicted = ({ fact, candidates }: ReconciliationQuestion): readonly string[] =>
  CONTRARIES.filter(
    ({ slot, value }) => slot === fact.slot && (value ?? fact.value) === fact.value,
  ).flatMap(({ slots, verbs, openings }) => {
    const inSlots = candidates.filter(({ slot }) => slots.has(slot ?? ""));
    const states = standingOf(
      candidates.filter(({ slot }) => slot === null),
      fact.subject,
    ).filter(
      ({ statement }) =>
        verbs.has(statement.verb) && opensWithOneOf(statement, openings) && !isOfHelper(statement),
    );
    return [...inSlots, ...states.map((state) => state.fact)].map(({ id }) => id);
  });

/** The ids of all known facts that end with a statement, besides the one that its verdict names. */
export const endedTogether = (
  question: ReconciliationQuestion,
  vocabulary: Vocabulary,
): readonly string[] => {
  const { slot, action } = question.fact;
  if (slot === null || action === "DELETE") return [];
  return vocabulary.endsEverything(slot) ? endedByDeath(question) : contradicted(question);
};
