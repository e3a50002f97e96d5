import { randomUUID } from "node:crypto";
import type { JSONObject, OperationInput } from "@azure/cosmos";
import pLimit from "p-limit";
import { Problem } from "../../../memory/problem.ts";
import { BEGINNING, later, type Instant } from "../../../memory/time.ts";
import type { ErasedKind } from "../../erasure.ts";
import { StoreUnavailable, type Commit, type Head, type SpaceId } from "../../port.ts";
import type { Connection } from "../connection.ts";
import { commitDocumentId, type CommitDocument } from "../documents/commit-document.ts";
import {
  headDocument,
  HEAD_ID,
  type HeadDocument,
  type SplitPlan,
} from "../documents/head-document.ts";
import { planDocument, planDocumentId, type PlanDocument } from "../documents/plan-document.ts";
import type { AmendingOperation } from "../forgetting/amendment.ts";
import { guardedDelete } from "../guarded-delete.ts";
import type { Partition } from "../partition.ts";
import { ofType } from "../query.ts";
import { DoesNotFit, Ground } from "./ground.ts";
import { operationsOf } from "./operations.ts";
import { partsOf } from "./parts.ts";

/** Tag of a space without a head, and the mark of a head that has a commit under way. */
const NO_HEAD = "";
const UNFINISHED = "unfinished ";
/** How long a reader leaves a commit that is under way to whoever began it, in milliseconds. */
const LEFT_ALONE_MS = 10_000;

/** A commit is decided on within this time of being laid down, or never; what lies there for much longer was left behind by a crash. Clocks may differ by the difference. */
const DECIDED_WITHIN_MS = 15 * 60_000;
const SWEPT_AFTER_MS = 60 * 60_000;

/** So many parts of a large commit are on their way at once. */
const LAID_DOWN_AT_ONCE = 4;

const NOT_KNOWN =
  "Cosmos DB did not answer in time; whether this was written is not known. Try again.";

type Attempt = "DONE" | "MOVED";

interface LaidDown {
  readonly commit: string;
  readonly parts: readonly (readonly OperationInput[])[];
}

/**
 * Commits of one space. What one batch takes is written in one, guarded by the head's ETag. More is laid down in parts, decided on by one
 * batch that puts the plan on the head, written part by part, and shown by moving the head: until then its record time lies in the
 * future of every reader. After a crash whoever comes next carries it out; it is never taken back.
 */
export class Committer {
  readonly #connection: Connection;
  readonly #partition: Partition;
  readonly #space: SpaceId;
  #newest: Instant | null = null;

  constructor(connection: Connection, partition: Partition, space: SpaceId) {
    this.#connection = connection;
    this.#partition = partition;
    this.#space = space;
  }

  /** The newest record time that this process knows of, for reads that name none: whatever is under way lies beyond it. */
  async standing(fresh: boolean): Promise<Instant> {
    if (fresh || this.#newest === null) await this.head();
    return this.#newest ?? BEGINNING;
  }

  async head(): Promise<Head> {
    let document = await this.#readHead();
    if (document?.plan && document.plan.startedAt + LEFT_ALONE_MS <= this.#connection.now()) {
      await this.#finish(document);
      document = await this.#readHead();
    }
    return {
      recordedAt: document?.recordedAt ?? null,
      tag: document ? `${document.plan ? UNFINISHED : ""}${document._etag}` : NO_HEAD,
    };
  }

  async commit(expected: Head, commit: Commit): Promise<boolean> {
    if (expected.tag.startsWith(UNFINISHED)) {
      await this.#resume();
      return false;
    }
    if (expected.recordedAt !== null && commit.recordedAt <= expected.recordedAt)
      throw new RangeError(
        `Record time must increase: ${commit.recordedAt} after ${expected.recordedAt}.`,
      );
    const id = randomUUID();
    const operations = await this.#operations(expected, commit, id);
    if (operations === null) return false;
    const parts = partsOf(operations);
    const attempt =
      parts.length === 1
        ? await this.#whole(expected, commit.recordedAt, id, parts[0]!)
        : await this.#split(expected, commit.recordedAt, id, parts);
    if (attempt === "MOVED") return false;
    this.#remember(commit.recordedAt);
    return true;
  }

  /**
   * Changes what is on record, without a commit: batch by batch, each of which moves the tag of the head as well. False where the head has moved
   * since it had this tag, and from where it is moved by another meanwhile; `done` is told of what each batch has removed.
   */
  async amend(
    tag: string,
    plan: (head: HeadDocument) => Promise<readonly AmendingOperation[]>,
    done: (removed: readonly ErasedKind[]) => void,
  ): Promise<boolean> {
    let head = await this.#readHead();
    if (head?.plan) await this.#finish(head);
    if (head === null || head.plan || head._etag !== tag) return head === null && tag === NO_HEAD;
    const operations = await plan(head);
    let at = 0;
    for (const part of partsOf(operations.map(({ operation }) => operation))) {
      const amended = randomUUID();
      const { _etag, ...before }: HeadDocument = head;
      if (
        (await this.#try(
          [this.#moveHead(_etag!, { ...before, amended }), ...part],
          async () => (await this.#readHead())?.amended === amended,
        )) === "MOVED"
      )
        return false;
      for (const { removes } of operations.slice(at, at + part.length)) done(removes);
      at += part.length;
      head = await this.#readHead();
      if (head?.amended !== amended) return at === operations.length;
    }
    return true;
  }

  /** Takes the head away where nothing was committed since it was amended last. */
  async forgetHead(): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      const head = await this.#readHead();
      if (head && head.amended === undefined) return false;
      const outcome =
        head === null
          ? { done: true as const }
          : await this.#partition.batch([guardedDelete(HEAD_ID, head._etag!)]);
      if (outcome.done) {
        this.#newest = null;
        await this.#sweep(this.#connection.now() - DECIDED_WITHIN_MS);
        return true;
      }
      if (outcome.status !== null) return false;
      await this.#connection.pause(tries, NOT_KNOWN);
    }
  }

  /** Null where the head has moved, so that nothing needs to fit any more. */
  async #operations(expected: Head, commit: Commit, id: string): Promise<OperationInput[] | null> {
    try {
      return operationsOf(
        this.#space,
        commit,
        await Ground.read(this.#partition, commit),
        id,
        this.#connection.embedder,
      );
    } catch (error) {
      if (error instanceof DoesNotFit && (await this.head()).tag !== expected.tag) return null;
      throw error;
    }
  }

  #whole(
    expected: Head,
    recordedAt: Instant,
    id: string,
    operations: readonly OperationInput[],
  ): Promise<Attempt> {
    const head = this.#moveHead(expected.tag, headDocument(this.#space, recordedAt, id, null));
    return this.#try(
      [head, ...operations],
      async () =>
        (await this.#partition.read<CommitDocument>(commitDocumentId(recordedAt, 0)))?.commit ===
        id,
    );
  }

  async #split(
    expected: Head,
    recordedAt: Instant,
    id: string,
    parts: readonly OperationInput[][],
  ): Promise<Attempt> {
    const startedAt = this.#connection.now();
    await this.#sweep(startedAt - SWEPT_AFTER_MS);
    await pLimit(LAID_DOWN_AT_ONCE).map(parts, (operations, i) =>
      this.#layDown(planDocument(this.#space, id, i, operations, startedAt)),
    );
    if (this.#connection.now() > startedAt + DECIDED_WITHIN_MS)
      throw new StoreUnavailable(
        "UNREACHABLE",
        "Cosmos DB was too slow to take this write; nothing of it was recorded. Try again.",
      );
    const plan: SplitPlan = { commit: id, recordedAt, parts: parts.length, startedAt };
    const decided = await this.#try(
      [this.#moveHead(expected.tag, headDocument(this.#space, expected.recordedAt, id, plan))],
      async () =>
        (await this.#readHead())?.plan?.commit === id ||
        (await this.#partition.read<CommitDocument>(commitDocumentId(recordedAt, 0)))?.commit ===
          id,
    );
    if (decided === "DONE") await this.#resume({ commit: id, parts });
    return decided;
  }

  /** Takes away what was laid down before an instant (in milliseconds since 1970) for commits that were never decided on, and cannot be any more. */
  async #sweep(before: number): Promise<void> {
    const [head, plans] = await Promise.all([
      this.#readHead(),
      this.#partition.query<PlanDocument>({
        fields: ["commit", "laidAt"],
        where: [ofType("plan")],
      }),
    ]);
    for (const { id, commit, laidAt } of plans)
      if (commit !== head?.plan?.commit && laidAt < before)
        await this.#partition.batch([{ operationType: "Delete", id }]);
  }

  async #layDown(part: PlanDocument): Promise<void> {
    for (let tries = 0; ; tries++) {
      const outcome = await this.#partition.batch([
        { operationType: "Create", resourceBody: part as unknown as JSONObject },
      ]);
      if (outcome.done || outcome.status === 409) return;
      if (outcome.status !== null)
        throw new Error(`A part of a commit was refused: ${outcome.status}.`);
      await this.#connection.pause(tries, NOT_KNOWN);
    }
  }

  /** Carries out the commit that is under way, if there is one. `own`: what the caller has laid down itself need not be read again. */
  async #resume(own: LaidDown | null = null): Promise<void> {
    const document = await this.#readHead();
    if (document?.plan)
      await this.#finish(document, own?.commit === document.plan.commit ? own : null);
  }

  /** Whoever else does the same at the same time does no harm: each part is written once, and the head moves once. */
  async #finish({ plan, _etag }: HeadDocument, own: LaidDown | null = null): Promise<void> {
    if (!plan) return;
    for (let part = 0; part < plan.parts; part++)
      await this.#carryOut(planDocumentId(plan.commit, part), own?.parts[part]);
    await this.#try(
      [this.#moveHead(_etag!, headDocument(this.#space, plan.recordedAt, plan.commit, null))],
      async () => (await this.#readHead())?.plan?.commit !== plan.commit,
    );
    this.#remember(plan.recordedAt);
  }

  /** Whoever takes the part away writes it. */
  async #carryOut(id: string, known: readonly OperationInput[] | undefined): Promise<void> {
    for (let tries = 0; ; tries++) {
      const operations = known ?? (await this.#partition.read<PlanDocument>(id))?.operations;
      if (!operations) return;
      const outcome = await this.#partition.batch([{ operationType: "Delete", id }, ...operations]);
      if (outcome.done || (outcome.at === 0 && outcome.status === 404)) return;
      if (outcome.status !== null)
        throw new StoreUnavailable(
          "DAMAGED",
          `A part of a commit does not fit what is on record: operation ${outcome.at} of ${id} was answered ${outcome.status}.`,
        );
      await this.#connection.pause(tries, NOT_KNOWN);
    }
  }

  /** Sends a batch whose first operation moves the head. Where no answer comes, `landed` tells whether it was heeded. */
  async #try(
    operations: readonly OperationInput[],
    landed: () => Promise<boolean>,
  ): Promise<Attempt> {
    let uncertain = false;
    for (let tries = 0; ; tries++) {
      const outcome = await this.#partition.batch(operations);
      if (outcome.done) return "DONE";
      uncertain ||= outcome.status === null;
      if (uncertain && (await landed())) return "DONE";
      if (outcome.at === 0 && [404, 409, 412].includes(outcome.status)) return "MOVED";
      if (outcome.status === 413)
        throw new Problem("PAYLOAD_TOO_LARGE", "This write is larger than the store takes.");
      if (outcome.status !== null)
        throw new Error(
          `Operation ${outcome.at} of a commit was answered ${outcome.status}: it does not fit what is on record.`,
        );
      await this.#connection.pause(tries, NOT_KNOWN);
    }
  }

  #moveHead(tag: string, head: HeadDocument): OperationInput {
    const resourceBody = head as unknown as JSONObject;
    return tag === NO_HEAD
      ? { operationType: "Create", resourceBody }
      : { operationType: "Replace", id: HEAD_ID, resourceBody, ifMatch: tag };
  }

  async #readHead(): Promise<HeadDocument | null> {
    const document = await this.#partition.read<HeadDocument>(HEAD_ID);
    if (document?.recordedAt) this.#remember(document.recordedAt);
    return document;
  }

  #remember(recordedAt: Instant): void {
    this.#newest = this.#newest === null ? recordedAt : later(this.#newest, recordedAt);
  }
}
