import { contentHash } from "../memory/content-hash.ts";
import { members } from "../memory/entity.ts";
import { foldName } from "../memory/names.ts";
import type { SessionId } from "../memory/ids.ts";
import type { SpaceStore } from "../store/port.ts";
import { exactStrings } from "./exact-strings.ts";
import { fillBudget } from "./fill-budget.ts";
import { passage } from "./passage.ts";
import { meaningfulWords } from "./query-words.ts";
import { NAMELESS, type Citation, type RecallItem } from "./recall-block.ts";
import { recalledEntities } from "./recalled-entities.ts";
import { search } from "./search.ts";
import type { ReadServices } from "./services.ts";
import { standingQuotations } from "./standing-quotations.ts";
import type { View } from "./view.ts";

export type { Citation } from "./recall-block.ts";

export interface RecallRequest {
  readonly question: string;
  /** Tokens that the block may have; its bounds are the caller's to check. */
  readonly tokenBudget: number;
  /** Only what was said in this session. */
  readonly session?: SessionId | null | undefined;
}

export interface RecallReport {
  /** Empty where nothing is remembered that answers. */
  readonly text: string;
  /** As o200k_base counts them. */
  readonly tokens: number;
  /** `[n]` in the text is the nth of these. */
  readonly citations: readonly Citation[];
}

/** How many of the entities that were found tell their most important facts, and how many of these. */
const TELLING_ENTITIES = 5;
const FACTS_OF_EACH = 5;

/**
 * A block of context within a token budget, ready to be put before a model: who the user is, the facts that answer best, by entity,
 * and the messages that answer best, quoted with speaker and date. What is no longer so at the view is not quoted, and what holds no
 * more than a part of a word that is asked for is left out. At most thirteen store calls. Throws BAD_USER_INPUT for a blank question.
 */
export const recall = async (services: ReadServices, space: SpaceStore, view: View, request: RecallRequest): Promise<RecallReport> => {
  const { settings } = services;
  const { at } = view;
  const first = Math.min(settings.recalledAtMost, Math.max(settings.recalledAtLeast, Math.round((request.tokenBudget / 1000) * settings.recalledPerThousandTokens)));
  const [found, self] = await Promise.all([
    search(services, space, view, { query: request.question, mode: "HYBRID", kinds: ["FACT", "ENTITY", "EVENT"], first, session: request.session }),
    space.self(at.knownAt),
  ]);
  const asksExactly = exactStrings(request.question, settings.keywords).some(({ isExact }) => isExact);
  const hits = found.hits.filter(({ score }) => score > 0 || asksExactly);
  const met = hits.flatMap(({ kind, subject, version }) => (kind === "ENTITY" ? [subject] : version === null ? [] : [version.entity]));
  const [entities, quotations] = await Promise.all([
    recalledEntities(space, self === null ? met : [self, ...met], at.knownAt),
    standingQuotations(space, hits.filter(({ kind }) => kind === "EVENT").map(({ subject }) => subject), hits.flatMap(({ version }) => version ?? []), at),
  ]);
  const telling = request.session == null ? hits.filter(({ kind, subject }) => kind === "ENTITY" && entities.has(subject)).slice(0, TELLING_ENTITIES) : [];
  const important = telling.length === 0 ? [] : await space.importantFacts(telling.map(({ subject }) => ({ entities: members(entities.get(subject)!), at, limit: FACTS_OF_EACH })));
  const words = meaningfulWords(request.question);
  const factsOf = hits.map((hit) => (hit.version === null ? (important[telling.indexOf(hit)] ?? []) : [hit.version]));
  const told = new Set(factsOf.flat().map(({ hash }) => hash));
  const items: RecallItem[] = [];
  for (const [index, hit] of hits.entries()) {
    for (const version of factsOf[index]!) {
      const entity = entities.get(version.entity) ?? entities.get(hit.subject);
      if (entity !== undefined && version.confidence >= settings.minConfidence) items.push({ kind: "FACT", entity, version });
    }
    const quoted = hit.kind === "EVENT" ? quotations.get(hit.subject) : undefined;
    const quotation = quoted && !told.has(contentHash(quoted.message)) && (await passage(quoted.message, words, settings.quotationTokens));
    if (quoted && quotation) items.push({ kind: "EVENT", event: quoted.event, quotation });
  }
  const user = self === null ? undefined : entities.get(self);
  return fillBudget(user === undefined || foldName(user.name) === NAMELESS ? null : user, items, request.tokenBudget);
};
