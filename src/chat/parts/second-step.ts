import { foldName } from "../../memory/names.ts";
import type { EntityId } from "../../memory/ids.ts";
import { recalledEntities } from "../../read/recalled-entities.ts";
import { search } from "../../read/search.ts";
import type { SearchHit } from "../../read/search-request.ts";
import type { Situation } from "../strategy.ts";

/** The facts whose entities are followed, how many of these, and how many facts that may find. */
const FOLLOWED_FACTS = 3;
const FOLLOWED_ENTITIES = 6;
const FOUND = 6;

/**
 * Facts that speak of the entities that the best ones name, and the message does not: "The stack is React" leads to "The front end moved from
 * React to Svelte". Nothing where the best facts name nobody else. A search, and at most two store calls.
 */
export const secondStep = async (
  { services, space, view, message }: Situation,
  hits: readonly SearchHit[],
  self: EntityId | null,
): Promise<SearchHit[]> => {
  const best = hits.flatMap(({ version }) => version ?? []).slice(0, FOLLOWED_FACTS);
  const mentioned = [...new Set(best.flatMap(({ mentions }) => mentions))].filter(
    (entity) => entity !== self,
  );
  if (mentioned.length === 0) return [];
  const asked = ` ${foldName(message)} `;
  const named = await recalledEntities(space, mentioned, view.at.knownAt);
  const names = [...named.values()]
    .map(({ name }) => name)
    .filter((name) => !asked.includes(` ${foldName(name)} `))
    .slice(0, FOLLOWED_ENTITIES);
  if (names.length === 0) return [];
  const found = await search(services.read, space, view, {
    query: names.join(", "),
    mode: "FULL_TEXT",
    kinds: ["FACT"],
    first: FOUND,
  });
  const known = new Set(hits.map(({ subject }) => subject));
  return found.hits.filter(({ subject, version }) => version !== null && !known.has(subject));
};
