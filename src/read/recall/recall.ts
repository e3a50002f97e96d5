import type { TimeAsked } from "../../language/time-asked.ts";
import { factVersionId, type FactVersion } from "../../memory/fact.ts";
import { Problem } from "../../memory/problem.ts";
import type { SessionId } from "../../memory/ids.ts";
import type { TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { readingOnce } from "../readable-space.ts";
import { QUERY_LENGTH, type SearchHit } from "../search/request.ts";
import { search } from "../search/search.ts";
import type { ReadServices } from "../services.ts";
import type { View } from "../view.ts";
import { fillBlock, namedUser, type Citation, type FactItem, type RecallBlock } from "./block.ts";
import { readAhead, recallItems } from "./items.ts";
import { readingOfTime, readQuestion, type Question } from "./question.ts";

export interface RecallRequest {
  readonly question: string;
  /** Token limit of the block. The caller checks its range. */
  readonly tokenBudget: number;
  /** Only what was said in this session. */
  readonly session?: SessionId | null | undefined;
  /** Only what has all of these tags (`checkTags`). */
  readonly tags?: readonly string[] | undefined;
}

/**
 * Number of hits from which recall chooses: per 1,000 tokens of its budget, minimum, and maximum.
 */
const HITS_PER_THOUSAND_TOKENS = 17;
const LEAST_HITS = 20;
const MOST_HITS = 200;

const hitsForBudget = (tokenBudget: number): number => {
  const hits = Math.round((tokenBudget / 1000) * HITS_PER_THOUSAND_TOKENS);
  return Math.min(MOST_HITS, Math.max(LEAST_HITS, hits));
};

/** A block, the hits behind its items, and the time for which it answers. */
export interface RecallReport extends RecallBlock {
  /** The citations that answer by the slots that the question asks for, the best first. */
  readonly answers: readonly FactVersion[];
  /** The hits that the block cites, in the order of its citations. */
  readonly hits: readonly SearchHit[];
  /** The view's time point, moved to the time that the question names. */
  readonly at: TimePoint;
  /** The time that the question names; null if it names none. */
  readonly timeAsked: TimeAsked | null;
}

const subjectOf = (citation: Citation): string => {
  if (citation.kind === "FACT") return citation.version.fact;
  return citation.kind === "EVENT" ? citation.event.id : citation.entity.entity;
};

/** The hits that are cited, in the order of the citations. */
const citedHits = (
  citations: readonly Citation[],
  hits: readonly SearchHit[],
): readonly SearchHit[] => {
  const byMemory = new Map(hits.map((hit) => [`${hit.kind} ${hit.subject}`, hit]));
  return citations.flatMap(
    (citation) => byMemory.get(`${citation.kind} ${subjectOf(citation)}`) ?? [],
  );
};

/** The citations of some facts. */
const citedFacts = (
  citations: readonly Citation[],
  facts: readonly FactItem[],
): readonly FactVersion[] => {
  const citedIds = new Set(
    citations.flatMap((citation) =>
      citation.kind === "FACT" ? factVersionId(citation.version) : [],
    ),
  );
  const byId = new Map(facts.map(({ version }) => [factVersionId(version), version]));
  return [...byId].flatMap(([id, version]) => (citedIds.has(id) ? version : []));
};

/**
 * The result of a search for a question. A question about another time is answered by facts of that
 * time, and by messages of any time, because a later message may be about it.
 */
const findHits = async (
  services: ReadServices,
  space: SpaceStore,
  view: View,
  question: Question,
  { tokenBudget, session, tags }: RecallRequest,
): Promise<readonly SearchHit[]> => {
  if (question.asksOnlyForSelf) return [];
  const request = {
    query: question.text,
    mode: "HYBRID",
    first: hitsForBudget(tokenBudget),
    session,
    tags,
  } as const;
  if (question.time === null)
    return (await search(services, space, view, { ...request, kinds: ["FACT", "ENTITY", "EVENT"] }))
      .hits;
  const [ofThen, messages] = await Promise.all([
    search(
      services,
      space,
      { ...view, at: question.at },
      { ...request, kinds: ["FACT", "ENTITY"] },
    ),
    search(services, space, view, { ...request, kinds: ["EVENT"] }),
  ]);
  return [...ofThen.hits, ...messages.hits].toSorted((a, b) => b.score - a.score);
};

/**
 * A block of context for a model within a token budget: who the user is, the answers to the
 * question, standing facts about the user, and recent messages, with dates, sources and citations.
 * A memory that fits is included whole. Facts that are past at the view are left out, or marked as
 * past if the question asks for them. A question that names a time ("in February") is answered for
 * that time, under a heading that says so. Usually twenty store calls, and at most 59 if no fact
 * was replaced more than twice. Throws BAD_USER_INPUT for a blank question.
 */
export const recall = async (
  services: ReadServices,
  readable: SpaceStore,
  view: View,
  request: RecallRequest,
): Promise<RecallReport> => {
  const { tokenBudget, session, tags } = request;
  const { at } = view;
  if (request.question.trim() === "")
    throw new Problem(
      "BAD_USER_INPUT",
      "The question is blank. Give the question that the block should answer.",
    );
  const space = readingOnce(readable, at.knownAt);
  const question = readQuestion(
    request.question.slice(0, QUERY_LENGTH),
    space,
    at,
    services.vocabulary,
  );
  const scope = {
    session: session ?? null,
    tags,
    onlyFound: session != null || tags !== undefined,
    withNewest: true,
    withChanges: true,
  };
  const [hits, self] = await Promise.all([
    findHits(services, space, view, question, request),
    space.self(at.knownAt),
    readAhead(space, at, question, { ...scope, tokenBudget }),
  ]);
  const items = await recallItems(services, space, at, question, hits, {
    ...scope,
    self,
    tokenBudget,
  });
  const { user, answers, changedAt } = items;
  const frame = {
    self,
    user: namedUser(user),
    at,
    timeAsked: readingOfTime(question),
    asksForPast: question.at.validAt < at.validAt,
    changedAt,
  };
  const block = await fillBlock(frame, items, tokenBudget);
  const { at: answeredAt, time: timeAsked } = question;
  return {
    ...block,
    answers: citedFacts(block.citations, answers),
    hits: citedHits(block.citations, hits),
    at: answeredAt,
    timeAsked,
  };
};
