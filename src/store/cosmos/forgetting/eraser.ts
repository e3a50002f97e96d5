import type { SessionId } from "../../../memory/ids.ts";
import type { ErasedCounts, ErasedKind, Erasure } from "../../erasure.ts";
import type { SpaceId } from "../../port.ts";
import type { Committer } from "../commit/committer.ts";
import type { Connection } from "../connection.ts";
import type { Envelope, Owned } from "../documents/envelope.ts";
import { noteDocumentId } from "../documents/note-document.ts";
import { turnDocumentId } from "../documents/session-document.ts";
import { grouped } from "../grouped.ts";
import { deleteSession, retitle, type SessionPartitions } from "../keep-sessions.ts";
import type { Partition } from "../partition.ts";
import { remove } from "../remove.ts";
import { deleting, ErasedTally, type AmendingOperation } from "./amendment.ts";
import { kindsOf, type GraphDocument } from "./graph-document.ts";
import { removals } from "./removals.ts";
import { rewrites } from "./rewrites.ts";
import type { SpacePartitions } from "./traces.ts";

const COUNTED: Readonly<Partial<Record<Envelope["type"], ErasedKind>>> = {
  turn: "TURN",
  note: "NOTE",
  session: "SESSION",
};

/** As what a document outside of the graph is counted. */
const ofSession = ({ type }: Envelope): readonly ErasedKind[] =>
  COUNTED[type] === undefined ? [] : [COUNTED[type]];

/** All of a space's graph but its head. */
const everything = (graph: Partition): Promise<GraphDocument[]> =>
  graph.query<GraphDocument>({
    fields: ["type", "n", "embedder", "ARRAY_LENGTH(c.changes) AS changes"],
    where: ['c.type != "head"'],
  });

/**
 * Takes away for good. In the graph every batch moves the head's tag together with its part of the work, so that no write in hand rests on
 * what is gone, and a write in between is noticed: then it gives null, and the same is to be planned and done again. Turns, notes and titles go before
 * that, since it is by events and facts that an erasure which was cut short finds them; sessions go last.
 */
export class Eraser {
  readonly #connection: Connection;
  readonly #space: SpaceId;
  readonly #partitions: SpacePartitions;
  readonly #session: (session: SessionId) => SessionPartitions;
  readonly #committer: Committer;
  /** What was removed since it was told last: an erasure that was interrupted by a write has removed something as well. */
  readonly #tally = new ErasedTally();

  constructor(
    connection: Connection,
    space: SpaceId,
    partitions: SpacePartitions,
    session: (session: SessionId) => SessionPartitions,
    committer: Committer,
  ) {
    this.#connection = connection;
    this.#space = space;
    this.#partitions = partitions;
    this.#session = session;
    this.#committer = committer;
  }

  async erase(expected: { readonly tag: string }, erasure: Erasure): Promise<ErasedCounts | null> {
    const { graph } = this.#partitions;
    await this.#eraseTurns(erasure);
    await this.#eraseNotes(erasure);
    for (const { id, title } of erasure.rewritten.sessions)
      await retitle(this.#connection, this.#session(id).turns, title);
    const done = await this.#committer.amend(
      expected.tag,
      async (head) => [
        ...(await rewrites(this.#space, graph, erasure)),
        ...(await removals(graph, head, erasure)),
      ],
      (removed) => this.#tally.add(removed),
    );
    if (!done) return null;
    for (const session of erasure.sessions) await this.#eraseSession(session);
    return this.#tally.take();
  }

  async countAll(): Promise<ErasedCounts> {
    const { graph, turns, notes, spaceNotes } = this.#partitions;
    const [recorded, ...others] = await Promise.all([
      everything(graph),
      ...[turns, notes, spaceNotes].map((partition) =>
        partition.query<Envelope>({ fields: ["type"], where: [] }),
      ),
    ]);
    const tally = new ErasedTally();
    for (const document of recorded) tally.add(kindsOf(document));
    for (const document of others.flat()) tally.add(ofSession(document));
    return tally.take();
  }

  /** Takes away all of the space; the head goes last, since it is by the head that a space is found. */
  async eraseAll(): Promise<ErasedCounts> {
    const { graph, turns, notes, spaceNotes } = this.#partitions;
    for (;;) {
      for (const partition of [turns, notes]) {
        const rows = await partition.query<Envelope & { readonly session: SessionId }>({
          fields: ["session"],
          where: [],
        });
        for (const session of new Set(rows.map(({ session }) => session)))
          await this.#eraseSession(session);
      }
      await this.#removeCounted(
        spaceNotes,
        await spaceNotes.query<Envelope>({ fields: ["type"], where: [] }),
        ofSession,
      );
      if (await this.#eraseGraph(graph)) return this.#tally.take();
    }
  }

  /** False where somebody wrote meanwhile. */
  async #eraseGraph(graph: Partition): Promise<boolean> {
    const { tag } = await this.#committer.head();
    const all = async (): Promise<AmendingOperation[]> =>
      (await everything(graph)).map((document) => deleting(document.id, ...kindsOf(document)));
    return (
      (await this.#committer.amend(tag, all, (removed) => this.#tally.add(removed))) &&
      this.#committer.forgetHead()
    );
  }

  async #removeCounted<D extends Owned>(
    partition: Partition,
    documents: readonly D[],
    kindsOf: (document: D) => readonly ErasedKind[],
  ): Promise<void> {
    await remove(
      this.#connection,
      partition,
      documents.map(({ id }) => id),
    );
    for (const document of documents) this.#tally.add(kindsOf(document));
  }

  async #eraseTurns({ turns }: Erasure): Promise<void> {
    for (const [session, own] of grouped(turns, ({ session }) => session)) {
      const partition = this.#session(session).turns;
      const found = await partition.readMany<Owned>(
        own.map(({ turn }) => turnDocumentId(turn)),
        [],
      );
      await this.#removeCounted(partition, [...found.values()], () => ["TURN"]);
    }
  }

  async #eraseNotes({ notes }: Erasure): Promise<void> {
    for (const [session, own] of grouped(notes, ({ session }) => session)) {
      const partition =
        session === null ? this.#partitions.spaceNotes : this.#session(session).notes;
      const found = await partition.readMany<Owned>(
        own.map(({ path }) => noteDocumentId(path)),
        [],
      );
      await this.#removeCounted(partition, [...found.values()], () => ["NOTE"]);
    }
  }

  /** With all that lies there without its session too, which a crash may have left behind. */
  async #eraseSession(session: SessionId): Promise<void> {
    const { turns, notes } = this.#session(session);
    const found = (
      await Promise.all(
        [turns, notes].map((partition) =>
          partition.query<Envelope>({ fields: ["type"], where: [] }),
        ),
      )
    ).flat();
    await deleteSession(this.#connection, { turns, notes });
    for (const partition of [turns, notes])
      await remove(
        this.#connection,
        partition,
        (await partition.query<Owned>({ fields: [], where: [] })).map(({ id }) => id),
      );
    for (const document of found) this.#tally.add(ofSession(document));
  }
}
