import { contentHash } from "../memory/content-hash.ts";
import { members, namesOf, type EntityVersion } from "../memory/entity.ts";
import type { FactVersion } from "../memory/fact.ts";
import type { EntityId } from "../memory/ids.ts";
import { namesTheUser } from "../memory/self-reference.ts";
import type { SpaceStore } from "../store/port.ts";
import { exactStrings, holdsFromWordStart } from "./exact-strings.ts";
import { passage } from "./passage.ts";
import { meaningfulWords } from "./query-words.ts";
import type { RecallItem } from "./recall-block.ts";
import { recalledEntities } from "./recalled-entities.ts";
import type { SearchHit } from "./search-request.ts";
import type { ReadSettings } from "./settings.ts";
import { standingQuotations } from "./standing-quotations.ts";
import type { View } from "./view.ts";

/** How many of the entities that are asked for tell their most important facts, and how many of these. */
const TELLING_ENTITIES = 5;
const FACTS_OF_EACH = 10;

/** What a question is about, as far as its words tell. */
export interface Asked {
  readonly question: string;
  /** Whether one session alone is asked: what else is known of an entity is then left out. */
  readonly inSession: boolean;
  readonly self: EntityId | null;
}

export interface Recalled {
  readonly user: EntityVersion | null;
  /** The best first. */
  readonly items: readonly RecallItem[];
}

/**
 * What may be told at a view of what a search found: the facts, the most important facts of the entities that the question names (of
 * the user, where it names nothing or the user), and what may be quoted of the messages. At most six store calls.
 */
export const recallItems = async (
  settings: ReadSettings,
  space: SpaceStore,
  { at }: View,
  { question, inSession, self }: Asked,
  hits: readonly SearchHit[],
): Promise<Recalled> => {
  const met = hits.flatMap(({ kind, subject, version }) =>
    kind === "ENTITY" ? [subject] : version === null ? [] : [version.entity],
  );
  const [entities, quotations] = await Promise.all([
    recalledEntities(space, self === null ? met : [self, ...met], at.knownAt),
    standingQuotations(
      space,
      hits.filter(({ kind }) => kind === "EVENT").map(({ subject }) => subject),
      hits.flatMap(({ version }) => version ?? []),
      at,
    ),
  ]);
  const user = (self === null ? undefined : entities.get(self)) ?? null;
  const words = meaningfulWords(question);
  const ofUser = words.length === 0 || words.some(namesTheUser);
  const isAsked = (entity: EntityVersion): boolean =>
    (ofUser && entity === user) ||
    (words.length > 0 &&
      namesOf(entity).some((name) => meaningfulWords(name).some((word) => words.includes(word))));
  const found = hits.flatMap(({ kind, subject }) =>
    kind === "ENTITY" ? (entities.get(subject) ?? []) : [],
  );
  const asked = [...new Set(ofUser && user !== null ? [user, ...found] : found)].filter(isAsked);
  const telling = inSession ? [] : asked.slice(0, TELLING_ENTITIES);
  const important =
    telling.length === 0
      ? []
      : await space.importantFacts(
          telling.map((entity) => ({ entities: members(entity), at, limit: FACTS_OF_EACH })),
        );

  const strings = exactStrings(question, settings.keywords);
  const holds = ({ score }: SearchHit, text: string): boolean =>
    score > 0 || holdsFromWordStart(text, strings);
  const told = new Set<string>();
  const factItem = (version: FactVersion, entity = entities.get(version.entity)): RecallItem[] => {
    if (entity === undefined || version.confidence < settings.minConfidence) return [];
    told.add(version.hash);
    return [{ kind: "FACT", entity, version }];
  };
  const ofEntity = new Map(
    telling.map((entity, index) => [
      entity.entity,
      (important[index] ?? []).flatMap((version) => factItem(version, entity)),
    ]),
  );
  const facts = hits.map((hit) =>
    hit.version !== null && holds(hit, hit.version.text) ? factItem(hit.version) : [],
  );

  const ofSelf = user === null || !ofUser ? [] : (ofEntity.get(user.entity) ?? []);
  const asksMore = words.some((word) => !namesTheUser(word));
  const items = asksMore ? [] : [...ofSelf];
  for (const [index, hit] of hits.entries()) {
    items.push(
      ...facts[index]!,
      ...((hit.kind === "ENTITY" && ofEntity.get(entities.get(hit.subject)?.entity ?? "")) || []),
    );
    const quoted = hit.kind === "EVENT" ? quotations.get(hit.subject) : undefined;
    if (
      quoted === undefined ||
      told.has(contentHash(quoted.message)) ||
      !holds(hit, quoted.message)
    )
      continue;
    const quotation = await passage(quoted.message, words, settings.quotationTokens);
    if (quotation !== "") items.push({ kind: "EVENT", event: quoted.event, quotation });
  }
  if (asksMore) items.push(...ofSelf);
  return { user, items };
};
