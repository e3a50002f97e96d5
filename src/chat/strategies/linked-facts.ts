import { foldName } from "../../language/names.ts";
import type { EntityId } from "../../memory/ids.ts";
import { shownEntities } from "../../read/graph/shown-entities.ts";
import { search, type SearchHit } from "../../read/search/search.ts";
import type { Situation } from "./strategy.ts";

/**
 * Facts whose mentions are followed, entities that are followed, and facts that these may lead to.
 */
const FOLLOWED_FACTS = 3;
const FOLLOWED_ENTITIES = 6;
const LINKED_FACTS = 6;

/**
 * Facts about the entities that the best hits mention and the message does not: "The stack is
 * React" leads to "The front end moved from React to Svelte". A search, and at most two store
 * calls.
 */
export const linkedFacts = async (
  { services, space, view, message }: Situation,
  hits: readonly SearchHit[],
  self: EntityId | null,
): Promise<SearchHit[]> => {
  const best = hits.flatMap(({ version }) => version ?? []).slice(0, FOLLOWED_FACTS);
  const mentionedEntities = new Set(best.flatMap(({ mentions }) => mentions));
  if (self !== null) mentionedEntities.delete(self);
  if (mentionedEntities.size === 0) return [];
  const entities = await shownEntities(space, mentionedEntities, view.at.knownAt);
  const foldedMessage = ` ${foldName(message)} `;
  const names = Array.from(entities.values(), ({ name }) => name)
    .filter((name) => !foldedMessage.includes(` ${foldName(name)} `))
    .slice(0, FOLLOWED_ENTITIES);
  if (names.length === 0) return [];
  const report = await search(services.read, space, view, {
    query: names.join(", "),
    mode: "FULL_TEXT",
    kinds: ["FACT"],
    first: LINKED_FACTS,
  });
  const knownFacts = new Set(hits.map(({ subject }) => subject));
  return report.hits.filter(({ subject, version }) => version !== null && !knownFacts.has(subject));
};
