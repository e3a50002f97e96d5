import { pairs } from "../data/words.ts";
import { snakeCase } from "../../../language/names.ts";

/** Attributes by their English slot, so that one slot serves both languages. */
const SLOTS = pairs("attributes_slots");
const FAVOURITES = pairs("attributes_favourites");

/** The English slot of an attribute in Portuguese; what no table knows keeps its own words. */
export const portugueseSlot = (attribute: string): string => {
  const lower = attribute.toLowerCase().trim();
  const known = SLOTS[lower];
  if (known !== undefined) return known;
  const favourite = /^(?<what>[\p{L} ]+?) (?:favorit[oa]|preferid[oa]|predilet[oa])$/u.exec(lower)
    ?.groups?.["what"];
  if (favourite !== undefined) return `favourite_${FAVOURITES[favourite] ?? snakeCase(favourite)}`;
  return snakeCase(lower);
};

/** An attribute in English words; null for what no table knows. */
export const attributeInEnglish = (attribute: string): string | null => {
  const slot = portugueseSlot(attribute);
  return isPortugueseAttribute(attribute) || slot.startsWith("favourite_")
    ? slot.replaceAll("_", " ")
    : null;
};

/** Whether "o …" without an owner is an attribute that the speaker has one of. */
export const isPortugueseAttribute = (attribute: string): boolean =>
  SLOTS[attribute.toLowerCase().trim()] !== undefined;
