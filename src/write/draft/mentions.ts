import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { FactState } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { foldName, nameAsWords, nameFinder } from "../../language/names.ts";
import { sameValue } from "../../language/value.ts";
import type { Draft } from "./draft.ts";

/**
 * Minimum length in characters of a name that is searched for in a text. A name as short as that,
 * "Ed", has to be written in its own case.
 */
const SHORTEST_MENTION = 2;

/**
 * The mentioned entities that the value of a fact names, after merges. The mentions must be loaded.
 */
export const namedByValue = (
  { value, mentions }: Pick<FactState, "value" | "mentions">,
  draft: Draft,
): EntityVersion[] =>
  mentions
    .map((id) => draft.entities.root(id))
    .filter((entity) => namesOf(entity).some((name) => sameValue(name, value)));

/** The entities of a message that a text names as whole words, the primary one first. */
export const mentionsIn = (
  text: string,
  primary: EntityId,
  resolvedEntities: ReadonlyMap<string, EntityId>,
  draft: Draft,
): EntityId[] => {
  const isNamed = nameFinder(text);
  const root = draft.entities.root(primary).entity;
  const others = [...resolvedEntities].flatMap(([raw, id]) => {
    const entity = draft.entities.root(id);
    const isMentioned = [raw, ...namesOf(entity)].some((name) => {
      const { length } = foldName(name);
      return (
        length >= SHORTEST_MENTION &&
        isNamed(name) &&
        (length > SHORTEST_MENTION || nameAsWords(name, "u").test(text))
      );
    });
    return isMentioned ? [entity.entity] : [];
  });
  return [...new Set([root, ...others])];
};
