/** The words on the page for names of the API. */

const SLOT_WORDS: Readonly<Record<string, string>> = {
  residence: "lives in",
  employer: "works at",
  spouse: "partner",
  relationship_status: "status",
};

/** Turns `works_at` into `works at`. */
export const spokenName = (name: string): string => name.replaceAll("_", " ");

/** The label of a lane: the name of its slot, or the statement of a chain without one. */
export const slotLabel = (slot: string | null): string =>
  slot === null ? "noted" : (SLOT_WORDS[slot] ?? spokenName(slot));

const PLURALS: Readonly<Record<string, string>> = {
  person: "People",
  place: "Places",
  organization: "Organisations",
  project: "Projects",
  animal: "Animals",
  pet: "Animals",
  event: "Events",
};

export const typeLabel = (type: string): string =>
  PLURALS[type] ?? `${type.charAt(0).toUpperCase()}${spokenName(type.slice(1))}`;

const manyOf = (one: string): string =>
  /[^aeiou]y$/u.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`;

export const plural = (count: number, one: string, many = manyOf(one)): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Shapes by type, so that types do not differ in colour alone. */
export const SHAPES = ["circle", "diamond", "square", "hexagon", "triangle", "pentagon"] as const;
export type Shape = (typeof SHAPES)[number];
const SHAPE_OF: Readonly<Record<string, readonly [Shape, string]>> = {
  person: ["circle", "person"],
  place: ["diamond", "place"],
  location: ["diamond", "place"],
  organization: ["square", "organization"],
  team: ["square", "organization"],
  project: ["hexagon", "project"],
  product: ["hexagon", "project"],
  animal: ["triangle", "animal"],
  pet: ["triangle", "animal"],
  event: ["pentagon", "event"],
};

export const shapeOf = (type: string): Shape => SHAPE_OF[type]?.[0] ?? "circle";
/** The name of the CSS variable with the colour of a type. */
export const tintOf = (type: string): string => SHAPE_OF[type]?.[1] ?? "other";
