import { type Instant, OPEN } from "../memory/time.ts";
import { Problem } from "../memory/problem.ts";
import type { Session, Turn } from "../memory/session.ts";
import type { Embedder } from "../models/port.ts";
import type { Commit, SpaceImport, SpaceStore } from "../store/port.ts";
import {
  type CommitRecord,
  type EndRecord,
  type ExportRecord,
  type ExportedVector,
  type HeaderRecord,
  type NoteRecord,
  readRecord,
  type RecordCounts,
  type SessionRecord,
  type TurnRecord,
  decodeVector,
} from "./export-format.ts";
import { beginImport, endImport, importState } from "./import-state.ts";

/** Approximate number of texts, facts, decisions and events that are committed together. */
const ITEMS_AT_A_TIME = 5_000;
/** A batch of Cosmos DB takes 100 operations. */
const TURNS_AT_A_TIME = 90;
const NOTES_AT_A_TIME = 50;
/** Texts of any length that one embedding request takes. */
const TEXTS_PER_REQUEST = 90;

const CHANGED_MEANWHILE =
  "This memory was written to after the import began. Erase it, and import again.";

export interface ImportServices {
  readonly embedder: Embedder;
}

export interface ImportProgress extends RecordCounts {
  readonly commits: number;
  /** Number of versions of facts. */
  readonly facts: number;
  /** Number of commits that an earlier run imported. */
  readonly skipped: number;
}

const badRecord = (number: number, complaint: string): Problem =>
  new Problem("BAD_USER_INPUT", `Record ${number} of the export ${complaint}.`);

const itemsIn = ({ facts = [], texts = [], decisions = [], events = [] }: CommitRecord): number =>
  1 + facts.length + texts.length + decisions.length + events.length;

/** Turns exported commits into commits whose vectors are those of this service's embedder. */
class CommitDecoder {
  readonly #embedder: Embedder;
  /** Whether the export was made with the same embedder, so that its vectors can be used. */
  readonly #isSameEmbedder: boolean;
  /** Texts by id that had no vector when they were committed. */
  readonly #textsWithoutVector = new Map<string, string>();

  constructor(embedder: Embedder, exportedEmbedder: HeaderRecord["embedder"]) {
    this.#embedder = embedder;
    this.#isSameEmbedder =
      exportedEmbedder.id === embedder.id && exportedEmbedder.dimensions === embedder.dimensions;
  }

  /** Remembers the texts of a commit whose vectors come with a later commit. */
  noteUnembedded({ texts = [] }: CommitRecord): void {
    for (const { id, text, vector } of texts)
      if (vector === null) this.#textsWithoutVector.set(id, text);
  }

  /** The commits of some records, with their vectors: those of the export, or new ones. */
  async decode(records: readonly CommitRecord[]): Promise<Commit[]> {
    const vectors = await this.#vectorsOf(records);
    return records.map((record): Commit => {
      const { kind: _, previous: __, texts, vectors: lateVectors, ...commit } = record;
      return {
        ...commit,
        ...(texts && {
          texts: texts.map((text) => ({
            ...text,
            recordedAt: commit.recordedAt,
            expiredAt: OPEN,
            vector: text.vector === null ? null : (vectors.get(text.id) ?? null),
          })),
        }),
        ...(lateVectors && {
          vectors: lateVectors.flatMap(({ text }) => {
            const vector = vectors.get(text);
            return vector ? [{ text, vector }] : [];
          }),
        }),
      };
    });
  }

  /** Vectors by text id, decoded if possible, otherwise embedded again. */
  async #vectorsOf(records: readonly CommitRecord[]): Promise<Map<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    const missingTexts = new Map<string, string>();
    const add = (id: string, exportedVector: ExportedVector, text: string | undefined): void => {
      const vector = this.#decodeVector(exportedVector);
      if (vector) vectors.set(id, vector);
      else if (exportedVector !== null && text !== undefined) missingTexts.set(id, text);
    };
    for (const { texts = [], vectors: lateVectors = [] } of records) {
      for (const { id, text, vector } of texts) add(id, vector, text);
      for (const { text: id, vector } of lateVectors)
        add(id, vector, this.#textsWithoutVector.get(id));
    }
    const embeddings = await this.#embed([...new Set(missingTexts.values())]);
    for (const [id, text] of missingTexts) {
      const vector = embeddings.get(text);
      if (vector) vectors.set(id, vector);
    }
    return vectors;
  }

  #decodeVector(exportedVector: ExportedVector): Float32Array | null {
    return this.#isSameEmbedder && typeof exportedVector === "string"
      ? decodeVector(exportedVector, this.#embedder.dimensions)
      : null;
  }

  /** Vectors by text, because a message and the fact extracted from it are often equal. */
  async #embed(texts: readonly string[]): Promise<Map<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    for (let start = 0; start < texts.length; start += TEXTS_PER_REQUEST) {
      const part = texts.slice(start, start + TEXTS_PER_REQUEST);
      const { value } = await this.#embedder.embed(part);
      for (const [index, vector] of value.entries()) {
        const text = part[index];
        if (text !== undefined) vectors.set(text, vector);
      }
    }
    return vectors;
  }
}

/** A running import. It takes the records in their order, and writes them in batches. */
class Import {
  readonly #space: SpaceImport;
  readonly #header: HeaderRecord;
  readonly #decoder: CommitDecoder;
  /** The head of the space when this run began. */
  readonly #headBefore: Instant | null;
  /** The last commit of the export that is in the space. */
  #lastWritten: Instant | null = null;
  #lastRead: Instant | null = null;
  #commits: CommitRecord[] = [];
  #items = 0;
  #session: Session | null = null;
  #turns: Turn[] = [];
  #notes: NoteRecord[] = [];
  readonly #counts = { commits: 0, sessions: 0, turns: 0, notes: 0, facts: 0, skipped: 0 };
  /** Whether an earlier run imported everything. */
  readonly #isComplete: boolean;
  hasEnded = false;

  private constructor(
    { embedder }: ImportServices,
    space: SpaceImport,
    header: HeaderRecord,
    before: { readonly head: Instant | null; readonly isComplete: boolean },
  ) {
    this.#space = space;
    this.#header = header;
    this.#decoder = new CommitDecoder(embedder, header.embedder);
    this.#headBefore = before.head;
    this.#isComplete = before.isComplete;
  }

  /**
   * Starts an import into an empty memory, or continues one of the same export. Throws CONFLICT for
   * any other memory.
   */
  static async begin(
    services: ImportServices,
    space: SpaceImport,
    record: ExportRecord,
  ): Promise<Import> {
    if (record.kind !== "palimpsest")
      throw new Problem(
        "BAD_USER_INPUT",
        "The file is not an export: it does not begin with a header.",
      );
    const { recordedAt: head } = await space.head();
    const state = await importState(space);
    const isResumed = state?.export === record.id;
    if (!isResumed) {
      const isEmpty = head === null && state === null && !(await space.hasSessions());
      if (!isEmpty)
        throw new Problem(
          "CONFLICT",
          "The memory is not empty. An export can only be imported into an empty memory.",
        );
      await beginImport(space, record.id);
    }
    return new Import(services, space, record, {
      head,
      isComplete: isResumed && state.done,
    });
  }

  get progress(): ImportProgress {
    return { ...this.#counts };
  }

  /** Takes record `number` of the export. */
  async take(record: ExportRecord, number: number): Promise<void> {
    if (this.hasEnded) throw badRecord(number, "comes after its end");
    if (this.#isComplete) this.#passOver(record);
    else if (record.kind === "commit") await this.#takeCommit(record, number);
    else await this.#takeAfterCommits(record, number);
  }

  /** Counts a record of an export that an earlier run has imported as a whole. */
  #passOver({ kind }: ExportRecord): void {
    this.hasEnded = kind === "end";
    if (kind !== "commit") return;
    this.#counts.commits += 1;
    this.#counts.skipped += 1;
  }

  /**
   * Takes a record that comes after all commits. First writes what was collected of the kinds
   * before it. Throws CONFLICT if the memory has a commit that the export does not reach.
   */
  async #takeAfterCommits(
    record: Exclude<ExportRecord, CommitRecord>,
    number: number,
  ): Promise<void> {
    await this.#flushCommits();
    const isBehind =
      this.#headBefore !== null &&
      (this.#lastWritten === null || this.#lastWritten < this.#headBefore);
    if (isBehind) throw new Problem("CONFLICT", CHANGED_MEANWHILE);
    if (record.kind === "session") return this.#takeSession(record);
    if (record.kind === "turn") return this.#takeTurn(record, number);
    await this.#flushTurns();
    if (record.kind === "note") return this.#takeNote(record);
    await this.#flushNotes();
    if (record.kind === "end") await this.#takeEnd(record);
  }

  /** Collects a commit, or skips it if an interrupted import has written it already. */
  async #takeCommit(record: CommitRecord, number: number): Promise<void> {
    if (this.#session || record.previous !== this.#lastRead)
      throw badRecord(
        number,
        "is a commit that does not follow the one before: a record is missing or out of place",
      );
    this.#lastRead = record.recordedAt;
    this.#counts.commits += 1;
    this.#counts.facts += record.facts?.length ?? 0;
    this.#decoder.noteUnembedded(record);
    if (this.#headBefore !== null && record.recordedAt <= this.#headBefore) {
      this.#counts.skipped += 1;
      this.#lastWritten = record.recordedAt;
      return;
    }
    this.#commits.push(record);
    this.#items += itemsIn(record);
    if (this.#items >= ITEMS_AT_A_TIME) await this.#flushCommits();
  }

  /**
   * Stores the collected commits. Throws CONFLICT if anything else was committed since the last
   * ones.
   */
  async #flushCommits(): Promise<void> {
    const last = this.#commits.at(-1);
    if (last === undefined) return;
    const head = await this.#space.head();
    if (head.recordedAt !== this.#lastWritten) throw new Problem("CONFLICT", CHANGED_MEANWHILE);
    const commits = await this.#decoder.decode(this.#commits);
    if (!(await this.#space.replay(head, commits)))
      throw new Problem("CONFLICT", CHANGED_MEANWHILE);
    this.#lastWritten = last.recordedAt;
    this.#commits = [];
    this.#items = 0;
  }

  async #takeSession(record: SessionRecord): Promise<void> {
    const { kind: _, ...session } = record;
    await this.#flushTurns();
    await this.#flushNotes();
    this.#session = session;
    this.#counts.sessions += 1;
    await this.#space.restoreSession(session, []);
  }

  async #takeTurn(record: TurnRecord, number: number): Promise<void> {
    const { kind: _, ...turn } = record;
    if (turn.session !== this.#session?.id)
      throw badRecord(number, "is a turn of another session than the one before it");
    this.#turns.push(turn);
    this.#counts.turns += 1;
    if (this.#turns.length >= TURNS_AT_A_TIME) await this.#flushTurns();
  }

  async #flushTurns(): Promise<void> {
    if (this.#session === null || this.#turns.length === 0) return;
    await this.#space.restoreSession(this.#session, this.#turns);
    this.#turns = [];
  }

  async #takeNote(record: NoteRecord): Promise<void> {
    const [first] = this.#notes;
    if (first && first.session !== record.session) await this.#flushNotes();
    this.#notes.push(record);
    this.#counts.notes += 1;
    if (this.#notes.length >= NOTES_AT_A_TIME) await this.#flushNotes();
  }

  async #flushNotes(): Promise<void> {
    for (const { session, path, value, expiresAt } of this.#notes)
      await this.#space.changeNotes(session, [{ path, value, expiresAt }]);
    this.#notes = [];
  }

  /**
   * Ends the import if the export is whole: its last record must count what was read. Otherwise
   * throws BAD_USER_INPUT.
   */
  async #takeEnd(record: EndRecord): Promise<void> {
    const { sessions, turns, notes } = this.#counts;
    const isWhole =
      record.head === this.#lastRead &&
      record.sessions === sessions &&
      record.turns === turns &&
      record.notes === notes;
    if (!isWhole)
      throw new Problem(
        "BAD_USER_INPUT",
        "The export does not contain all the records that it counts: it was cut off or changed.",
      );
    await endImport(this.#space, this.#header.id);
    this.hasEnded = true;
  }
}

/**
 * Imports an export row by row, and yields the progress after each. Throws BAD_USER_INPUT for an
 * export that is not complete.
 */
async function* importRows(
  services: ImportServices,
  space: SpaceImport,
  rows: AsyncIterable<string>,
): AsyncGenerator<ImportProgress, void> {
  let runningImport: Import | null = null;
  let number = 0;
  for await (const row of rows) {
    number += 1;
    if (row.trim() === "") continue;
    const record = readRecord(row, number);
    if (runningImport === null) runningImport = await Import.begin(services, space, record);
    else await runningImport.take(record, number);
    yield runningImport.progress;
  }
  if (runningImport === null || !runningImport.hasEnded)
    throw new Problem(
      "BAD_USER_INPUT",
      "The export has no end record: it was cut off. Import the whole export.",
    );
}

/**
 * Imports an export (docs/reference/export.md) into an empty memory, each commit at its own record
 * time, so that the memory reads the same at every time point. On SQLite, everything is recorded at
 * the end in one transaction, or nothing. On Cosmos DB, an interrupted import continues when the
 * same export is imported again. Yields the progress after each record. Throws BAD_USER_INPUT for
 * rows that are not a complete export, and CONFLICT for a memory that is not empty.
 */
export async function* importMemory(
  services: ImportServices,
  space: SpaceStore,
  rows: AsyncIterable<string>,
): AsyncGenerator<ImportProgress, void> {
  const target = await space.openImport();
  try {
    yield* importRows(services, target, rows);
    await target.finish();
  } finally {
    await target.cancel();
  }
}
