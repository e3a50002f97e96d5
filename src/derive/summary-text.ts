import type { DerivedMemory } from "../memory/derived-memory.ts";

type Sections = DerivedMemory["sections"];

const titleOf = (heading: string): string =>
  `${heading.charAt(0).toUpperCase()}${heading.slice(1).replaceAll("_", " ")}`;

/** A line as a sentence: with a full stop where it ends without a sign. */
export const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);

/** A summary in words: its headings with what stands under them; those that are empty are left out. */
export const summaryText = (sections: Sections): string =>
  sections
    .flatMap(({ heading, lines }) =>
      lines.length === 0 ? [] : [`${titleOf(heading)}: ${lines.map(sentence).join(" ")}`],
    )
    .join("\n");
