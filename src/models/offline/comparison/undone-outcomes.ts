import { isShortValueOf, sameValue } from "../../../language/value.ts";
import type { FactOfOther, ReconciliationQuestion } from "../../port.ts";
import { RETURNS } from "../data/closings.ts";
import { PHRASES } from "../data/expressions.ts";
import { onlyOne } from "./standing-facts.ts";
import { behindSubject, objectKeys, SPEAKER } from "./standing-statement.ts";

/**
 * A past action whose outcome lasts until it is undone: a loan, the loss of a thing, or that it was
 * taken somewhere.
 */
interface Outcome {
  readonly kind: "loan" | "loss";
  readonly thing: string;
  /** Null for somebody whom the text does not name. */
  readonly owner: string | null;
  readonly holder: string | null;
}

/** An action that undoes an outcome: the thing goes back to its owner. */
interface Return extends Omit<Outcome, "kind"> {
  /** Whether the owner may have found the thing, rather than got it from somebody. */
  readonly found: boolean;
}

const OUTCOMES = PHRASES.rows<"lent" | "borrowed" | "lost" | "away">("outcomes");

const OWNER = /^(?<owner>\p{L}[\p{L} ]*)['’]s /u;
/** Whose the thing is by its name: Jane's for "Jane's umbrella"; null for "the umbrella". */
const ownerIn = (thing: string): string | null => OWNER.exec(thing)?.groups?.["owner"] ?? null;

/** The lasting outcome that a known text states; null for other texts. */
const outcomeIn = (text: string, subject: string): Outcome | null => {
  const predicate = behindSubject(text, subject) ?? "";
  for (const [pattern, kind] of OUTCOMES) {
    const { thing, who = null } = pattern.exec(predicate)?.groups ?? {};
    if (thing === undefined) continue;
    if (kind === "lent" || kind === "away")
      return { kind: "loan", thing, owner: subject, holder: who };
    return kind === "borrowed"
      ? { kind: "loan", thing, owner: who ?? ownerIn(thing), holder: subject }
      : { kind: "loss", thing, owner: subject, holder: null };
  }
  return null;
};

/** The return of a thing that a text states; null for other texts. */
const returnIn = (text: string, subject: string): Return | null => {
  const predicate = behindSubject(text, subject) ?? "";
  for (const [pattern, kind] of RETURNS) {
    const { thing, who = null } = pattern.exec(predicate)?.groups ?? {};
    if (thing === undefined) continue;
    return kind === "returned"
      ? { thing, owner: who ?? ownerIn(thing), holder: subject, found: false }
      : { thing, owner: subject, holder: who, found: who === null };
  }
  return null;
};

/** Whether two names may be of one person. Null may be anybody. */
const maySame = (a: string | null, b: string | null): boolean =>
  a === null ||
  b === null ||
  a === SPEAKER ||
  b === SPEAKER ||
  sameValue(a, b) ||
  isShortValueOf(a, b) ||
  isShortValueOf(b, a);

/** Whether two names are of one thing: "a long ladder" and "the ladder". */
const isSameThing = (a: string, b: string): boolean => {
  if (!maySame(ownerIn(a), ownerIn(b))) return false;
  const [keysA, keysB] = [a, b].map((thing) => objectKeys(thing.replace(OWNER, "")));
  return (
    keysA !== undefined &&
    keysB !== undefined &&
    keysA.at(-1) === keysB.at(-1) &&
    (keysA.every((key) => keysB.includes(key)) || keysB.every((key) => keysA.includes(key)))
  );
};

const undoes = (action: Return, outcome: Outcome): boolean =>
  isSameThing(action.thing, outcome.thing) &&
  maySame(action.owner, outcome.owner) &&
  (outcome.kind === "loan" ? maySame(action.holder, outcome.holder) : action.found);

/**
 * The known loan or loss that a return ends: "gave the ladder back to Frank" ends "borrowed a ladder
 * from Frank", and "found their keys" ends "lost their keys". Nothing if several are meant.
 */
export const undoneOutcomes = ({
  fact,
  candidates,
  ofOthers = [],
}: ReconciliationQuestion): readonly string[] => {
  const action = returnIn(fact.text, fact.subject);
  if (action === null) return [];
  const own = candidates.map((one) => ({ ...one, subject: fact.subject }));
  const isUndone = ({ text, subject }: Pick<FactOfOther, "text" | "subject">): boolean => {
    const outcome = outcomeIn(text, subject);
    return outcome !== null && undoes(action, outcome);
  };
  const only = onlyOne([...own, ...ofOthers].filter(isUndone));
  return only === null ? [] : [only.id];
};
