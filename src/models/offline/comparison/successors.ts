import { foldName, nameFinder, replaceName } from "../../../language/names.ts";
import type { HandedOver, ReconciliationQuestion } from "../../port.ts";
import { movedInto, successorIn, type Successor } from "../data/closings.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { kinTerm } from "../data/kinship.ts";
import { listedWords } from "../data/words.ts";
import { goesOnWithoutDeparted } from "./ended-with-departed.ts";
import { withChangedCounts } from "./changed-counts.ts";
import { standingStatement } from "./standing-statement.ts";

/** A known fact about an ongoing state. */
interface Holding extends Omit<HandedOver, "text"> {
  readonly subject: string;
  readonly text: string;
  readonly slot: string | null;
}

const KEPT_IN = PHRASES.one("kept_in");

/** Where something was kept that has been moved: "moved their recipes to Paprika". */
const movedOut = (text: string, holdings: readonly Holding[]): Successor | null => {
  const move = movedInto(text);
  if (move === null) return null;
  const [old, ...others] = new Set(
    holdings.flatMap((holding) => {
      const keeping = groupsIn(KEPT_IN, holding.text);
      return keeping["what"] === move.what ? (keeping["place"] ?? []) : [];
    }),
  );
  return old === undefined || others.length > 0 ? null : { old, name: move.name, renamed: false };
};

const NO_USE = new Set([...listedWords("tastes"), ...listedWords("mental"), "know", "want"]);
const BEFORE_TOOL = /(?<!\p{L})(?:us(?:es?|ing)|in|on|with|via|through|to) (?:the )?$/u;
const BEHIND_TOOL = PHRASES.one("successors_behind_tool");

/** Whether the fact is about the use of a tool or a place for something: "tracks hours in Toggl". */
const isUseOf = ({ text, subject, slot, value }: Holding, tool: string): boolean => {
  const statement = standingStatement(text, subject);
  // "Ana's database is MySQL"
  if (slot !== null)
    return statement?.attribute != null && foldName(value ?? "") === foldName(tool);
  const verb = statement?.verb ?? "";
  const at = text.indexOf(tool);
  return (
    at > 0 &&
    !NO_USE.has(verb) &&
    BEFORE_TOOL.test(text.slice(0, at)) &&
    BEHIND_TOOL.test(text.slice(at + tool.length))
  );
};

const WORKED_TIME = PHRASES.one("worked_time");
/** What is known of work, with how much it is now: "works three days a week at the library". */
const withWorkedTime = (
  { slot, value }: ReconciliationQuestion["fact"],
  holdings: readonly Holding[],
): readonly HandedOver[] =>
  slot !== "working_time" || value === null || !WORKED_TIME.test(value)
    ? []
    : holdings
        .filter((holding) => holding.slot === "employer" && WORKED_TIME.test(holding.text))
        .map((holding) => ({
          id: holding.id,
          text: holding.text.replace(WORKED_TIME, value),
          value: holding.value,
        }));

const BOUGHT_HOME = PHRASES.one("successors_bought_home");
/**
 * What is known of the home of somebody who has bought one: "lives in Leeds" for "is renting a house in
 * Leeds for 650 dollars a week".
 */
const withOwnHome = (text: string, holdings: readonly Holding[]): readonly HandedOver[] =>
  !BOUGHT_HOME.test(text)
    ? []
    : holdings.flatMap(({ id, slot, value, text: known, subject }) =>
        slot === "residence" && value !== null && standingStatement(known, subject)?.verb === "rent"
          ? [{ id, text: `${subject} lives in ${value}`, value }]
          : [],
      );

/** Whether the fact is about a person or a pet: "Ana's dog is Rex", "has a dog called Rex". */
const isOfSomebody = ({ text }: Holding): boolean =>
  text.split(/[^\p{L}]+/u).some((word) => kinTerm(word) !== undefined);

/**
 * The known facts that hold of the successor of something, in its words: after "switched from Toggl
 * to Clockify", "tracks their hours in Clockify" for "tracks their hours in Toggl"; and after
 * "renamed Pebble to Cairn", whatever is known of Pebble, of Cairn.
 */
export const handedOverFacts = (question: ReconciliationQuestion): readonly HandedOver[] => {
  const { fact, candidates, ofOthers = [] } = question;
  const own = candidates.map((candidate) => ({ ...candidate, subject: fact.subject }));
  const holdings = [...own, ...ofOthers].filter(
    ({ text, subject }) => standingStatement(text, subject) !== null,
  );
  const ownHoldings = holdings.filter(({ subject }) => subject === fact.subject);
  const counts = withChangedCounts(fact, ownHoldings);
  if (fact.action === "DELETE") return [...counts, ...goesOnWithoutDeparted(question)];
  const successor =
    fact.value === null
      ? (successorIn(fact.text, fact.subject) ?? movedOut(fact.text, holdings))
      : null;
  if (successor === null)
    return [...withWorkedTime(fact, holdings), ...withOwnHome(fact.text, ownHoldings), ...counts];
  const { old, name, renamed } = successor;
  const isMeant = (holding: Holding): boolean =>
    renamed
      ? foldName(holding.subject) !== foldName(old) && nameFinder(holding.text)(old)
      : isUseOf(holding, old);
  const meantHoldings = holdings.filter(isMeant);
  // What a person or a pet is called is no other name for a thing.
  if (meantHoldings.some(isOfSomebody)) return [];
  return meantHoldings.map(({ id, text, value }) => ({
    id,
    // What is said besides of the one may not hold of the other: "…, which is free".
    text: replaceName(renamed ? text : text.replace(/, .*$/u, ""), old, name),
    value: value === null ? null : replaceName(value, old, name),
  }));
};
