import type { DerivedMemory } from "../memory/derived-memory.ts";
import { threadSummaryId } from "../memory/memory-ids.ts";
import { Problem } from "../memory/problem.ts";
import { BEGINNING, instantOf, type TimePoint } from "../memory/time.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import type { SpaceStore } from "../store/port.ts";
import { memorySettings } from "../read/memory-settings.ts";
import { recordMemories } from "../write/record-memories.ts";
import type { WriteServices } from "../write/services.ts";
import type { Derivation } from "./derivation.ts";
import { stretchAfter, turnLimit } from "./stretches.ts";
import { summaryText } from "./summary-text.ts";

/** A summary as it stands after the work, and what the work took. */
export interface Summarised {
  /** Where it is to be read. */
  readonly at: TimePoint;
  /** Null where nothing was ever said. */
  readonly summary: DerivedMemory | null;
  /** Turns that went into it this time. */
  readonly turns: number;
  readonly tokens: TokenUsage;
}

/** What stands of a memory at the head. */
export const standingMemory = async (
  space: SpaceStore,
  id: string,
): Promise<DerivedMemory | null> => {
  const { recordedAt } = await space.head();
  return recordedAt === null
    ? null
    : ((await space.memoriesAsOf([{ memory: id, knownAt: recordedAt }]))[0] ?? null);
};

/** Where the user lets no summary be kept: nothing is read, nobody asked, and nothing written. */
export const withheld = async (services: WriteServices, space: SpaceStore): Promise<Summarised> => {
  const knownAt = (await space.head()).recordedAt ?? instantOf(services.now());
  return { at: { knownAt, validAt: knownAt }, summary: null, turns: 0, tokens: NO_TOKENS };
};

/**
 * The summary of one thread (`scope.session`): topic, decisions, open issues, next steps. Reads the summary that stands and the turns after
 * those that it covers (of them the newest `limit`, where it is given), a stretch at a time, so that what a model is shown is as much as was
 * said since, however long the thread is. Each stretch is a version of `summary_{user}_{thread}`.
 *
 * Idempotent: a version tells the last turn that went into it, and is recorded only on the version that was read. Who comes second, or after
 * a crash, goes on from there, and where no turn is new nothing is asked and nothing written; nor is it where the user has switched session memory off. Throws NOT_FOUND, BAD_USER_INPUT.
 */
export const summariseThread: Derivation<Summarised> = async (services, space, scope, run = {}) => {
  const limit = turnLimit(scope.limit);
  const { session } = scope;
  const [found] = session === undefined ? [] : await space.sessionsById([session]);
  if (session === undefined || found == null)
    throw new Problem("NOT_FOUND", "There is no such session.");
  const id = threadSummaryId(space.id.user, session);
  if (!(await memorySettings(space)).sessionMemory) return withheld(services, space);
  let turns = 0;
  let tokens = NO_TOKENS;
  for (;;) {
    run.signal?.throwIfAborted();
    const before = await standingMemory(space, id);
    const covered = before?.covers[session] ?? 0;
    const stretch = await stretchAfter(
      space,
      session,
      covered,
      limit === undefined ? undefined : Math.max(0, limit - turns),
    );
    const last = stretch.turns.at(-1);
    if (last === undefined) {
      const knownAt = (await space.head()).recordedAt ?? instantOf(services.now());
      return { at: { knownAt, validAt: knownAt }, summary: before, turns, tokens };
    }
    const answer = await services.models.summariseTalk(
      {
        of: "THREAD",
        previous: before?.sections ?? null,
        turns: stretch.talk,
        facts: [],
        gone: [],
      },
      { signal: run.signal },
    );
    tokens = addTokens(tokens, answer.tokens);
    const { at, stale } = await recordMemories(services, space, {
      memories: [
        {
          id,
          kind: "THREAD_SUMMARY",
          session,
          base: before?.n ?? null,
          content: summaryText(answer.value),
          sections: answer.value,
          validFrom: BEGINNING,
          covers: { [session]: last.seq },
          coversEventsTo: null,
          model: answer.model,
        },
      ],
    });
    if (stale.length > 0) continue;
    if (at === null) return withheld(services, space);
    turns += stretch.turns.length;
    run.progress?.({ done: last.seq, total: found.turnCount });
  }
};
