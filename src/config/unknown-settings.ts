import { SETTINGS, type Environment } from "./settings.ts";

/** Variables that other programs of ours read: the commands and the client. */
const OF_CLIENTS: ReadonlySet<string> = new Set([
  "PALIMPSEST_URL",
  "PALIMPSEST_TOKEN",
  "PALIMPSEST_USER",
]);
const PREFIX = "PALIMPSEST_";
/** Shorter names have others near them by chance. */
const LEAST_LETTERS = 6;
/** Letters that are put in, left out or replaced in a name that was misspelled, at most. */
const MOST_EDITS = 2;

/** How many letters of `a` must be put in, left out or replaced to make `b`. */
const editsBetween = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** The setting that was meant by a name, if one is near. */
const settingLike = (name: string): string | null => {
  const plain = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
  if (plain.length < LEAST_LETTERS) return Object.hasOwn(SETTINGS, plain) ? plain : null;
  const near = Object.keys(SETTINGS)
    .filter((setting) => Math.abs(setting.length - plain.length) <= MOST_EDITS)
    .map((setting) => ({ setting, edits: editsBetween(plain, setting) }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .toSorted((a, b) => a.edits - b.edits);
  return near[0]?.setting ?? null;
};

/**
 * Variables that are set and look like settings, but are none: those that begin with `PALIMPSEST_`,
 * and those that are a letter or two from a setting. With the setting that may have been meant.
 */
export const unknownSettings = (
  environment: Environment,
): readonly { readonly name: string; readonly meant: string | null }[] =>
  Object.keys(environment)
    .filter((name) => !Object.hasOwn(SETTINGS, name) && !OF_CLIENTS.has(name))
    .map((name) => ({ name, meant: settingLike(name) }))
    .filter(
      ({ name, meant }) =>
        name.startsWith(PREFIX) || (meant !== null && name.length >= LEAST_LETTERS),
    );
