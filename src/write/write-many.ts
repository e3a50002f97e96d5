import { setImmediate } from "node:timers/promises";
import { Problem, type ProblemCode } from "../memory/problem.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import { StoreUnavailable, type SpaceStore } from "../store/port.ts";
import type { WriteReport } from "./report.ts";
import type { WriteRequest } from "./requests.ts";
import type { WriteServices } from "./services.ts";
import { clientErrorOf } from "./client-errors.ts";
import { write } from "./write.ts";

/** Maximum number of messages of one call. */
export const MOST_MESSAGES = 1_000;

/**
 * The status of one message: WRITTEN now; REPEATED, because its idempotency key was already
 * recorded; EMPTY, if there was nothing to remember; PENDING, if it is recorded and will be
 * processed later; FAILED, if nothing was recorded.
 */
export type WriteStatus = "WRITTEN" | "REPEATED" | "EMPTY" | "PENDING" | "FAILED";

export interface WrittenMessage {
  readonly status: WriteStatus;
  /** Null if it failed. */
  readonly report: WriteReport | null;
  /** The reason for the failure; null if there was none. */
  readonly problem: { readonly code: ProblemCode; readonly message: string } | null;
}

export interface WriteManyReport {
  /** One entry for each message, in order. */
  readonly messages: readonly WrittenMessage[];
  readonly counts: Readonly<Record<WriteStatus, number>>;
  readonly tokens: TokenUsage;
}

/** A message, or the reason why it is invalid. */
export type ManyRequest = WriteRequest | Problem;

const NOT_IN_BULK = new Problem(
  "BAD_USER_INPUT",
  "writeMany has no dry run, because each message builds on the earlier ones. Use write.",
);

const statusOf = (report: WriteReport): WriteStatus => {
  if (report.event === null) return "EMPTY";
  if (report.event.status === "PENDING") return "PENDING";
  return report.repeated === true ? "REPEATED" : "WRITTEN";
};

interface Attempt {
  readonly message: WrittenMessage;
  /** The error that was thrown, if any. */
  readonly fault?: unknown;
}

/** Writes one message. An error becomes its status, and does not stop the others. */
const attempt = async (
  services: WriteServices,
  space: SpaceStore,
  request: ManyRequest,
): Promise<Attempt> => {
  try {
    if (request instanceof Problem) throw request;
    if (request.dryRun) throw NOT_IN_BULK;
    const report = await write(services, space, request);
    return { message: { status: statusOf(report), report, problem: null } };
  } catch (fault) {
    const { code, message, isFault } = clientErrorOf(fault);
    if (isFault) services.log.warn({ error: fault }, "A message of writeMany failed.");
    return { message: { status: "FAILED", report: null, problem: { code, message } }, fault };
  }
};

/**
 * Whether the other messages would fail too, because the store is unavailable or the caller is
 * gone.
 */
const endsAll = (fault: unknown, signal: AbortSignal | undefined): boolean =>
  fault instanceof StoreUnavailable || (fault !== undefined && signal?.aborted === true);

/**
 * Remembers messages in order, one after the other, as `write` does, and yields the result of
 * each. A message that fails does not stop the others. A repeated call with the same idempotency
 * keys continues where the first one stopped. The signal aborts between two messages. Throws
 * BAD_USER_INPUT for more than 1,000 messages.
 */
export async function* writeEach(
  services: WriteServices,
  space: SpaceStore,
  requests: readonly ManyRequest[],
  signal?: AbortSignal,
): AsyncGenerator<WrittenMessage, void> {
  if (requests.length > MOST_MESSAGES)
    throw new Problem(
      "BAD_USER_INPUT",
      `messages has ${requests.length} items; at most ${MOST_MESSAGES} are allowed in one call.`,
    );
  let lastAttempt: Attempt | undefined;
  for (const request of requests) {
    const currentAttempt = lastAttempt ?? (await attempt(services, space, request));
    if (endsAll(currentAttempt.fault, signal)) lastAttempt = currentAttempt;
    yield currentAttempt.message;
    await setImmediate(); // Lets other requests run between two messages.
  }
}

/** Remembers messages as `writeEach` does, and returns all results at once. */
export const writeMany = async (
  services: WriteServices,
  space: SpaceStore,
  requests: readonly ManyRequest[],
  signal?: AbortSignal,
): Promise<WriteManyReport> => {
  const messages: WrittenMessage[] = [];
  const counts = { WRITTEN: 0, REPEATED: 0, EMPTY: 0, PENDING: 0, FAILED: 0 };
  let tokens = NO_TOKENS;
  for await (const message of writeEach(services, space, requests, signal)) {
    messages.push(message);
    counts[message.status] += 1;
    if (message.report !== null && message.status !== "REPEATED")
      tokens = addTokens(tokens, message.report.tokens);
  }
  return { messages, counts, tokens };
};
