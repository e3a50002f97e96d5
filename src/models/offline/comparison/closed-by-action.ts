import { closingsFor, type ClosedStatements } from "../data/closings.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { kinTerm } from "../word-lists/kinship.ts";
import { behind, isAbout, objectKeys, type StandingStatement } from "./standing-statement.ts";
import {
  arrangedAs,
  endingOf,
  isClosable,
  isSameName,
  opensWithOneOf,
  standingOf,
  type NamedChange,
  type NamedFact,
} from "./standing-facts.ts";
import { isByMake } from "./ended-by-name.ts";

const TREATED = PHRASES.one("treated");
/**
 * The statement with the awaited thing as its object: "a hip replacement" in "is on the waiting
 * list for a hip replacement". Null if the statement is not about waiting.
 */
const awaitedIn = (statement: StandingStatement): StandingStatement | null => {
  const { verb, object } = statement;
  if (verb === "wait") return statement;
  const list = object.indexOf("list");
  return verb === "be" &&
    object[list - 1] === "waiting" &&
    /^(?:for|to)$/u.test(object[list + 1] ?? "")
    ? behind(statement, list + 1)
    : null;
};

/** Whether the awaited thing has arrived: "had the operation", "had their hip replaced". */
const hasCome = (
  statement: StandingStatement,
  wantedKeys: readonly string[],
  predicate: string,
): boolean => {
  const awaitedStatement = awaitedIn(statement);
  if (awaitedStatement === null) return false;
  const isPart =
    wantedKeys.length > 0 && wantedKeys.every((key) => awaitedStatement.object.includes(key));
  return isAbout(awaitedStatement, wantedKeys) || (isPart && TREATED.test(predicate));
};

/** The preposition before what somebody saves or owes for, by the verb. */
const PURPOSES: Readonly<Record<string, string>> = { save: "to", owe: "on" };
/**
 * Whether the statement is about a purpose: "booked Peru" ends "is saving for a trip to Peru", and
 * "paid off the car" ends "owes $9,000 on the car".
 */
const isForPurpose = (statement: StandingStatement, wantedKeys: readonly string[]): boolean => {
  const before = statement.object.indexOf(PURPOSES[statement.verb] ?? "");
  return before > 0 && isAbout(behind(statement, before), wantedKeys);
};

/** Whether the words name a relative: "gave his daughter away" ends no possession. */
const isOfSomebody = (wantedKeys: readonly string[]): boolean =>
  kinTerm(wantedKeys.at(-1) ?? "")?.type === "person";

/** Whether a finished action ends a statement, by its verb and by the name in the action. */
const isClosed = (
  statement: StandingStatement,
  wantedKeys: readonly string[],
  { verbs, openings, states }: ClosedStatements,
  name: string,
): boolean => {
  const isUnderWay = statement.progressive && verbs.has(`${statement.verb}ing`);
  if (!isUnderWay && !verbs.has(statement.verb)) return false;
  if (states.size > 0) {
    const { attribute, object } = statement;
    const isOfName =
      attribute === null
        ? isAbout(statement, wantedKeys)
        : isSameName(wantedKeys, objectKeys(attribute));
    return isOfName && object.some((word) => states.has(word));
  }
  return (
    !(statement.verb === "have" && isOfSomebody(wantedKeys)) &&
    (isAbout(statement, wantedKeys) ||
      isByMake(statement, name, wantedKeys) ||
      opensWithOneOf(statement, openings) ||
      isForPurpose(statement, wantedKeys))
  );
};

/**
 * The ongoing statement that a finished action ends; null if there is none. "came home from
 * hospital" ends "is in hospital", and "paid Tom back" ends "owes Tom ten pounds".
 */
export const closedByAction = <Known extends NamedFact>(
  { subject, text }: { readonly subject: string; readonly text: string },
  knownFacts: readonly Known[],
): NamedChange<Known> | null => {
  if (!text.toLowerCase().startsWith(`${subject} `.toLowerCase())) return null;
  const predicate = text.slice(subject.length + 1);
  const standing = standingOf(knownFacts.filter(isClosable), subject);
  for (const [pattern, closed] of closingsFor(predicate)) {
    if (!pattern.test(predicate)) continue;
    const { name } = groupsIn(pattern, predicate);
    const wantedKeys = name === undefined ? [] : objectKeys(name);
    const match = standing.find(
      ({ statement }) =>
        isClosed(statement, wantedKeys, closed, name ?? "") ||
        (closed.verbs.has("wait") && hasCome(statement, wantedKeys, predicate)),
    );
    const arrangement =
      match === undefined && closed.verbs.has("have") ? arrangedAs(wantedKeys, knownFacts) : null;
    const closedFact = match?.fact ?? arrangement;
    if (closedFact !== null) return endingOf(closedFact);
  }
  return null;
};
