import { namesOf } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import { foldName } from "../memory/names.ts";
import type { Draft } from "./draft/draft.ts";

/** Names of fewer characters are not looked for in a text (seed 004). */
const SHORTEST_MENTION = 3;

/** Every entity of the message that a text names by whole words, the primary one first. */
export const mentionsIn = (
  text: string,
  primary: EntityId,
  resolved: ReadonlyMap<string, EntityId>,
  draft: Draft,
): EntityId[] => {
  const folded = ` ${foldName(text)} `;
  const root = draft.entities.root(primary).entity;
  const others = [...resolved].flatMap(([raw, id]) => {
    const entity = draft.entities.root(id);
    const named = [raw, ...namesOf(entity)].some(
      (name) => foldName(name).length >= SHORTEST_MENTION && folded.includes(` ${foldName(name)} `),
    );
    return named ? [entity.entity] : [];
  });
  return [...new Set([root, ...others])];
};
