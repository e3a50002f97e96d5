import { setTimeout } from "node:timers/promises";
import type { ServerResponse } from "node:http";
import type { ApolloServerPlugin } from "@apollo/server";
import type { ExecutionResult } from "graphql";
import { Problem } from "../memory/problem.ts";
import { epochMillis, parseInstant, type Instant } from "../memory/time.ts";
import { newestCommit } from "../store/newest-commit.ts";
import { StoreUnavailable, type SpaceStore } from "../store/port.ts";
import type { Caller } from "./auth/caller.ts";

/**
 * The record time of the latest commit of a request, in its answer. A client that sends it with a
 * later request reads its own write, whichever instance serves it.
 */
export const AT_LEAST_HEADER = "x-palimpsest-at-least";

/** Time for which a request waits for a commit of another instance, in milliseconds. */
const PATIENCE_MS = 5_000;
/**
 * The same limit for a space without a head: it was erased, or its first commit has not arrived.
 */
const PATIENCE_FOR_NOTHING_MS = 1_000;
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 250;
/** Maximum clock difference between instances; no record time is further ahead. */
const MOST_AHEAD_MS = 60_000;

/** Resolves when the caller's space has reached the record time in the header of a request. */
export type AwaitSeen = (
  caller: Caller,
  header: string | undefined,
  disconnectSignal: AbortSignal,
) => Promise<void>;

/** The instant of the header. Throws INVALID_INSTANT for one that is malformed or in the future. */
export const atLeastOf = (value: string | undefined, nowMillis: number): Instant | null => {
  if (value === undefined || value.trim() === "") return null;
  const instant = parseInstant(value.trim());
  if (instant === undefined || epochMillis(instant) > nowMillis + MOST_AHEAD_MS)
    throw new Problem(
      "INVALID_INSTANT",
      `The header ${AT_LEAST_HEADER} must be a record time from an earlier answer.`,
    );
  return instant;
};

/**
 * Milliseconds after the nth read (from 0). They stay short, because each read may reach another
 * replica.
 */
export const pauseAfterLook = (look: number): number =>
  Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** look);

/**
 * Resolves when the head of the space has reached the instant. Throws a StoreUnavailable if that
 * takes too long.
 */
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
 * The value of the header for the commits within `witnessingCommits`: empty if the whole memory was
 * erased; null if nothing was committed.
 */
const headerOfCommits = (): string | null => {
  const newest = newestCommit();
  return newest === "EMPTIED" ? "" : newest;
};

/** Sends the record time of the commits of the request, while its headers can still be set. */
export const setRecordTime = (res: ServerResponse): void => {
  const value = headerOfCommits();
  if (value !== null && !res.headersSent) res.setHeader(AT_LEAST_HEADER, value);
};

/**
 * The result with `extensions.atLeast`, the record time of the commits of the operation, if any.
 */
export const withRecordTime = <R extends Pick<ExecutionResult, "extensions">>(result: R): R => {
  const atLeast = headerOfCommits();
  return atLeast === null || atLeast === ""
    ? result
    : { ...result, extensions: { ...result.extensions, atLeast } };
};

/**
 * Sends the record time of the commits of the request as a header, and as `extensions.atLeast` to a
 * client that sent the header, with or without a value. The header is empty if the request has
 * erased the whole memory.
 */
export const tellRecordTime: ApolloServerPlugin = {
  async requestDidStart({ request }) {
    const wantsExtension = request.http?.headers.has(AT_LEAST_HEADER) ?? false;
    return {
      async willSendResponse({ response: { http, body } }) {
        const value = headerOfCommits();
        if (value === null) return;
        http.headers.set(AT_LEAST_HEADER, value);
        if (wantsExtension && body.kind === "single")
          body.singleResult = withRecordTime(body.singleResult);
      },
    };
  },
};
