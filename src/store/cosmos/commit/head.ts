import { BEGINNING, later, type Instant } from "../../../memory/time.ts";
import type { Head } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import { HEAD, HEAD_ID, type HeadDocument } from "../documents/head-document.ts";
import type { StoredDocument } from "../documents/shape.ts";
import { creating, replacing, type BatchOperation } from "../partition/batches.ts";
import type { KeptDocuments } from "../partition/kept-documents.ts";
import type { Partition } from "../partition/partition.ts";

/** Tag of a space without a head. */
export const NO_HEAD = "";

export const UNKNOWN_OUTCOME =
  "Cosmos DB did not answer in time; it is not known whether this was written. Try again.";

/** Statuses of the operation that moves the head if another writer moved it first. */
const OVERTAKEN: ReadonlySet<number> = new Set([404, 409, 412]);

/** The operation that moves the head from the state with a given tag. */
export const movingHead = (tag: string, head: HeadDocument): BatchOperation =>
  tag === NO_HEAD ? creating(head) : replacing(head, tag);

/** The head document of a space, and the newest state in which this process has seen it. */
export class SpaceHead {
  readonly #connection: Connection;
  readonly #partition: Partition;
  readonly #keptDocuments: KeptDocuments;
  #newest: Instant | null = null;
  /** Null if it is unknown: it was never read, or has an unfinished commit. */
  #last: Head | null = null;
  #isKnown = false;

  constructor(connection: Connection, partition: Partition, keptDocuments: KeptDocuments) {
    this.#connection = connection;
    this.#partition = partition;
    this.#keptDocuments = keptDocuments;
  }

  /**
   * Reads the head. The response may be older than the newest state that this process has seen: from
   * a lagging replica, or sent before a commit of this process. A space without a head may also have
   * been erased by another process, so the head is then unknown.
   */
  async read(): Promise<StoredDocument<HeadDocument> | null> {
    const head = await this.#partition.read(HEAD, HEAD_ID);
    const recordedAt = head?.recordedAt ?? null;
    if (recordedAt !== null) this.remember(recordedAt);
    this.#isKnown = true;
    if (head?.plan) this.#keptDocuments.forget();
    else this.#keptDocuments.see(head?._etag ?? NO_HEAD, recordedAt);
    if (recordedAt === this.#newest)
      this.#last = head?.plan ? null : { recordedAt, tag: head?._etag ?? NO_HEAD };
    else if (head === null) this.#last = null;
    return head;
  }

  /** The latest head that this process has read or written; null if it knows none. */
  get last(): Head | null {
    return this.#last;
  }

  /** The head for reads without a record time. A commit that is being written is later than it. */
  get newestRecordTime(): Instant {
    return this.#newest ?? BEGINNING;
  }

  get isKnown(): boolean {
    return this.#isKnown;
  }

  remember(recordedAt: Instant): void {
    this.#newest = this.#newest === null ? recordedAt : later(this.#newest, recordedAt);
    this.#isKnown = true;
  }

  forget(): void {
    this.#keptDocuments.forget();
    this.#newest = null;
    this.#last = null;
    this.#isKnown = false;
  }

  /**
   * Sends a batch whose first operation moves the head to a record time; null if the batch does not
   * finish a commit. Returns false if another writer moved the head first. If no response comes,
   * `isWritten` tells whether the batch was executed.
   */
  async moveWith(
    recordedAt: Instant | null,
    operations: readonly BatchOperation[],
    isWritten: () => Promise<boolean>,
  ): Promise<boolean> {
    const etags = await this.#move(recordedAt, operations, isWritten);
    this.#keptDocuments.forget();
    return etags !== null;
  }

  /** Sends a batch that is a whole commit on the head with a given tag. */
  async commitWith(
    from: string,
    recordedAt: Instant,
    operations: readonly BatchOperation[],
    isWritten: () => Promise<boolean>,
  ): Promise<boolean> {
    const etags = await this.#move(recordedAt, operations, isWritten);
    const tag = etags?.[0] ?? null;
    if (etags === null || tag === null) this.#keptDocuments.forget();
    else this.#keptDocuments.follow(from, { tag, recordedAt }, operations, etags);
    return etags !== null;
  }

  /**
   * The ETags of the written documents; none if it is only known that they were written. Null if
   * another writer was first.
   */
  async #move(
    recordedAt: Instant | null,
    operations: readonly BatchOperation[],
    isWritten: () => Promise<boolean>,
  ): Promise<readonly (string | null)[] | null> {
    this.#last = null;
    const etags = await this.#send(operations, isWritten);
    const tag = etags?.[0] ?? null;
    if (etags !== null && recordedAt !== null) {
      this.remember(recordedAt);
      if (tag !== null && recordedAt === this.#newest) this.#last = { recordedAt, tag };
    }
    return etags;
  }

  /**
   * Writes a batch that moves the head; null if another writer was first. After a request without a
   * response, `isWritten` tells whether the batch was written.
   */
  async #send(
    operations: readonly BatchOperation[],
    isWritten: () => Promise<boolean>,
  ): Promise<readonly (string | null)[] | null> {
    let isUncertain = false;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#partition.batch(operations);
      if (outcome.done) return outcome.etags;
      isUncertain ||= outcome.status === null;
      if (isUncertain && (await isWritten())) return [];
      if (outcome.at === 0 && OVERTAKEN.has(outcome.status)) return null;
      if (outcome.status !== null)
        throw new Error(
          `Operation ${outcome.at} of a commit failed with status ${outcome.status}: it does not fit the stored documents.`,
        );
      await this.#connection.pause(attempt, UNKNOWN_OUTCOME);
    }
  }
}
