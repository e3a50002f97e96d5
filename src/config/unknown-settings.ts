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

/**
 * How many letters of `a` must be put in, left out or replaced to make `b`. Infinite as soon as it
 * is clear that they are more than `most`: every start compares all variables with all settings.
 */
const editsBetween = (a: string, b: string, most: number): number => {
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
    if (Math.min(...next) > most) return Infinity;
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** Whether two names are so many edits apart at most. */
const isNear = (a: string, b: string, mostEdits: number): boolean =>
  Math.abs(a.length - b.length) <= mostEdits && editsBetween(a, b, mostEdits) <= mostEdits;

/** Settings that are a letter or two from a name, the nearest first. */
const settingsNear = (name: string): readonly string[] =>
  Object.keys(SETTINGS)
    .filter((setting) => isNear(name, setting, MOST_EDITS))
    .map((setting) => ({ setting, edits: editsBetween(name, setting, MOST_EDITS) }))
    .toSorted((a, b) => a.edits - b.edits)
    .map(({ setting }) => setting);

/** The first words of a setting, of which there are at least two but not all: `RATE_LIMIT`. */
const beginningsOf = (setting: string): string[] => {
  const words = setting.split("_");
  return words.slice(2).map((_, i) => words.slice(0, i + 2).join("_"));
};

/** Settings that begin as a name says, but for a letter. */
const settingsBeginning = (name: string): readonly string[] =>
  Object.keys(SETTINGS).filter((setting) =>
    beginningsOf(setting).some((beginning) => isNear(name, beginning, 1)),
  );

/** The settings that may have been meant by a name, the likeliest first. */
const settingsLike = (name: string): readonly string[] => {
  const plain = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
  if (plain.length < LEAST_LETTERS) return Object.hasOwn(SETTINGS, plain) ? [plain] : [];
  const near = settingsNear(plain);
  return near.length > 0 ? near.slice(0, 1) : settingsBeginning(plain);
};

/**
 * Environment variables that look like settings but are not: they begin with `PALIMPSEST_`, differ
 * from a setting by a letter or two, or consist of its first words. Each comes with the settings
 * that may have been meant.
 */
export const unknownSettings = (
  environment: Environment,
): readonly { readonly name: string; readonly meantSettings: readonly string[] }[] =>
  Object.keys(environment)
    .filter((name) => !Object.hasOwn(SETTINGS, name) && !OF_CLIENTS.has(name))
    .map((name) => ({ name, meantSettings: settingsLike(name) }))
    .filter(
      ({ name, meantSettings }) =>
        name.startsWith(PREFIX) || (meantSettings.length > 0 && name.length >= LEAST_LETTERS),
    );
