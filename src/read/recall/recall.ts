import { asksForSelf } from "../../language/questions.ts";
import { meaningfulWords } from "../../language/terms.ts";
import type { SessionId } from "../../memory/ids.ts";
import type { SpaceStore } from "../../store/port.ts";
import { search } from "../search/search.ts";
import type { ReadServices, ReadSettings } from "../services.ts";
import type { View } from "../view.ts";
import { fillBudget, namedUser, type CountedBlock } from "./block.ts";
import { recallItems } from "./items.ts";

/**
 * Tokens that a block may have: by default, and at most (the largest budget of a chat strategy).
 */
export const DEFAULT_RECALL_BUDGET = 1200;
export const MAXIMUM_RECALL_BUDGET = 24_000;

export interface RecallRequest {
  readonly question: string;
  /** Tokens that the block may have. The caller checks its bounds. */
  readonly tokenBudget: number;
  /** Only what was said in this session. */
  readonly session?: SessionId | null | undefined;
}

/** A block of context; its text is empty if nothing that is remembered answers the question. */
export type RecallReport = CountedBlock;

const hitsForBudget = (
  { recalledPerThousandTokens, recalledAtLeast, recalledAtMost }: ReadSettings,
  tokenBudget: number,
): number => {
  const hits = Math.round((tokenBudget / 1000) * recalledPerThousandTokens);
  return Math.min(recalledAtMost, Math.max(recalledAtLeast, hits));
};

/**
 * A block of context within a token budget, ready to be put before a model: who the user is, the
 * facts that answer best, by entity, and the messages that answer best, quoted with speaker and
 * date. What is outdated at the view is not quoted, and what contains a word of the question only
 * within another word is left out. "Who am I?" is answered by what is known of the user and nothing
 * else. At most thirteen store calls. Throws BAD_USER_INPUT for a blank question.
 */
export const recall = async (
  services: ReadServices,
  space: SpaceStore,
  view: View,
  { question, tokenBudget, session }: RecallRequest,
): Promise<RecallReport> => {
  const { settings } = services;
  const [{ hits }, self] = await Promise.all([
    search(services, space, view, {
      query: question,
      mode: "HYBRID",
      kinds: ["FACT", "ENTITY", "EVENT"],
      first: hitsForBudget(settings, tokenBudget),
      session,
    }),
    space.self(view.at.knownAt),
  ]);
  const asksOnlyForSelf =
    self !== null && asksForSelf(question) && meaningfulWords(question).length === 0;
  const { user, items } = await recallItems(
    settings,
    space,
    view,
    { question, inSession: session != null, self },
    asksOnlyForSelf ? [] : hits,
  );
  return fillBudget(namedUser(user), items, tokenBudget);
};
