import { FACTS_PER_PERSON, personsIn, type Layout } from "./seed/spaces.ts";
import { deed, personName, question } from "./statements.ts";

/** A step that shares no factor with the sizes that are measured, so that what is asked and told jumps about in a memory. */
const STRIDE = 7_919;

/** What is told to a memory of so many facts in a run, and the statement that it makes: new, of somebody who is known. */
export const writtenAfter = (
  layout: Layout,
  facts: number,
  run: number,
): { readonly message: string; readonly fact: string } => {
  const told = deed(facts + run);
  const name = personName((run * STRIDE) % personsIn(layout, facts));
  return {
    message: layout === "ONE" ? `I ${told}.` : `${name} ${told}.`,
    fact: `${name} ${told}.`,
  };
};

const UNHEARD = [
  "theremin concerts",
  "vaccination appointments",
  "quantum lectures",
  "allergy symptoms",
  "mortgage negotiations",
];

/** A question in words that no text has: no list of words finds enough, so the vectors of all texts are gone through. */
export const unheardQuery = (run: number): string =>
  `Which ${UNHEARD[run % UNHEARD.length]!} were postponed?`;

/** A question about one of so many facts, in words that many texts have. */
export const queryOf = (layout: Layout, facts: number, run: number): string => {
  const about = (run * STRIDE) % facts;
  return question(layout === "ONE" ? 0 : Math.floor(about / FACTS_PER_PERSON), about);
};
