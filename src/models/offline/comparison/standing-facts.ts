import { keys } from "../data/words.ts";
import type { Opening } from "../data/closings.ts";
import { PREPOSITIONS } from "../word-lists/sets.ts";
import { kinTerm } from "../word-lists/kinship.ts";
import { standingStatement, type StandingStatement } from "./standing-statement.ts";

/** A known fact, or one that ends or replaces another, as far as names tell. */
export interface Told {
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
}

/** Known facts of what goes on, each with its statement. */
export type Standing<Known> = readonly {
  readonly known: Known;
  readonly statement: StandingStatement;
}[];

/** The known facts that state what goes on: no events. */
export const standingOf = <Known extends Told>(
  known: readonly Known[],
  subject: string,
): Standing<Known> =>
  known.flatMap((one) => {
    const statement = standingStatement(one.text, subject);
    return statement === null ? [] : [{ known: one, statement }];
  });

/** Bonds that one gives up: with a doctor, a tutor, somebody whom one sees. */
const SERVICE =
  /^(?:patient_of|client_of|student_of|coached_by|mentored_by|partner_of|tenant_of)$/u;
/** "Ana's sister is Noor": she is, whatever is given up. */
export const isKin = ({ attribute }: StandingStatement): boolean => {
  const term = attribute === null ? undefined : kinTerm(attribute);
  return term !== undefined && !SERVICE.test(term.relation);
};

const ANYTHING = "*";
/** Whether the object of a statement opens with one of some words: "off work" with `work`; any with `*`. */
export const opensWithOneOf = (
  { object }: StandingStatement,
  openings: readonly Opening[],
): boolean =>
  openings.some((opening) =>
    [0, 1].some((at) => opening.every((word, i) => word === ANYTHING || object[at + i] === word)),
  );

/** "Lisbon flight" and "flight to Lisbon". */
export const isSameName = (a: readonly string[], b: readonly string[]): boolean => {
  const [first, second] = [a, b].map((keys) =>
    keys
      .filter((key) => !PREPOSITIONS.has(key) && key !== "to")
      .toSorted()
      .join(" "),
  );
  return first === second;
};

/** What one has is closed by its name, whatever slot it has; of other slots a claim tells. */
export const POSSESSIONS = keys("owns vehicle subscription medication uses gym hobby");
export const isClosable = ({ slot }: Told): boolean => slot === null || POSSESSIONS.has(slot);

/** A known statement with what becomes of it: the change takes its place, or it only ends. */
export interface NamedChange<Known> {
  readonly action: "UPDATE" | "DELETE";
  readonly known: Known;
}

export const replacement = <Known>(known: Known | null): NamedChange<Known> | null =>
  known && { action: "UPDATE", known };
/** What ends a value of a slot is no value of it. */
export const end = <Known extends Told>(known: Known | null): NamedChange<Known> | null =>
  known && { action: known.slot === null ? "UPDATE" : "DELETE", known };
