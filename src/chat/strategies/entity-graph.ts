import { asksForSelf, isQuestion, speaksOfSelf } from "../../language/questions.ts";
import { endsWithQuestionMark } from "../../language/sentences.ts";
import { meaningfulWords } from "../../language/terms.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import { shownEntities, shownEntity } from "../../read/graph/shown-entities.ts";
import {
  namedUser,
  saysName,
  type FactItem,
  type ItemGroup,
  type RecallItem,
} from "../../read/recall/block.ts";
import { recallItems } from "../../read/recall/items.ts";
import { readQuestion, type Question } from "../../read/recall/question.ts";
import { search, type SearchHit } from "../../read/search/search.ts";
import type { View } from "../../read/view.ts";
import { cutOf, memoryPart } from "../context/message.ts";
import { memoryLines, RETRIEVED_TOKENS, type MemoryLines } from "./parts/memory-lines.ts";
import { lastTurns } from "./parts/turns.ts";
import { identityPart } from "./parts/user-identity.ts";
import type { ChatStrategy, Situation } from "./strategy.ts";
import { foldName } from "../../language/names.ts";

/** Number of messages that are sent in full, including the one to reply to. */
const LAST_MESSAGES = 6;

/**
 * Numbers of facts whose mentions are followed, of entities that are followed, and of facts of
 * these.
 */
const FOLLOWED_FACTS = 3;
const FOLLOWED_ENTITIES = 6;
const LINKED_FACTS = 6;

/**
 * Facts about the entities that the best hits mention and the message does not: "The stack is
 * React" leads to "The front end moved from React to Svelte". A search, and at most two store
 * calls.
 */
const linkedFacts = async (
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

/**
 * Number of facts about the user that are added to the answers if the message is about the user,
 * such as "Where do I live?".
 */
const FACTS_OF_USER = 12;

/**
 * The hits of a search for the message and, for a question, further facts to which the best of them
 * lead.
 */
const findHits = async (situation: Situation, self: EntityId | null): Promise<SearchHit[]> => {
  const { services, space, view, message } = situation;
  const { hits } = await search(services.read, space, view, {
    query: message,
    mode: "HYBRID",
    kinds: ["FACT", "ENTITY", "EVENT"],
  });
  return isQuestion(message) ? [...hits, ...(await linkedFacts(situation, hits, self))] : [...hits];
};

/** Entities that the search itself found, as shown at the view. At most two store calls. */
const foundEntities = async (
  { space, view }: Situation,
  hits: readonly SearchHit[],
): Promise<EntityVersion[]> => {
  const ids = hits.flatMap(({ kind, subject }) => (kind === "ENTITY" ? [subject] : []));
  const versions = await shownEntities(space, ids, view.at.knownAt);
  return [...new Set(versions.values())];
};

/** Whether a fact holds at the view or in the future. */
const isNotOver = ({ version: { validTo } }: FactItem, { at }: View): boolean =>
  validTo > at.validAt;

/**
 * Items that may answer the message. Past facts answer only a question about another time, and a
 * quoted question answers nothing. If similarity does not decide anything alone, a message without
 * a common word answers nothing either.
 */
const answeringItems = (
  { services: { read }, view }: Situation,
  { asksForOtherTimes }: Question,
  items: readonly RecallItem[],
  hits: readonly SearchHit[],
): RecallItem[] => {
  const onlySimilar = new Set(
    read.embedder.similarityDecides
      ? []
      : hits
          .filter(({ fullTextRank, lexical }) => fullTextRank === null && !lexical)
          .map(({ subject }) => subject),
  );
  return items.filter((item) =>
    item.kind === "FACT"
      ? asksForOtherTimes || isNotOver(item, view)
      : !endsWithQuestionMark(item.quotation) && !onlySimilar.has(item.event.id),
  );
};

/**
 * The items to show: the answers, and standing facts about the user; all of these if nothing
 * answers.
 */
const chosenItems = (
  message: string,
  answers: RecallItem[],
  background: RecallItem[],
): RecallItem[] => {
  const besides = speaksOfSelf(message) ? FACTS_OF_USER : 0;
  return [...answers, ...background.slice(0, answers.length === 0 ? undefined : besides)];
};

const factsOf = (items: readonly RecallItem[], user: EntityVersion | null): RecallItem[] =>
  items.filter((item) => item.kind === "FACT" && item.entity.entity === user?.entity);

/**
 * The items of the graph that answer the message, in lines. "Who am I?" puts the user first, and
 * only the user if nothing else is asked.
 */
const retrieve = async (
  situation: Situation,
  self: EntityId | null,
): Promise<MemoryLines & { readonly hits: readonly SearchHit[] }> => {
  const { services, space, view, message } = situation;
  const { read } = services;
  const hits = await findHits(situation, self);
  const asksSelf = self !== null && asksForSelf(message);
  const asksNothingElse = asksSelf && meaningfulWords(message).length === 0;
  const relevant = asksNothingElse ? [] : hits;
  const question = readQuestion(message, space, view.at, read.vocabulary);
  const recalledItems = await recallItems(read, space, view.at, question, relevant, {
    session: null,
    onlyFound: false,
    withNewest: false,
    self,
    tokenBudget: RETRIEVED_TOKENS,
  });
  const { user } = recalledItems;
  const itemsOf = (groups: readonly ItemGroup[]): RecallItem[] =>
    answeringItems(
      situation,
      question,
      groups.flatMap(({ items }) => items),
      hits,
    );
  const answerItems = chosenItems(
    message,
    itemsOf(recalledItems.answeringGroups),
    itemsOf(recalledItems.background),
  );
  const entities = await foundEntities(situation, relevant);
  const putsUserFirst = asksSelf && user !== null;
  const knownUser = namedUser(user);
  const lines = await memoryLines(
    situation,
    [...(putsUserFirst ? factsOf(answerItems, user) : []), ...answerItems].filter(
      (item) => !saysName(item, { self, user: knownUser }),
    ),
    putsUserFirst ? [user, ...entities] : entities,
    RETRIEVED_TOKENS,
  );
  return { ...lines, hits };
};

/** Who the user is, the items of the graph that answer the message, and the last six messages. */
export const entityGraph: ChatStrategy = {
  readsMemory: true,
  assemble: async (situation) => {
    const { space, view } = situation;
    const { knownAt } = view.at;
    const [self, last] = await Promise.all([
      space.self(knownAt),
      lastTurns(situation, LAST_MESSAGES - 1),
    ]);
    const [{ text, droppedCount, hits }, user] = await Promise.all([
      retrieve(situation, self),
      self === null ? null : shownEntity(space, self, knownAt),
    ]);
    return {
      parts: [
        ...identityPart(user),
        ...memoryPart("RETRIEVED", "What memory holds on this", text),
        ...last.parts,
      ],
      cut: [...cutOf("RETRIEVED", "BUDGET", droppedCount), ...last.cut],
      hits,
    };
  },
};
