import { randomUUID } from "node:crypto";
import type { Instant } from "../../../memory/time.ts";
import type { ErasedKind } from "../../port/erasure.ts";
import type { Commit, Head, SpaceId } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import { headDocument, HEAD_ID, type HeadDocument } from "../documents/head-document.ts";
import type { StoredDocument } from "../documents/shape.ts";
import type { ErasingOperation } from "../erasure/erasing-operations.ts";
import { deleting, splitIntoBatches, type BatchOperation } from "../partition/batches.ts";
import type { KeptDocuments } from "../partition/kept-documents.ts";
import type { Partition } from "../partition/partition.ts";
import { movingHead, NO_HEAD, SpaceHead, UNKNOWN_OUTCOME } from "./head.ts";
import { DECIDED_WITHIN_MS, LargeCommits } from "./large-commits.ts";
import { operationsOf } from "./operations.ts";
import { CommitMisfit, PriorDocuments } from "./prior-documents.ts";

/** Starts the tag of a head with an unfinished commit. */
const UNFINISHED = "unfinished ";
/** Milliseconds for which a reader leaves an unfinished commit to the process that started it. */
const LEFT_ALONE_MS = 10_000;

/**
 * Commits of one space. A commit is written in one batch that also moves the head, guarded by the
 * head's ETag; one that is too large in several (`LargeCommits`).
 */
export class Committer {
  readonly #connection: Connection;
  readonly #partition: Partition;
  readonly #space: SpaceId;
  readonly #keptDocuments: KeptDocuments;
  readonly #head: SpaceHead;
  readonly #largeCommits: LargeCommits;

  constructor(
    connection: Connection,
    partition: Partition,
    space: SpaceId,
    keptDocuments: KeptDocuments,
  ) {
    this.#connection = connection;
    this.#partition = partition;
    this.#space = space;
    this.#keptDocuments = keptDocuments;
    this.#head = new SpaceHead(connection, partition, keptDocuments);
    this.#largeCommits = new LargeCommits(connection, partition, space, this.#head);
  }

  /** The latest record time that this process knows. With `isFresh`, it reads the head first. */
  async newestRecordTime(isFresh: boolean): Promise<Instant> {
    if (isFresh || !this.#head.isKnown) await this.head();
    return this.#head.newestRecordTime;
  }

  /** Finishes a commit that another process has left unfinished for some time. */
  async head(): Promise<Head> {
    let head = await this.#head.read();
    if (head?.plan && head.plan.startedAt + LEFT_ALONE_MS <= this.#connection.now()) {
      await this.#largeCommits.finish(head);
      head = await this.#head.read();
    }
    return {
      recordedAt: head?.recordedAt ?? null,
      tag: head ? `${head.plan ? UNFINISHED : ""}${head._etag}` : NO_HEAD,
    };
  }

  /** The latest head that this process has read or written; null if it knows none. */
  get knownHead(): Head | null {
    return this.#head.last;
  }

  /** The latest head that this process knows. Reads it if there is none. */
  async lastHead(): Promise<Head> {
    return this.#head.last ?? this.head();
  }

  /** Returns false if the head has moved, or has an unfinished commit, which is finished first. */
  async commit(expectedHead: Head, commit: Commit): Promise<boolean> {
    if (expectedHead.tag.startsWith(UNFINISHED)) {
      await this.#largeCommits.resume();
      return false;
    }
    const { recordedAt } = commit;
    if (expectedHead.recordedAt !== null && recordedAt <= expectedHead.recordedAt)
      throw new RangeError(
        `Record time must increase: ${recordedAt} after ${expectedHead.recordedAt}.`,
      );
    const id = randomUUID();
    const operations = await this.#operations(expectedHead, commit, id);
    if (operations === null) return false;
    const batches = splitIntoBatches(operations);
    return batches.length === 1
      ? this.#writeWhole(expectedHead, recordedAt, id, operations)
      : this.#largeCommits.write(expectedHead, recordedAt, id, batches);
  }

  /** Writes a commit that fits in one batch, which moves the head. */
  #writeWhole(
    expectedHead: Head,
    recordedAt: Instant,
    id: string,
    operations: readonly BatchOperation[],
  ): Promise<boolean> {
    const head = headDocument(this.#space, recordedAt, id, null);
    return this.#head.commitWith(
      expectedHead.tag,
      recordedAt,
      [movingHead(expectedHead.tag, head), ...operations],
      () => this.#largeCommits.isWritten(id, recordedAt),
    );
  }

  /** Returns null if the commit does not fit because the head has moved. */
  async #operations(
    expectedHead: Head,
    commit: Commit,
    id: string,
  ): Promise<BatchOperation[] | null> {
    try {
      const prior = await PriorDocuments.read(
        this.#partition,
        commit,
        this.#keptDocuments.isAt(expectedHead.tag) ? expectedHead.recordedAt : null,
      );
      return operationsOf(this.#space, commit, prior, id, this.#connection.embedder);
    } catch (error) {
      if (error instanceof CommitMisfit && (await this.head()).tag !== expectedHead.tag)
        return null;
      throw error;
    }
  }

  /**
   * Changes stored documents without a commit. Every batch also changes the tag of the head.
   * Returns false if the head no longer has the tag, or if another writer moves it between two
   * batches; completed changes remain. `onErased` receives what each batch erased.
   */
  async amend(
    tag: string,
    plan: (head: HeadDocument) => Promise<readonly ErasingOperation[]>,
    onErased: (kinds: readonly ErasedKind[]) => void,
  ): Promise<boolean> {
    let head = await this.#head.read();
    if (head === null) return tag === NO_HEAD;
    if (head.plan) {
      await this.#largeCommits.finish(head);
      return false;
    }
    if (head._etag !== tag) return false;
    const operations = await plan(head);
    let doneCount = 0;
    for (const batch of splitIntoBatches(operations.map(({ operation }) => operation))) {
      const amendment = randomUUID();
      if (!(await this.#amendWith(head, amendment, batch))) return false;
      const batchEnd = doneCount + batch.length;
      for (const { erases } of operations.slice(doneCount, batchEnd)) onErased(erases);
      doneCount = batchEnd;
      head = await this.#head.read();
      if (head?.amended !== amendment) return doneCount === operations.length;
    }
    return true;
  }

  /**
   * Writes a batch of an erasure together with the head, under a mark by which a batch without a
   * response is recognised. Returns false if the head has moved.
   */
  #amendWith(
    { _etag, ...head }: StoredDocument<HeadDocument>,
    amendment: string,
    batch: readonly BatchOperation[],
  ): Promise<boolean> {
    return this.#head.moveWith(
      null,
      [movingHead(_etag, { ...head, amended: amendment }), ...batch],
      async () => (await this.#head.read())?.amended === amendment,
    );
  }

  /**
   * Deletes the head of an erased space. Returns false if something was committed since the last
   * amendment.
   */
  async deleteHead(): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      const head = await this.#head.read();
      if (head && head.amended === undefined) return false;
      const outcome = head
        ? await this.#partition.batch([deleting(HEAD_ID, head._etag)])
        : { done: true as const, etags: [] };
      if (outcome.done) {
        this.#head.forget();
        await this.#largeCommits.sweep(this.#connection.now() - DECIDED_WITHIN_MS);
        return true;
      }
      if (outcome.status !== null) return false;
      await this.#connection.pause(attempt, UNKNOWN_OUTCOME);
    }
  }
}
