import { foldName } from "../memory/names.ts";
import type { SessionId } from "../memory/ids.ts";
import type { SpaceStore } from "../store/port.ts";
import { fillBudget } from "./fill-budget.ts";
import { meaningfulWords } from "./query-words.ts";
import { asksForSelf } from "./question.ts";
import { NAMELESS, type Citation } from "./recall-block.ts";
import { recallItems } from "./recall-items.ts";
import { search } from "./search.ts";
import type { ReadServices } from "./services.ts";
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

/**
 * A block of context within a token budget, ready to be put before a model: who the user is, the facts that answer best, by entity,
 * and the messages that answer best, quoted with speaker and date. What is no longer so at the view is not quoted, and what has a word
 * that is asked for only within another is left out. "Who am I?" is answered by what is known of the user and nothing else. At most
 * thirteen store calls. Throws BAD_USER_INPUT for a blank question.
 */
export const recall = async (
  services: ReadServices,
  space: SpaceStore,
  view: View,
  { question, tokenBudget, session }: RecallRequest,
): Promise<RecallReport> => {
  const { settings } = services;
  const wanted = Math.round((tokenBudget / 1000) * settings.recalledPerThousandTokens);
  const first = Math.min(settings.recalledAtMost, Math.max(settings.recalledAtLeast, wanted));
  const [{ hits }, self] = await Promise.all([
    search(services, space, view, {
      query: question,
      mode: "HYBRID",
      kinds: ["FACT", "ENTITY", "EVENT"],
      first,
      session,
    }),
    space.self(view.at.knownAt),
  ]);
  const asksForSelfAlone =
    self !== null && asksForSelf(question) && meaningfulWords(question).length === 0;
  const { user, items } = await recallItems(
    settings,
    space,
    view,
    { question, inSession: session != null, self },
    asksForSelfAlone ? [] : hits,
  );
  return fillBudget(
    user === null || foldName(user.name) === NAMELESS ? null : user,
    items,
    tokenBudget,
  );
};
