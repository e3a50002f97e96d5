import { setTimeout } from "node:timers/promises";
import type { ServerResponse } from "node:http";
import type { ApolloServerPlugin } from "@apollo/server";
import type { ExecutionResult } from "graphql";
import { Problem } from "../memory/problem.ts";
import { epochMillis, parseInstant, type Instant } from "../memory/time.ts";
import { newestCommit, witnessEmptying } from "../store/witnessed-commits.ts";
import { StoreUnavailable, type SpaceStore } from "../store/port.ts";
import type { Caller } from "./auth/caller.ts";

/**
 * The record time of the latest commit of a request, in its answer. A client that sends it with a
 * later request reads its own write, whichever instance serves it.
 */
export const AT_LEAST_HEADER = "x-palimpsest-at-least";

/** Time for which a request waits for a commit of another instance, in milliseconds. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 250;
/** Maximum clock difference between instances. */
const MOST_AHEAD_MS = 60_000;

/** Resolves when the caller's space has reached the record time in the header of a request. */
export type AwaitSeen = (
  caller: Caller,
  header: string | undefined,
  disconnectSignal: AbortSignal,
) => Promise<void>;

const invalidHeader = (): Problem =>
  new Problem(
    "INVALID_INSTANT",
    `The header ${AT_LEAST_HEADER} must be a record time from an earlier answer.`,
  );

/** The instant of the header. Throws INVALID_INSTANT for one that is malformed. */
export const atLeastOf = (value: string | undefined): Instant | null => {
  if (value === undefined || value.trim() === "") return null;
  const instant = parseInstant(value.trim());
  if (instant === undefined) throw invalidHeader();
  return instant;
};

/**
 * Milliseconds after the nth read (from 0). They stay short, because each read may reach another
 * replica.
 */
export const pauseAfterLook = (look: number): number =>
  Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** look);

/**
 * The error for a space that has not reached the instant in time. A space without a head was
 * erased: an empty answer would break the promise of the header, and the client should forget the
 * instant.
 */
const notReached = (recordedAt: Instant | null, atLeast: Instant): Error => {
  if (recordedAt !== null)
    return new StoreUnavailable(
      "UNREACHABLE",
      `The store has not reached ${atLeast}, the record time that the client has seen.`,
    );
  witnessEmptying();
  return new Problem(
    "CONFLICT",
    `The memory has no commit of ${atLeast}, which the header ${AT_LEAST_HEADER} names: the whole memory was erased. Send the request again without the header.`,
  );
};

/** How `headReaches` waits. */
interface Waiting {
  readonly disconnectSignal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly nowMillis: number;
  readonly patienceMs?: number;
}

/**
 * Resolves when the head of the space has reached the instant. If that takes too long, throws a
 * StoreUnavailable, or CONFLICT for a space that is empty. Throws INVALID_INSTANT at once for an
 * instant ahead of the clock, which only a space can have reached whose last commit was recorded
 * under a clock that was ahead.
 */
export const headReaches = async (
  space: Pick<SpaceStore, "head">,
  atLeast: Instant,
  { disconnectSignal, nowMillis, patienceMs = PATIENCE_MS }: Waiting,
): Promise<void> => {
  const deadline = performance.now() + patienceMs;
  for (let look = 0; ; look++) {
    const { recordedAt } = await space.head();
    if (recordedAt !== null && recordedAt >= atLeast) return;
    if (epochMillis(atLeast) > nowMillis + MOST_AHEAD_MS) throw invalidHeader();
    const pause = pauseAfterLook(look);
    if (performance.now() + pause > deadline) throw notReached(recordedAt, atLeast);
    await setTimeout(pause, undefined, { signal: disconnectSignal });
  }
};

/**
 * The value of the header for the commits within `witnessingCommits`: empty if the whole memory was
 * erased, by this request or before it; null if nothing was committed.
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
 * Sends the record time of the commits of the request as `extensions.atLeast` to a client that sent
 * the header, with or without a value.
 */
export const tellRecordTime: ApolloServerPlugin = {
  async requestDidStart({ request }) {
    const wantsExtension = request.http?.headers.has(AT_LEAST_HEADER) ?? false;
    return {
      async willSendResponse({ response: { body } }) {
        if (wantsExtension && body.kind === "single")
          body.singleResult = withRecordTime(body.singleResult);
      },
    };
  },
};
