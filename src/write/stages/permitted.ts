import { nameFinder } from "../../language/names.ts";
import type { MemorySettings } from "../../memory/memory-settings.ts";
import type { Work } from "../work.ts";
import type { NormalisedExtraction } from "./normalise.ts";

/**
 * What of an extraction may be written at all. In a session without session memory that is what the
 * message asks to remember: the facts that it asks for, the relations that they state, and the
 * entities that they name. A profile would tell of the rest too.
 */
export const permittedPart = (
  { event, isRequested }: Pick<Work, "event" | "isRequested">,
  permits: MemorySettings,
  extraction: NormalisedExtraction,
): NormalisedExtraction => {
  if (event.session === null || permits.sessionMemory) return extraction;
  const facts = extraction.facts.filter(({ text }) => isRequested(text));
  if (facts.length === extraction.facts.length) return extraction;
  const relations = facts.flatMap((fact) => fact.relations);
  const isNamed = nameFinder(facts.map(({ subject, text }) => `${subject}. ${text}`).join("\n"));
  const names = new Set(relations.flatMap(({ source, target }) => [source, target]));
  return {
    ...extraction,
    facts,
    relations,
    entities: extraction.entities.filter(({ name }) => names.has(name) || isNamed(name)),
    profiles: [],
    selfName: facts.some(({ slot }) => slot === "name") ? extraction.selfName : null,
  };
};
