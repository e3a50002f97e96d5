import pLimit from "p-limit";
import { z } from "zod";
import { groupBy } from "../collections/group-by.ts";
import { BadRow, readRow, RowKeys, type MessageRow } from "./message-row.ts";
import { isTransient, RequestRefused, type ServiceClient } from "./service-client.ts";

const CREATE_SESSION = `mutation ($title: String!, $key: String!) { createSession(input: { title: $title, idempotencyKey: $key }) { session { id } } }`;
const createSessionData = z.object({
  createSession: z.object({ session: z.object({ id: z.string() }) }),
});

const WRITE_MANY = `mutation ($inputs: [WriteInput!]!) { writeMany(input: { messages: $inputs }) { messages { status errorCode error } } }`;
const writtenMessage = z.object({
  status: z.enum(["WRITTEN", "REPEATED", "EMPTY", "PENDING", "FAILED"]),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
});
const writeManyData = z.object({ writeMany: z.object({ messages: z.array(writtenMessage) }) });
type WrittenMessage = z.infer<typeof writtenMessage>;

/** Numbers of rows of the first and of the largest batch. */
const FIRST_BATCH = 20;
const LARGEST_BATCH = 500;
/** Desired duration of a request in milliseconds. Batches grow and shrink accordingly. */
const TARGET_MILLIS = 2_000;
/** Maximum number of bytes of rows in one batch. */
const BATCH_BYTES = 512 * 1024;
/** Maximum number of users whose messages are sent at the same time. */
const USERS_AT_ONCE = 4;

/** Refusals of one message of a batch, or of too many messages. A smaller batch may be accepted. */
const BATCH_ERRORS: ReadonlySet<string> = new Set([
  "BAD_REQUEST",
  "BAD_USER_INPUT",
  "INVALID_INSTANT",
  "OPERATION_TOO_EXPENSIVE",
  "OPERATION_TOO_LARGE",
  "PAYLOAD_TOO_LARGE",
]);

/** Number of rows so far, by status. */
export interface IngestProgress {
  readonly rows: number;
  readonly written: number;
  readonly repeated: number;
  readonly pending: number;
  readonly empty: number;
  readonly failed: number;
}

export const noProgress = (): IngestProgress => ({
  rows: 0,
  written: 0,
  repeated: 0,
  pending: 0,
  empty: 0,
  failed: 0,
});

const COUNTED_AS = {
  WRITTEN: "written",
  REPEATED: "repeated",
  PENDING: "pending",
  EMPTY: "empty",
  FAILED: "failed",
} as const satisfies Record<WrittenMessage["status"], keyof IngestProgress>;

interface NumberedRow {
  readonly number: number;
  readonly row: MessageRow;
  readonly key: string;
}

export interface IngestOptions {
  readonly client: ServiceClient;
  /** User of rows that name none; null for the user of the credentials. */
  readonly user: string | null;
  /** Called for each row that is not written. */
  readonly onFailure: (row: number, code: string, reason: string) => void;
  /** Called after each batch. */
  readonly onProgress: (progress: IngestProgress) => void;
  /** Milliseconds, from any origin. */
  readonly now: () => number;
  readonly stopSignal: AbortSignal;
}

/** Sends rows to the service, and counts them by status. */
class RowSender {
  progress = noProgress();
  readonly #options: IngestOptions;
  readonly #sessions = new Map<string, Promise<string>>();
  readonly #limit = pLimit(USERS_AT_ONCE);

  constructor(options: IngestOptions) {
    this.#options = options;
  }

  fail(number: number, code: string, reason: string): void {
    this.#add("FAILED");
    this.#options.onFailure(number, code, reason);
  }

  /** Sends the rows of each user in their order, several users at the same time. */
  async send(batch: readonly NumberedRow[]): Promise<void> {
    const byUser = groupBy(batch, ({ row }) => row.user ?? this.#options.user);
    const results = await Promise.allSettled(
      [...byUser].map(([user, rows]) => this.#limit(() => this.#sendRows(user, rows))),
    );
    const rejection = results.find((result) => result.status === "rejected");
    if (rejection) throw rejection.reason;
  }

  /**
   * Sends the rows of one user. A refused batch is sent again in halves, until the faulty row is
   * found.
   */
  async #sendRows(user: string | null, rows: readonly NumberedRow[]): Promise<void> {
    try {
      const messages = await this.#writeMany(user, rows);
      for (const [index, { number }] of rows.entries()) this.#count(number, messages[index]);
    } catch (error) {
      if (!(error instanceof RequestRefused && BATCH_ERRORS.has(error.code))) throw error;
      const [first] = rows;
      if (first !== undefined && rows.length === 1)
        return this.fail(first.number, error.code, error.message);
      const middle = Math.ceil(rows.length / 2);
      await this.#sendRows(user, rows.slice(0, middle));
      await this.#sendRows(user, rows.slice(middle));
    }
  }

  /**
   * Sends some rows in one request, each in its session. The request is repeated while the store
   * cannot take one of them.
   */
  async #writeMany(
    user: string | null,
    rows: readonly NumberedRow[],
  ): Promise<readonly WrittenMessage[]> {
    const inputs: object[] = [];
    for (const { row, key } of rows) {
      const { user: _, session, ...message } = row;
      const sessionId = session == null ? null : await this.#session(user, session);
      inputs.push({ ...message, idempotencyKey: key, sessionId });
    }
    const { writeMany } = await this.#options.client.request(
      user,
      { query: WRITE_MANY, variables: { inputs } },
      writeManyData,
      (data) => data.writeMany.messages.some(({ errorCode }) => isTransient(errorCode)),
    );
    return writeMany.messages;
  }

  #count(number: number, message: WrittenMessage | undefined): void {
    if (message === undefined)
      throw new RequestRefused("BAD_REQUEST", "The service did not answer for every message.");
    const { status, errorCode, error } = message;
    if (errorCode === "STORAGE_FULL") throw new RequestRefused(errorCode, error ?? "");
    if (status === "FAILED") this.fail(number, errorCode ?? "", error ?? "");
    else this.#add(status);
  }

  #add(status: WrittenMessage["status"]): void {
    const { rows, [COUNTED_AS[status]]: count } = this.progress;
    this.progress = { ...this.progress, rows: rows + 1, [COUNTED_AS[status]]: count + 1 };
  }

  /** The id of the session with a name. The first run that meets the name creates it. */
  #session(user: string | null, name: string): Promise<string> {
    const key = JSON.stringify([user, name]);
    const existingSession = this.#sessions.get(key);
    if (existingSession) return existingSession;
    const createdSession = this.#options.client
      .request(
        user,
        { query: CREATE_SESSION, variables: { title: name, key: `ingest:${name}` } },
        createSessionData,
      )
      .then(({ createSession }) => createSession.session.id);
    this.#sessions.set(key, createdSession);
    return createdSession;
  }
}

/**
 * Number of rows of the next batch, from the size of the last one, whether it was full, and its
 * duration in milliseconds.
 */
const nextBatchSize = (size: number, isFull: boolean, millis: number): number => {
  if (isFull && millis < TARGET_MILLIS / 2) return Math.min(size * 2, LARGEST_BATCH);
  return millis > TARGET_MILLIS * 2 ? Math.max(Math.floor(size / 2), 1) : size;
};

/**
 * Sends the messages of a file, one JSON object per row, to a running service, in their order. The
 * service recognises messages of an earlier run by their idempotency keys, so an interrupted run
 * can be repeated. Throws RequestRefused if the service accepts none of the messages, and
 * ServiceUnavailable if it does not answer.
 */
export const ingest = async (
  texts: AsyncIterable<string>,
  options: IngestOptions,
): Promise<IngestProgress> => {
  const sender = new RowSender(options);
  const keys = new RowKeys();
  let number = 0;
  let size = FIRST_BATCH;
  let batch: NumberedRow[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const startMillis = options.now();
    await sender.send(batch);
    size = nextBatchSize(size, batch.length === size, options.now() - startMillis);
    batch = [];
    bytes = 0;
    options.onProgress(sender.progress);
  };
  for await (const text of texts) {
    if (options.stopSignal.aborted) break;
    number += 1;
    if (text.trim() === "") continue;
    try {
      const row = readRow(number === 1 ? text.replace(/^\uFEFF/, "") : text);
      batch.push({ number, row, key: keys.of(row) });
      bytes += Buffer.byteLength(text);
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      sender.fail(number, "BAD_ROW", error.message);
    }
    if (batch.length >= size || bytes >= BATCH_BYTES) await flush();
  }
  if (batch.length > 0 && !options.stopSignal.aborted) await flush();
  return sender.progress;
};
