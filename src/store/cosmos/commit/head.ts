import { BEGINNING, later, type Instant } from "../../../memory/time.ts";
import type { Connection } from "../connection/connection.ts";
import { HEAD, HEAD_ID, type HeadDocument } from "../documents/head-document.ts";
import type { Stored } from "../documents/shape.ts";
import { creating, replacing, type BatchOperation } from "../partition/batches.ts";
import type { Partition } from "../partition/partition.ts";

/** Tag of a space without a head. */
export const NO_HEAD = "";

export const UNKNOWN_OUTCOME =
  "Cosmos DB did not answer in time; whether this was written is not known. Try again.";

/** Statuses of the operation that moves the head, if another writer moved it first. */
const OVERTAKEN: ReadonlySet<number> = new Set([404, 409, 412]);

/** The operation that moves the head from the state that has a tag. */
export const movingHead = (tag: string, head: HeadDocument): BatchOperation =>
  tag === NO_HEAD ? creating(head) : replacing(head, tag);

/** The head document of a space, and the newest record time that this process has seen on it. */
export class SpaceHead {
  readonly #connection: Connection;
  readonly #partition: Partition;
  #newest: Instant | null = null;

  constructor(connection: Connection, partition: Partition) {
    this.#connection = connection;
    this.#partition = partition;
  }

  async read(): Promise<Stored<HeadDocument> | null> {
    const head = await this.#partition.read(HEAD, HEAD_ID);
    if (head?.recordedAt) this.remember(head.recordedAt);
    return head;
  }

  /** For reads that name no record time. A commit that is being written lies beyond it. */
  get newestRecordTime(): Instant {
    return this.#newest ?? BEGINNING;
  }

  get isKnown(): boolean {
    return this.#newest !== null;
  }

  remember(recordedAt: Instant): void {
    this.#newest = this.#newest === null ? recordedAt : later(this.#newest, recordedAt);
  }

  forget(): void {
    this.#newest = null;
  }

  /**
   * Sends a batch whose first operation moves the head. False where another writer moved it first. Where no response comes, `isWritten`
   * tells whether the batch was executed.
   */
  async moveWith(
    operations: readonly BatchOperation[],
    isWritten: () => Promise<boolean>,
  ): Promise<boolean> {
    let isUncertain = false;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#partition.batch(operations);
      if (outcome.done) return true;
      isUncertain ||= outcome.status === null;
      if (isUncertain && (await isWritten())) return true;
      if (outcome.at === 0 && OVERTAKEN.has(outcome.status)) return false;
      if (outcome.status !== null)
        throw new Error(
          `Operation ${outcome.at} of a commit was answered ${outcome.status}: it does not fit the stored documents.`,
        );
      await this.#connection.pause(attempt, UNKNOWN_OUTCOME);
    }
  }
}
