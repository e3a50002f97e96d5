import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { SessionId } from "../../memory/ids.ts";
import { sessionSummaryId } from "../../memory/derived-memory-ids.ts";
import { addTokens, NO_TOKENS } from "../../memory/usage.ts";
import { userSettings } from "../../read/user-settings.ts";
import { recordMemories } from "../../write/operations/record-memories.ts";
import { headPoint, type Derivation } from "../derivation.ts";
import { batchAfter, sessionInScope, turnLimit } from "../session-turns.ts";
import { currentMemory, summaryVersion, withheldSummary, type SummaryRun } from "./summary.ts";

const lastCovered = (summary: DerivedMemory | null, session: SessionId): number =>
  summary?.covers[session] ?? 0;

/**
 * Updates the summary of one session (`scope.session`): topic, decisions, open issues, next steps.
 * Reads the summary at the head and the turns after those that it covers (with `limit`, the newest
 * of them), batch by batch, so that a model call stays short for a session of any length. Each
 * batch makes one version. Idempotent: a version records the last turn that it covers, and is
 * recorded only if the version that was read is still the newest. A run that lost this race, or
 * that follows a crash, continues from the recorded version. Without new turns, or if session
 * memory is off, no model is called and nothing is written. Throws NOT_FOUND, BAD_USER_INPUT.
 */
export const summariseSession: Derivation<SummaryRun> = async (
  services,
  space,
  scope,
  run = {},
) => {
  const limit = turnLimit(scope.limit) ?? Infinity;
  const session = await sessionInScope(space, scope.session);
  const id = sessionSummaryId(space.id.user, session.id);
  if (!(await userSettings(space)).sessionMemory) return withheldSummary(services, space);
  let turns = 0;
  let tokens = NO_TOKENS;
  for (;;) {
    run.signal?.throwIfAborted();
    const summary = await currentMemory(space, id);
    const after = lastCovered(summary, session.id);
    const batch = await batchAfter(space, session.id, after, Math.max(0, limit - turns));
    const last = batch.turns.at(-1);
    if (last === undefined) return { at: await headPoint(services, space), summary, turns, tokens };
    const answer = await services.models.summariseTalk(
      {
        of: "SESSION",
        previous: summary?.sections ?? null,
        turns: batch.talk,
        facts: [],
        noLongerTrue: [],
      },
      { signal: run.signal },
    );
    tokens = addTokens(tokens, answer.tokens);
    const version = summaryVersion(answer, {
      id,
      kind: "THREAD_SUMMARY",
      session: session.id,
      base: summary?.n ?? null,
      covers: { [session.id]: last.seq },
      coversEventsTo: null,
    });
    const { at, stale } = await recordMemories(services, space, { memories: [version] });
    if (stale.length > 0) continue;
    if (at === null) return withheldSummary(services, space);
    turns += batch.turns.length;
    run.progress?.({ done: last.seq, total: session.turnCount });
  }
};
