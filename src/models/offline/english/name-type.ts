import { TECHNOLOGIES } from "../data/technologies.ts";
import { words } from "../data/words.ts";

const ORGANIZATION_ENDING =
  words(`inc corp corporation ltd llc gmbh co company tech technologies technology labs lab bank group systems system solutions university
  institute college school academy hospital clinic studio studios foundation agency ventures capital partners consulting software airlines motors pharma
  holdings media records press press associates council ministry department library museum church club fc cf united orchestra committee commission nhs`);
const ORGANIZATION_OPENING = words(
  "university bank institute ministry department college school academy hospital church museum bank office house union",
);
const PLACE_ENDING = words(
  "city beach park lake island islands river valley mountain mountains street avenue road square county bay coast airport station falls",
);
const PLACE_OPENING = words(
  "lake mount mt cape san santa são st saint port porto rio fort new north south east west los las el",
);

/** A type by the words of the name alone and what the tagger says of them; null where nothing tells. */
export const typeOfName = (name: string, tags: ReadonlySet<string>): string | null => {
  const parts = name.toLowerCase().replace(/[.,]/gu, "").split(" ");
  const last = parts.at(-1)!;
  if (TECHNOLOGIES.has(name.toLowerCase())) return "product";
  if (parts.length > 1 && (ORGANIZATION_ENDING.has(last) || ORGANIZATION_OPENING.has(parts[0]!)))
    return "organization";
  if (tags.has("City") || tags.has("Country") || tags.has("Region")) return "place";
  if (
    tags.has("FirstName") ||
    tags.has("Person") ||
    tags.has("MaleName") ||
    tags.has("FemaleName") ||
    tags.has("Honorific")
  )
    return "person";
  if (
    tags.has("Place") ||
    (parts.length > 1 && (PLACE_ENDING.has(last) || PLACE_OPENING.has(parts[0]!)))
  )
    return "place";
  if (tags.has("Organization") && !tags.has("Acronym")) return "organization";
  return TECHNOLOGIES.has(last) ? "product" : null;
};

export const genderOfName = (tags: ReadonlySet<string>): "female" | "male" | null =>
  tags.has("FemaleName") ? "female" : tags.has("MaleName") ? "male" : null;
