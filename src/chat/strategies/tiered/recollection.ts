import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { type EntityVersion, members } from "../../../memory/entity.ts";
import type { FactVersion } from "../../../memory/fact.ts";
import type { Turn } from "../../../memory/session.ts";
import { settingsOf } from "../../../read/readable-space.ts";
import type { FactItem, RecallItem } from "../../../read/recall/block.ts";
import { recallItems } from "../../../read/recall/items.ts";
import { readQuestion } from "../../../read/recall/question.ts";
import { LEAST_CONFIDENCE } from "../../../read/search/request.ts";
import { search, type SearchHit } from "../../../read/search/search.ts";
import { RETRIEVED_TOKENS } from "../parts/memory-lines.ts";
import type { Situation } from "../strategy.ts";

/** The most important facts of the user. At most one store call. */
export const userFacts = async (
  { space, view: { at } }: Situation,
  user: EntityVersion | null,
  limit: number,
): Promise<FactItem[]> => {
  if (user === null) return [];
  const [facts = []] = await space.importantFacts([{ entities: members(user), at, limit }]);
  return facts
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .map((version) => ({ kind: "FACT", entity: user, version }));
};

/** The items of memory about a message. */
export interface Recollection {
  readonly hits: readonly SearchHit[];
  /** The best first. */
  readonly items: readonly RecallItem[];
}

export const NO_RECOLLECTION: Recollection = { hits: [], items: [] };

/**
 * Number of hits among which tier 3 looks for long-term memory. It is high, because hits of the
 * session itself are among them.
 */
const HITS_OF_USER = 60;

/**
 * The facts and quotable messages that a search finds for the message, within a session or in all
 * of memory.
 */
const recollect = async (
  { services: { read }, space, view, message }: Situation,
  user: EntityVersion | null,
  scope: { readonly session?: string; readonly first?: number },
  isRelevant: (hit: SearchHit) => boolean = () => true,
): Promise<Recollection> => {
  const report = await search(read, space, view, {
    query: message,
    mode: "HYBRID",
    kinds: ["FACT", "EVENT"],
    ...scope,
  });
  const hits = report.hits.filter(isRelevant);
  // The callers add facts about the user themselves.
  const question = readQuestion(message, space, view.at, read.vocabulary);
  const { answeringGroups, background } = await recallItems(read, space, view.at, question, hits, {
    session: null,
    onlyFound: true,
    withNewest: false,
    self: user?.entity ?? null,
    tokenBudget: RETRIEVED_TOKENS,
  });
  return {
    hits,
    // A quoted question answers nothing.
    items: [...answeringGroups, ...background]
      .flatMap(({ items }) => items)
      .filter((item) => item.kind === "FACT" || !endsWithQuestionMark(item.quotation)),
  };
};

/**
 * Tier 2: items of the session about the message, and then the facts about the user from this
 * session.
 */
export const recollectSession = async (
  situation: Situation,
  user: EntityVersion | null,
  userFacts: Promise<readonly FactItem[]>,
): Promise<Recollection> => {
  const { session } = situation;
  const [{ hits, items }, facts] = await Promise.all([
    recollect(situation, user, { session: session.id }),
    userFacts,
  ]);
  return {
    hits,
    items: [...items, ...facts.filter(({ version }) => version.session === session.id)],
  };
};

/**
 * Tier 3: long-term memory about the message, and then all about the user; after that, items of
 * other sessions about the message, and then the facts about the user from these.
 */
export const recollectUser = async (
  situation: Situation,
  user: EntityVersion | null,
  userFacts: Promise<readonly FactItem[]>,
): Promise<Recollection> => {
  const { session } = situation;
  const isLongTerm = ({ tier }: FactVersion): boolean => tier === "LONG_TERM";
  const isElsewhere = (fact: FactVersion): boolean => fact.session !== session.id;
  const [{ hits, items }, facts] = await Promise.all([
    recollect(
      situation,
      user,
      { first: HITS_OF_USER },
      ({ version }) => version === null || isLongTerm(version) || isElsewhere(version),
    ),
    userFacts,
  ]);
  const isLongTermItem = (item: RecallItem): boolean =>
    item.kind === "FACT" ? isLongTerm(item.version) : item.event.session === null;
  const isElsewhereItem = (item: RecallItem): boolean =>
    item.kind === "FACT" ? isElsewhere(item.version) : item.event.session !== session.id;
  return {
    hits,
    items: [
      ...items.filter(isLongTermItem),
      ...facts.filter(({ version }) => isLongTerm(version)),
      ...items.filter((item) => !isLongTermItem(item) && isElsewhereItem(item)),
      ...facts.filter(({ version }) => isElsewhere(version)),
    ],
  };
};

/** Number of messages before the sent ones that are searched for literal quotations. */
const SEARCHED_MESSAGES = 60;

/**
 * Content that a summary or a search may lose, and that must be quoted literally: figures, links,
 * paths, names.
 */
const EXACT = /\d|\/|(?<!\p{L})\p{Lu}\p{L}+\s\p{Lu}\p{L}|(?<=\S\s)\p{Lu}\p{L}/u;

const onlyAsks = (content: string): boolean =>
  endsWithQuestionMark(content) && !/[.!]\s/u.test(content);

/**
 * The user messages shortly before the sent turns that contain something to quote literally, latest
 * first; none if the user has switched session memory off. At most one store call.
 */
export const exactTurns = async (
  { space, session }: Situation,
  before: number,
): Promise<Turn[]> => {
  if (before <= 1 || !settingsOf(space).sessionMemory) return [];
  const { turns } = await space.turns({ session: session.id, last: SEARCHED_MESSAGES, before });
  return turns
    .filter(({ role, content }) => role === "USER" && EXACT.test(content) && !onlyAsks(content))
    .toReversed();
};
