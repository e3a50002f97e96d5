import { FACTS_PER_PERSON, personsIn, type Layout } from "./seed/spaces.ts";
import { deed, personName, question } from "./statements.ts";
import { cyclicItem } from "./lookup.ts";

/** A step that shares no factor with the measured sizes, so that runs jump around in a memory. */
const STRIDE = 7_919;

/** The message of a run to a memory of a number of facts: a new fact about a known person. */
export const writtenAfter = (
  layout: Layout,
  facts: number,
  run: number,
): { readonly message: string; readonly fact: string } => {
  const deedText = deed(facts + run);
  const name = personName((run * STRIDE) % personsIn(layout, facts));
  return {
    message: layout === "ONE" ? `I ${deedText}.` : `${name} ${deedText}.`,
    fact: `${name} ${deedText}.`,
  };
};

const UNHEARD_TOPICS = [
  "theremin concerts",
  "vaccination appointments",
  "quantum lectures",
  "allergy symptoms",
  "mortgage negotiations",
];

/** A question in words that no text contains, so that the search compares all vectors. */
export const unheardQuery = (run: number): string =>
  `Which ${cyclicItem(UNHEARD_TOPICS, run)} were postponed?`;

/** A question about one of a number of facts, in words that many texts contain. */
export const queryOf = (layout: Layout, facts: number, run: number): string => {
  const about = (run * STRIDE) % facts;
  return question(layout === "ONE" ? 0 : Math.floor(about / FACTS_PER_PERSON), about);
};
