import type { Commit, SpaceStore } from "../../store/port.ts";
import type { ErasedItem } from "./target.ts";

/** A space holds any number of things: the counts tell of all of them. */
const MOST_ITEMS = 1_000;
const PAGE = 100;

const item = (kind: ErasedItem["kind"], id: string, text: string | null): ErasedItem => ({
  kind,
  id,
  text,
  reason: "ASKED",
  stays: false,
});

/** What was recorded by a commit for the first time. */
const itemsOf = ({
  facts = [],
  entities = [],
  relationships = [],
  events = [],
  decisions = [],
  memories = [],
  references = [],
}: Commit): ErasedItem[] => [
  ...facts.filter(({ n }) => n === 1).map(({ fact, text }) => item("FACT", fact, text)),
  ...entities.filter(({ n }) => n === 1).map(({ entity, name }) => item("ENTITY", entity, name)),
  ...relationships
    .filter(({ n }) => n === 1)
    .map(({ relationship, type }) => item("RELATIONSHIP", relationship, type)),
  ...events.map(({ id, message }) => item("EVENT", id, message)),
  ...decisions.map(({ id, factText }) => item("DECISION", id, factText)),
  ...memories.filter(({ n }) => n === 1).map(({ id, content }) => item("MEMORY", id, content)),
  ...references.map(({ id, snippet }) => item("REFERENCE", id, snippet)),
];

/** The first things of a space, for a dry run: its sessions, then what was recorded, oldest first. */
export const itemsOfSpace = async (space: SpaceStore): Promise<ErasedItem[]> => {
  const items: ErasedItem[] = [];
  for (let after: string | undefined; items.length < MOST_ITEMS;) {
    const page = await space.sessions({ first: PAGE, after });
    items.push(...page.items.map(({ item: { id, title } }) => item("SESSION", id, title)));
    if (!page.hasNextPage) break;
    after = page.items.at(-1)!.cursor;
  }
  for await (const commit of space.commitsAfter(null, false)) {
    if (items.length >= MOST_ITEMS) break;
    items.push(...itemsOf(commit));
  }
  return items.slice(0, MOST_ITEMS);
};
