import { setTimeout } from "node:timers/promises";
import type { ApolloServerPlugin } from "@apollo/server";
import { Problem } from "../memory/problem.ts";
import { epochMillis, parseInstant, type Instant } from "../memory/time.ts";
import { newestCommit } from "../store/newest-commit.ts";
import { StoreUnavailable, type SpaceStore } from "../store/port.ts";

/**
 * The record time of the newest commit of a request, in its answer. A client that sends it with a
 * later request reads what it has written, whichever instance serves it.
 */
export const AT_LEAST_HEADER = "x-palimpsest-at-least";

/** How long a request waits for a commit of another instance to arrive. */
const PATIENCE_MS = 5_000;
/** The same for a space without a head: somebody has erased it, or its first commit has not arrived. */
const PATIENCE_FOR_NOTHING_MS = 1_000;
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 250;
/** Clocks of instances may differ by so much; no record time lies further ahead. */
const MOST_AHEAD_MS = 60_000;

/** The instant of the header. Throws INVALID_INSTANT for one that is malformed or in the future. */
export const atLeastOf = (value: string | undefined, nowMillis: number): Instant | null => {
  if (value === undefined || value.trim() === "") return null;
  const instant = parseInstant(value.trim());
  if (instant === undefined || epochMillis(instant) > nowMillis + MOST_AHEAD_MS)
    throw new Problem(
      "INVALID_INSTANT",
      `The header ${AT_LEAST_HEADER} takes a record time as an earlier answer gave it.`,
    );
  return instant;
};

/** Milliseconds after the nth look (from 0). Each may reach another replica, so that looks stay frequent. */
export const pauseAfterLook = (look: number): number =>
  Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** look);

/** Resolves once the head of the space has reached the instant. Throws a StoreUnavailable if that takes too long. */
export const headReaches = async (
  space: Pick<SpaceStore, "head">,
  atLeast: Instant,
  disconnectSignal: AbortSignal,
): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  const patienceForNothing = performance.now() + PATIENCE_FOR_NOTHING_MS;
  for (let look = 0; ; look++) {
    const { recordedAt } = await space.head();
    if (recordedAt !== null && recordedAt >= atLeast) return;
    if (recordedAt === null && performance.now() > patienceForNothing) return;
    const pause = pauseAfterLook(look);
    if (performance.now() + pause > deadline)
      throw new StoreUnavailable(
        "UNREACHABLE",
        `The store has not reached ${atLeast}, the record time that the client has seen.`,
      );
    await setTimeout(pause, undefined, { signal: disconnectSignal });
  }
};

/**
 * Tells the record time of what the request has committed, as a header, and as `extensions.atLeast` to a client that sent the header, with or without a value. The header is empty where the request
 * has erased the whole memory.
 */
export const tellRecordTime: ApolloServerPlugin = {
  async requestDidStart({ request }) {
    const wantsExtension = request.http?.headers.has(AT_LEAST_HEADER) ?? false;
    return {
      async willSendResponse({ response: { http, body } }) {
        const recordedAt = newestCommit();
        if (recordedAt === null) return;
        http.headers.set(AT_LEAST_HEADER, recordedAt === "EMPTIED" ? "" : recordedAt);
        if (wantsExtension && recordedAt !== "EMPTIED" && body.kind === "single")
          body.singleResult.extensions = { ...body.singleResult.extensions, atLeast: recordedAt };
      },
    };
  },
};
