import type { SpaceId } from "../../port.ts";
import type { ErasedCounts, Erasure } from "../../port/erasure.ts";
import type { Committer } from "../commit/committer.ts";
import type { Connection } from "../connection/connection.ts";
import { noteDocumentId } from "../documents/note-document.ts";
import { turnDocumentId } from "../documents/session-document.ts";
import { OWNED } from "../documents/shape.ts";
import { deleteDocuments } from "../partition/delete-documents.ts";
import type { Partition } from "../partition/partition.ts";
import type { Query } from "../partition/query.ts";
import { groupBy } from "../../../collections/group-by.ts";
import type { SessionId } from "../../../memory/ids.ts";
import {
  changeTitle,
  deleteSession,
  type SessionPartitions,
} from "../sessions/session-lifecycle.ts";
import { COUNTED_DOCUMENT, ErasedTally, kindsOf, TYPED_DOCUMENT } from "./erased-counts.ts";
import { erasing, type ErasingOperation } from "./erasing-operations.ts";
import { removals } from "./removals.ts";
import { rewrites } from "./rewrites.ts";
import { SESSION_OWNED } from "./traces.ts";
import type { SpacePartitions } from "./remainders.ts";

const ALL: Query = { where: [] };
const ALL_BUT_HEAD: Query = { where: ['c.type != "head"'] };

/**
 * Erases permanently. In the graph every batch also changes the tag of the head, so that no running
 * write relies on erased data, and a concurrent write is noticed: then `erase` returns null, and
 * the caller plans and erases again. Turns, notes and titles are erased before the graph, because
 * an interrupted erasure finds them by events and facts; sessions are erased last.
 */
export class Eraser {
  readonly #connection: Connection;
  readonly #space: SpaceId;
  readonly #partitions: SpacePartitions;
  readonly #sessionPartitions: (session: SessionId) => SessionPartitions;
  readonly #committer: Committer;
  /**
   * The erased items since the last receipt, including those of an erasure that a write
   * interrupted.
   */
  readonly #tally = new ErasedTally();

  constructor(
    connection: Connection,
    space: SpaceId,
    partitions: SpacePartitions,
    sessionPartitions: (session: SessionId) => SessionPartitions,
    committer: Committer,
  ) {
    this.#connection = connection;
    this.#space = space;
    this.#partitions = partitions;
    this.#sessionPartitions = sessionPartitions;
    this.#committer = committer;
  }

  /** Returns null if another process wrote meanwhile. */
  async erase(
    expectedHead: { readonly tag: string },
    erasure: Erasure,
  ): Promise<ErasedCounts | null> {
    const { graph } = this.#partitions;
    await this.#eraseTurns(erasure);
    await this.#eraseNotes(erasure);
    for (const { id, title } of erasure.rewrittenRecords.sessions)
      await changeTitle(this.#connection, this.#sessionPartitions(id).turns, title);
    const isErased = await this.#committer.amend(
      expectedHead.tag,
      async (head) => [
        ...(await rewrites(this.#space, graph, erasure)),
        ...(await removals(graph, head, erasure)),
      ],
      (kinds) => this.#tally.add(kinds),
    );
    if (!isErased) return null;
    for (const session of erasure.sessions) await this.#eraseSession(session);
    return this.#tally.take();
  }

  /** The counts that `eraseAll` would erase. */
  async countAll(): Promise<ErasedCounts> {
    const { graph, turns, notes, spaceNotes } = this.#partitions;
    const [inGraph, ...outside] = await Promise.all([
      graph.query(COUNTED_DOCUMENT, ALL_BUT_HEAD),
      ...[turns, notes, spaceNotes].map((partition) => partition.query(TYPED_DOCUMENT, ALL)),
    ]);
    const tally = new ErasedTally();
    for (const document of [...inGraph, ...outside.flat()]) tally.add(kindsOf(document));
    return tally.take();
  }

  /** Erases the whole space. The head goes last, because spaces are found by their heads. */
  async eraseAll(): Promise<ErasedCounts> {
    const { turns, notes, spaceNotes } = this.#partitions;
    for (;;) {
      for (const partition of [turns, notes]) {
        const rows = await partition.query(SESSION_OWNED, ALL);
        for (const session of new Set(rows.map((row) => row.session)))
          await this.#eraseSession(session);
      }
      const remainingNotes = await spaceNotes.query(TYPED_DOCUMENT, ALL);
      await deleteDocuments(
        this.#connection,
        spaceNotes,
        remainingNotes.map(({ id }) => id),
      );
      for (const note of remainingNotes) this.#tally.add(kindsOf(note));
      if (await this.#eraseGraph()) return this.#tally.take();
    }
  }

  /** Returns false if another process wrote meanwhile. */
  async #eraseGraph(): Promise<boolean> {
    const { tag } = await this.#committer.head();
    const eraseDocuments = async (): Promise<ErasingOperation[]> => {
      const documents = await this.#partitions.graph.query(COUNTED_DOCUMENT, ALL_BUT_HEAD);
      return documents.map((document) => erasing(document.id, ...kindsOf(document)));
    };
    return (
      (await this.#committer.amend(tag, eraseDocuments, (kinds) => this.#tally.add(kinds))) &&
      this.#committer.deleteHead()
    );
  }

  async #eraseTurns({ turns }: Erasure): Promise<void> {
    for (const [session, turnsOfSession] of groupBy(turns, (turn) => turn.session))
      await this.#eraseStored(
        this.#sessionPartitions(session).turns,
        turnsOfSession.map(({ turn }) => turnDocumentId(turn)),
        "TURN",
      );
  }

  async #eraseNotes({ notes }: Erasure): Promise<void> {
    for (const [session, notesOfSession] of groupBy(notes, (note) => note.session))
      await this.#eraseStored(
        session === null ? this.#partitions.spaceNotes : this.#sessionPartitions(session).notes,
        notesOfSession.map(({ path }) => noteDocumentId(path)),
        "NOTE",
      );
  }

  /** Deletes and counts those of the documents that exist. */
  async #eraseStored(
    partition: Partition,
    ids: readonly string[],
    kind: "TURN" | "NOTE",
  ): Promise<void> {
    const storedIds = [...(await partition.readMany(OWNED, ids)).keys()];
    await deleteDocuments(this.#connection, partition, storedIds);
    this.#tally.add(storedIds.map(() => kind));
  }

  /** Also deletes the remains of a session that no longer exists, after a crash. */
  async #eraseSession(session: SessionId): Promise<void> {
    const partitions = this.#sessionPartitions(session);
    const { turns, notes } = partitions;
    const documents = await Promise.all(
      [turns, notes].map((partition) => partition.query(TYPED_DOCUMENT, ALL)),
    );
    await deleteSession(this.#connection, partitions);
    for (const partition of [turns, notes]) {
      const leftovers = await partition.query(OWNED, ALL);
      await deleteDocuments(
        this.#connection,
        partition,
        leftovers.map(({ id }) => id),
      );
    }
    for (const document of documents.flat()) this.#tally.add(kindsOf(document));
  }
}
