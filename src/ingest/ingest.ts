import pLimit from "p-limit";
import { BadLine, LineKeys, readLine, type IngestedLine } from "./line.ts";
import { mayPass, Refused, type ServiceClient } from "./service-client.ts";

const CREATE_SESSION = `mutation ($title: String!, $key: String!) { createSession(title: $title, idempotencyKey: $key) { id } }`;
const WRITE_MANY = `mutation ($inputs: [WriteInput!]!) { writeMany(inputs: $inputs) { messages { outcome errorCode error } } }`;

/** How many lines are sent at first, and at most; how long a request shall take, in milliseconds; how much one carries, in bytes of text. */
const FIRST_BATCH = 20;
const LARGEST_BATCH = 500;
const SHALL_TAKE = 2_000;
const BATCH_BYTES = 512 * 1024;
/** Users whose messages are sent side by side. */
const USERS_AT_ONCE = 4;

/** Refusals that concern one message of those that were sent together, or that there are too many of them. */
const OF_THE_BATCH: ReadonlySet<string> = new Set([
  "BAD_REQUEST",
  "BAD_USER_INPUT",
  "INVALID_INSTANT",
  "OPERATION_TOO_EXPENSIVE",
  "OPERATION_TOO_LARGE",
  "PAYLOAD_TOO_LARGE",
]);

export interface Progress {
  /** Lines that were read and done with. */
  lines: number;
  written: number;
  repeated: number;
  pending: number;
  empty: number;
  failed: number;
}

export const noProgress = (): Progress => ({
  lines: 0,
  written: 0,
  repeated: 0,
  pending: 0,
  empty: 0,
  failed: 0,
});

interface Numbered {
  readonly number: number;
  readonly line: IngestedLine;
  readonly key: string;
}

interface Written {
  readonly outcome: "WRITTEN" | "REPEATED" | "EMPTY" | "PENDING" | "FAILED";
  readonly errorCode: string | null;
  readonly error: string | null;
}

export interface IngestOptions {
  readonly client: ServiceClient;
  /** Whose memory lines without a user are for; null for whom the credentials name. */
  readonly user: string | null;
  /** Told of each line that was not written. */
  readonly onFailure: (line: number, code: string, reason: string) => void;
  /** Told after each batch. */
  readonly onProgress: (progress: Progress) => void;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  readonly stopping: AbortSignal;
}

/** One run over one file. */
class Ingestion {
  readonly progress = noProgress();
  readonly #options: IngestOptions;
  readonly #sessions = new Map<string, Promise<string>>();
  readonly #limit = pLimit(USERS_AT_ONCE);

  constructor(options: IngestOptions) {
    this.#options = options;
  }

  fail(number: number, code: string, reason: string): void {
    this.progress.lines += 1;
    this.progress.failed += 1;
    this.#options.onFailure(number, code, reason);
  }

  /** The messages of each user in their order, several users side by side. */
  async send(batch: readonly Numbered[]): Promise<void> {
    const users = new Map<string | null, Numbered[]>();
    for (const numbered of batch) {
      const user = numbered.line.user ?? this.#options.user;
      users.set(user, [...(users.get(user) ?? []), numbered]);
    }
    const sent = await Promise.allSettled(
      [...users].map(([user, lines]) => this.#limit(() => this.#sendOf(user, lines))),
    );
    const failed = sent.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }

  async #sendOf(user: string | null, lines: readonly Numbered[]): Promise<void> {
    try {
      const inputs: object[] = [];
      for (const {
        line: { user: _, session, ...message },
        key,
      } of lines)
        inputs.push({
          ...message,
          idempotencyKey: key,
          sessionId: session == null ? null : await this.#session(user, session),
        });
      const { writeMany } = await this.#options.client.ask<{
        readonly writeMany: { readonly messages: readonly Written[] };
      }>(user, WRITE_MANY, { inputs }, (data) =>
        data.writeMany.messages.some(({ errorCode }) => mayPass(errorCode)),
      );
      for (const [i, { number }] of lines.entries()) this.#count(number, writeMany.messages[i]!);
    } catch (error) {
      if (!(error instanceof Refused && OF_THE_BATCH.has(error.code))) throw error;
      if (lines.length === 1) return this.fail(lines[0]!.number, error.code, error.message);
      const middle = Math.ceil(lines.length / 2);
      await this.#sendOf(user, lines.slice(0, middle));
      await this.#sendOf(user, lines.slice(middle));
    }
  }

  #count(number: number, { outcome, errorCode, error }: Written): void {
    if (outcome === "FAILED") {
      if (errorCode === "STORAGE_FULL") throw new Refused(errorCode, error ?? "");
      return this.fail(number, errorCode ?? "", error ?? "");
    }
    this.progress.lines += 1;
    this.progress[outcome.toLowerCase() as Lowercase<typeof outcome>] += 1;
  }

  /** The session of a name, begun in whichever run it comes first. */
  #session(user: string | null, name: string): Promise<string> {
    const key = JSON.stringify([user, name]);
    const known = this.#sessions.get(key);
    if (known) return known;
    const begun = this.#options.client
      .ask<{ readonly createSession: { readonly id: string } }>(user, CREATE_SESSION, {
        title: name,
        key: `ingest:${name}`,
      })
      .then(({ createSession }) => createSession.id);
    this.#sessions.set(key, begun);
    return begun;
  }
}

/**
 * Sends the messages of a file, one JSON object a line, to a running service, in their order. What an earlier run has sent is told apart by
 * the idempotency keys and not written again, so whoever is stopped, however hard, is run again. Throws Refused where the service will take
 * none of them, and ServiceAway where it does not serve.
 */
export const ingest = async (
  lines: AsyncIterable<string>,
  options: IngestOptions,
): Promise<Progress> => {
  const ingestion = new Ingestion(options);
  const keys = new LineKeys();
  let number = 0;
  let size = FIRST_BATCH;
  let batch: Numbered[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const started = options.now();
    await ingestion.send(batch);
    const took = options.now() - started;
    if (batch.length === size && took < SHALL_TAKE / 2) size = Math.min(size * 2, LARGEST_BATCH);
    else if (took > SHALL_TAKE * 2) size = Math.max(Math.floor(size / 2), 1);
    batch = [];
    bytes = 0;
    options.onProgress(ingestion.progress);
  };
  for await (const text of lines) {
    if (options.stopping.aborted) break;
    number += 1;
    if (text.trim() === "") continue;
    try {
      const line = readLine(number === 1 ? text.replace(/^\uFEFF/, "") : text);
      batch.push({ number, line, key: keys.of(line) });
      bytes += Buffer.byteLength(text);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      ingestion.fail(number, "BAD_LINE", error.message);
    }
    if (batch.length >= size || bytes >= BATCH_BYTES) await flush();
  }
  if (batch.length > 0 && !options.stopping.aborted) await flush();
  return ingestion.progress;
};
