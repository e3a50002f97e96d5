import { foldText } from "../../../language/folding.ts";
import { groupsIn, PHRASES } from "./expressions.ts";
import { formsOfMembers } from "./kinds.ts";
import { RowTable, type TableRow } from "./row-table.ts";
import { DEMONYMS, FIRMS, TECHNOLOGIES } from "./word-sets.ts";
import { listedWords, rowsOf, words } from "./words.ts";

/** The first words of an object: "out+of+work" in the tables. */
export type Opening = readonly string[];

export const openingsOf = (list: string): readonly Opening[] =>
  [...words(list)].map((opening) => opening.split("+"));

/**
 * The ongoing statements that a finished action ends, by their verbs and the first words of their
 * objects.
 */
export interface ClosedStatements {
  readonly verbs: ReadonlySet<string>;
  readonly openings: readonly Opening[];
  /**
   * Words for a state, such as "broken" or "garage". If there are any, the ended statement must
   * contain one.
   */
  readonly states: ReadonlySet<string>;
  /**
   * Slots or labels in which the subject is the value of somebody else: `drummer` for who left the
   * band.
   */
  readonly bonds: ReadonlySet<string>;
}

/**
 * The words for `@alcohol`, which stands for the members of a kind; else the word itself.
 */
const membersOf = (word: string): readonly string[] =>
  word.startsWith("@") ? formsOfMembers(word.slice(1)) : [word];

const closedBy = (meaning: string): ClosedStatements => {
  const [verbs = "", openings = "", states = "", bonds = ""] = meaning.split("|");
  const wordsOf = (list: string): ReadonlySet<string> =>
    list === "" ? new Set<string>() : new Set([...words(list)].flatMap(membersOf));
  return {
    verbs: words(verbs),
    openings: openingsOf(openings),
    states: wordsOf(states),
    bonds: wordsOf(bonds),
  };
};

const CLOSINGS = new RowTable<ClosedStatements>(
  PHRASES.rows("closings").flatMap(([pattern, meanings]) =>
    meanings.split("; ").map((meaning) => [pattern, closedBy(meaning)] as const),
  ),
);

/** The finished actions that may match a predicate, with the statements that each ends. */
export const closingsFor = (predicate: string): readonly TableRow<ClosedStatements>[] =>
  CLOSINGS.mayFit(predicate);

/** Whether a predicate states an action that may end something: "joined a small firm". */
export const mayClose = (predicate: string): boolean =>
  closingsFor(predicate).some(([pattern]) => pattern.test(predicate));

/**
 * Whether a predicate alone shows that something ends: it names the ended thing ("paid Tom back")
 * or a change.
 */
export const statesEnd = (predicate: string): boolean =>
  closingsFor(predicate).some(([pattern]) => {
    const { name, ends } = groupsIn(pattern, predicate);
    return name !== undefined || ends !== undefined;
  });

const VERSION_CHANGED = PHRASES.one("version_changed");
/** Whether a predicate states the change to another version: "upgraded to Ubuntu 24.04". */
export const statesVersion = (predicate: string): boolean => VERSION_CHANGED.test(` ${predicate}`);

/** How a thing gets back to its owner: "gave the ladder back", "found their keys". */
export const RETURNS = PHRASES.rows<"returned" | "received" | "found">("returns");

/** Whether a predicate states the return of a thing. */
export const statesReturn = (predicate: string): boolean =>
  RETURNS.some(([pattern]) => pattern.test(` ${predicate}`));

const kindByName = (table: string): ReadonlyMap<string, string> =>
  new Map(
    rowsOf(table).flatMap((row) => {
      const [kind = "", names = ""] = row.split("|");
      return [...words(names)].map((name) => [name, kind] as const);
    }),
  );

/**
 * The kind of service by the name of a firm or a program: "bank" for "monzo". People use one of a
 * kind at a time.
 */
export const KIND_OF_SERVICE = kindByName("kinds_of_service");

/** The kind of the service that a value names: "party" for "the Labour Party". Null for others. */
export const serviceIn = (value: string | null): string | null =>
  KIND_OF_SERVICE.get(foldText(value ?? "").replace(BESIDE_SERVICE, "")) ?? null;
const BESIDE_SERVICE = /^the | (?:party|premium|family|plus)$/gu;

/** The kind of a device by a word of its name: "phone" for "pixel". */
export const KIND_OF_DEVICE = kindByName("kinds_of_device");
const OTHER_DEVICE = listedWords("closings_other_device");
/**
 * The kind of the device that a text names, of which people have one: "phone" for "a Pixel 7". Null
 * for other things, and for "a work phone".
 */
export const deviceIn = (text: string): string | null => {
  const parts = text.toLowerCase().split(" ");
  if (parts.some((part) => OTHER_DEVICE.has(part))) return null;
  return parts.map((part) => KIND_OF_DEVICE.get(part)).find((kind) => kind !== undefined) ?? null;
};

const TAKEN_INSTEAD = PHRASES.one("taken_instead");
/** "has moved to Monzo", which may be a town, unless the table lists it as a service. */
const MOVED_TO =
  / moved (?:(?:everything|it all|all of it|(?:all (?:of )?)?(?:his|her|their|my) \p{Ll}+) )?(?:over )?to (?<taken>[\p{L}\d][\p{L}\d.&’'-]*)/u;
/** "switched to Frobnik", whatever that is. */
const SWITCHED_TOOL = PHRASES.one("switched_tool");
/** "Pro plan", "Economy 7 tariff": a name and its kind. */
const NAMED_KIND = /^\p{Lu}.* \p{Ll}{3,}$/u;
/**
 * The thing that somebody takes again or takes now: "has gone back to cow's milk", "has switched to
 * Monzo". Null if the text states none.
 */
export const takenInstead = (text: string): string | null => {
  const { taken } = groupsIn(TAKEN_INSTEAD, text);
  const { taken: tool } = groupsIn(SWITCHED_TOOL, text);
  const name = taken ?? groupsIn(MOVED_TO, text)["taken"] ?? tool;
  const isTaken =
    (taken !== undefined && /^\p{Ll}/u.test(taken)) ||
    tool !== undefined ||
    (name !== undefined && (NAMED_KIND.test(name) || KIND_OF_SERVICE.has(name.toLowerCase())));
  return isTaken ? (name ?? null) : null;
};

const SWITCHED_PLACE = PHRASES.one("switched_place");
/**
 * The school or the side in "switched to Montessori", "started at Hillcrest". Null if the text
 * states none, or names a firm, a product or a language.
 */
export const placeTaken = (text: string): string | null => {
  const { taken } = groupsIn(SWITCHED_PLACE, text);
  const name = taken?.toLowerCase() ?? "";
  const isKnownOtherwise = [KIND_OF_SERVICE, KIND_OF_DEVICE, TECHNOLOGIES, DEMONYMS, FIRMS].some(
    (table) => table.has(name),
  );
  return taken === undefined || isKnownOtherwise ? null : taken;
};

const SUCCESSIONS = PHRASES.rows<"switched" | "renamed">("successions");
const MOVED_INTO = PHRASES.one("moved_into");
const AFTER_TAKEN = PHRASES.one("after_taken");
const BEFORE_NAME = /^(?:my|our|his|her|their|the|an?) /iu;
const NAME = /^[\p{Lu}\d]/u;

/** Something that another thing has taken the place of, or that has another name now. */
export interface Successor {
  readonly old: string;
  readonly name: string;
  /** Whether it is the same thing under another name. */
  readonly renamed: boolean;
}

const plainName = (name: string): string =>
  name.replace(BEFORE_NAME, "").replace(AFTER_TAKEN, "").trim();

/**
 * What a text puts in the place of something, by names: "switched from Toggl to Clockify". Without
 * the old name, the subject has another one: "Pebble is called Cairn". Null if it states nothing of
 * the kind.
 */
export const successorIn = (text: string, subject: string): Successor | null => {
  for (const [pattern, kind] of SUCCESSIONS) {
    const { old = subject, taken } = groupsIn(pattern, text);
    if (taken === undefined) continue;
    const [oldName, name] = [plainName(old), plainName(taken)];
    if (NAME.test(oldName) && NAME.test(name) && foldText(oldName) !== foldText(name))
      return { old: oldName, name, renamed: kind === "renamed" };
  }
  return null;
};

/** What was moved where, by name: "moved their recipes to Paprika". Null for other texts. */
export const movedInto = (
  text: string,
): { readonly what: string; readonly name: string } | null => {
  const { what, taken } = groupsIn(MOVED_INTO, text);
  return what === undefined || taken === undefined ? null : { what, name: plainName(taken) };
};
