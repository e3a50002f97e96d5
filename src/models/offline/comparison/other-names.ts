import { rowsOf } from "../data/words.ts";
import { withoutAccents } from "../../../language/folding.ts";

const canonical = new Map<string, string>();
for (const line of rowsOf("other_names")) {
  const [first = "", ...others] = line.trim().split("|").map(withoutAccents);
  for (const name of [first, ...others]) canonical.set(name, first);
}

export const canonicalName = (foldedName: string): string =>
  canonical.get(foldedName) ?? foldedName;

const formal = new Map<string, Set<string>>();
for (const entry of rowsOf("short_forms")) {
  const [name = "", forms = ""] = entry.split(":");
  for (const form of forms.trim().split(/\s+/u)) {
    if (form === "") continue;
    const key = withoutAccents(form);
    formal.set(key, (formal.get(key) ?? new Set()).add(name.trim()));
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The full names of which a folded name is a short form. */
export const fullNamesOf = (short: string): ReadonlySet<string> => formal.get(short) ?? NONE;
