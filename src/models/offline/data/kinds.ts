import { foldText } from "../../../language/folding.ts";
import { wordKey } from "../../../language/spelling.ts";
import { loadTable } from "./load.ts";
import { words } from "./words.ts";

const TABLES = loadTable<Readonly<Record<"members_of_kinds" | "kinds_by_verbs", string>>>("kinds");

const keyOf = (name: string): string =>
  name
    .split(" ")
    .map((word) => wordKey(foldText(word)))
    .join(" ");

/** The right-hand sides of a table, by each of the names before the bar. */
const byName = (table: keyof typeof TABLES): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, ReadonlySet<string>>();
  for (const row of TABLES[table].trim().split("\n")) {
    const [names = "", others = ""] = row.split("|");
    for (const name of words(names))
      all.set(keyOf(name), new Set([...(all.get(keyOf(name)) ?? []), ...words(others)]));
  }
  return all;
};

const LISTED_MEMBERS = byName("members_of_kinds");
const VERBS = byName("kinds_by_verbs");

/** The members of a kind with their own members, as they are listed. */
const allMembers = (kind: string, above: ReadonlySet<string> = new Set()): string[] =>
  [...(LISTED_MEMBERS.get(kind) ?? [])].flatMap((member) => {
    const key = keyOf(member);
    return above.has(key) ? [] : [member, ...allMembers(key, new Set([...above, key]))];
  });

const keysOfMembers = new Map<string, ReadonlySet<string>>();
/** The keys of the members of a kind. They are made once, when the kind is first named. */
const membersOf = (kind: string): ReadonlySet<string> => {
  const knownMembers = keysOfMembers.get(kind);
  if (knownMembers !== undefined) return knownMembers;
  const members = new Set(allMembers(kind, new Set([kind])).map(keyOf));
  if (LISTED_MEMBERS.has(kind)) keysOfMembers.set(kind, members);
  return members;
};

/** The members of a kind in singular and plural: "beer" and "beers" for "alcohol". */
export const formsOfMembers = (kind: string): readonly string[] =>
  allMembers(keyOf(kind), new Set([keyOf(kind)])).flatMap((member) => [member, `${member}s`]);

/** Whether a name is that of a member of the kind: "decaf" of "coffee", "labrador" of "dog". */
export const isMemberOf = (name: string, kind: string): boolean =>
  membersOf(keyOf(kind)).has(keyOf(name));

/** Whether it is the name of a kind: "the bird" without "the". */
export const isKind = (name: string): boolean =>
  LISTED_MEMBERS.has(keyOf(name)) || VERBS.has(keyOf(name));

/** Whether whatever somebody does this with is of the kind: what is read is a "book". */
export const isKindOfVerb = (kind: string, verb: string): boolean =>
  VERBS.get(keyOf(kind))?.has(verb) === true;
