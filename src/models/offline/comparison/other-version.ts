import type { ReconciliationQuestion } from "../../port.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { onlyOne } from "./standing-facts.ts";
import { objectKeys } from "./standing-statement.ts";

/** The version of something that is in use: 22.04 of Ubuntu on a server. */
interface InUse {
  /** The name of the product, or "version" and "release" without one. */
  readonly name: string;
  readonly version: string;
  /** The keys of the thing that has this version; none if the text names none. */
  readonly thing: readonly string[];
}

const IN_USE = PHRASES.one("version_in_use");
const CHANGED = PHRASES.one("version_changed");
const SET = PHRASES.one("version_set");

const versionIn = (expression: RegExp, text: string): InUse | null => {
  const { name, version, thing, of } = groupsIn(expression, text);
  return name === undefined || version === undefined
    ? null
    : { name: name.toLowerCase(), version, thing: objectKeys(of ?? thing ?? "") };
};

const NAMELESS = /^(?:version|release)$/u;
/** Whether both may be versions of one thing: of the server, or of an app that only one text names. */
const mayBeOfSame = (next: InUse, known: InUse): boolean => {
  if (next.thing.length > 0 && known.thing.length > 0)
    return next.thing.at(-1) === known.thing.at(-1);
  return next.thing.length === 0 || !NAMELESS.test(next.name);
};

/**
 * The only known fact about another version in use: "upgraded the server to Ubuntu 24.04" ends
 * "user's server runs Ubuntu 22.04". Nothing if several are meant.
 */
export const otherVersion = ({ fact, candidates }: ReconciliationQuestion): readonly string[] => {
  if (fact.action !== "UPDATE") return [];
  const next = [CHANGED, SET, IN_USE]
    .map((expression) => versionIn(expression, fact.text))
    .find((one) => one !== null);
  if (next === undefined) return [];
  const only = onlyOne(
    candidates.filter(({ text }) => {
      const known = versionIn(IN_USE, text);
      return (
        known !== null &&
        known.name === next.name &&
        known.version !== next.version &&
        mayBeOfSame(next, known)
      );
    }),
  );
  return only === null ? [] : [only.id];
};
