import pLimit from "p-limit";
import type { Instant } from "../../../memory/time.ts";
import { StoreUnavailable, type Head, type SpaceId } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import { COMMIT, commitDocumentId } from "../documents/commit-document.ts";
import { headDocument, type HeadDocument, type SplitPlan } from "../documents/head-document.ts";
import {
  PLAN,
  planDocument,
  planDocumentId,
  type PlanDocument,
} from "../documents/plan-document.ts";
import type { StoredDocument } from "../documents/shape.ts";
import { creating, deleting, type BatchOperation } from "../partition/batches.ts";
import type { Partition } from "../partition/partition.ts";
import { ofType } from "../partition/query.ts";
import { movingHead, UNKNOWN_OUTCOME, type SpaceHead } from "./head.ts";

/**
 * Time limits of large commits, in milliseconds. A commit is decided within the first time after
 * its first part was stored, or never. Parts that are older than the second time were left behind
 * by a crash. The difference allows for different clocks.
 */
export const DECIDED_WITHIN_MS = 15 * 60_000;
const SWEPT_AFTER_MS = 60 * 60_000;

/** Parts of one commit that are stored at the same time. */
const CONCURRENT_PARTS = 4;

/** The parts of a commit that this process stored itself. */
interface OwnParts {
  readonly commit: string;
  readonly parts: readonly (readonly BatchOperation[])[];
}

/**
 * Writes commits that are too large for one batch. Their parts are stored as plan documents. One
 * batch decides the commit by putting the plan on the head. Then each part is written in a batch
 * that also deletes its plan document, and finally the head moves. Until then, the record time is
 * in the future for every reader. A decided commit is never undone: after a crash, the next process
 * completes it.
 */
export class LargeCommits {
  readonly #connection: Connection;
  readonly #partition: Partition;
  readonly #space: SpaceId;
  readonly #head: SpaceHead;

  constructor(connection: Connection, partition: Partition, space: SpaceId, head: SpaceHead) {
    this.#connection = connection;
    this.#partition = partition;
    this.#space = space;
    this.#head = head;
  }

  /** Returns false if another writer moved the head first. */
  async write(
    expectedHead: Head,
    recordedAt: Instant,
    commit: string,
    parts: readonly BatchOperation[][],
  ): Promise<boolean> {
    const startedAt = this.#connection.now();
    await this.sweep(startedAt - SWEPT_AFTER_MS);
    await pLimit(CONCURRENT_PARTS).map(parts, (operations, i) =>
      this.#storePart(planDocument(this.#space, commit, i, operations, startedAt)),
    );
    if (this.#connection.now() > startedAt + DECIDED_WITHIN_MS)
      throw new StoreUnavailable(
        "UNREACHABLE",
        "Cosmos DB did not complete this write in time. Nothing was recorded. Try again.",
      );
    const plan: SplitPlan = { commit, recordedAt, parts: parts.length, startedAt };
    const isDecided = await this.#head.moveWith(
      null,
      [
        movingHead(
          expectedHead.tag,
          headDocument(this.#space, expectedHead.recordedAt, commit, plan),
        ),
      ],
      async () =>
        (await this.#head.read())?.plan?.commit === commit ||
        (await this.isWritten(commit, recordedAt)),
    );
    if (isDecided) await this.resume({ commit, parts });
    return isDecided;
  }

  /** Whether the commit at a record time is this commit. */
  async isWritten(commit: string, recordedAt: Instant): Promise<boolean> {
    const document = await this.#partition.read(COMMIT, commitDocumentId(recordedAt, 0));
    return document?.commit === commit;
  }

  /**
   * Deletes parts stored before `before` (milliseconds since 1970) for commits that were never
   * decided and no longer can be.
   */
  async sweep(before: number): Promise<void> {
    const [head, plans] = await Promise.all([
      this.#head.read(),
      this.#partition.query(PLAN.only("commit", "laidAt"), { where: [ofType("plan")] }),
    ]);
    for (const { id, commit, laidAt } of plans)
      if (commit !== head?.plan?.commit && laidAt < before)
        await this.#partition.batch([deleting(id)]);
  }

  async #storePart(part: PlanDocument): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#partition.batch([creating(part)]);
      if (outcome.done || outcome.status === 409) return;
      if (outcome.status !== null)
        throw new Error(`A part of a commit was refused: ${outcome.status}.`);
      await this.#connection.pause(attempt, UNKNOWN_OUTCOME);
    }
  }

  /**
   * Completes the last decided commit if it is unfinished. `own` are parts that need not be read
   * again.
   */
  async resume(own: OwnParts | null = null): Promise<void> {
    const head = await this.#head.read();
    if (head?.plan) await this.finish(head, own?.commit === head.plan.commit ? own : null);
  }

  /** Several processes may do this at once: each part is written once, and the head moves once. */
  async finish(
    { plan, _etag }: StoredDocument<HeadDocument>,
    own: OwnParts | null = null,
  ): Promise<void> {
    if (!plan) return;
    for (let part = 0; part < plan.parts; part++)
      await this.#writePart(planDocumentId(plan.commit, part), own?.parts[part]);
    await this.#head.moveWith(
      plan.recordedAt,
      [movingHead(_etag, headDocument(this.#space, plan.recordedAt, plan.commit, null))],
      async () => (await this.#head.read())?.plan?.commit !== plan.commit,
    );
    this.#head.remember(plan.recordedAt);
  }

  /** Whichever process deletes the plan document of a part also writes the part. */
  async #writePart(id: string, own: readonly BatchOperation[] | undefined): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const operations = own ?? (await this.#partition.read(PLAN, id))?.operations;
      if (!operations) return;
      const outcome = await this.#partition.batch([deleting(id), ...operations]);
      if (outcome.done || (outcome.at === 0 && outcome.status === 404)) return;
      if (outcome.status !== null)
        throw new StoreUnavailable(
          "DAMAGED",
          `A part of a commit does not fit the stored documents: operation ${outcome.at} of ${id} failed with status ${outcome.status}.`,
        );
      await this.#connection.pause(attempt, UNKNOWN_OUTCOME);
    }
  }
}
