import type { Instant } from "../memory/time.ts";
import { OPEN } from "../memory/time.ts";
import { Problem } from "../memory/problem.ts";
import type { Turn } from "../memory/session.ts";
import type { Embedder } from "../models/port.ts";
import type { Commit, NoteChange, SpaceStore } from "../store/port.ts";
import type {
  CommitLine,
  Counts,
  EndLine,
  ExportedVector,
  HeaderLine,
  NoteLine,
  SessionLine,
  TurnLine,
} from "./format.ts";
import { IMPORT_NOTE, importState } from "./import-state.ts";
import { readLine } from "./read-line.ts";
import { vectorOfText } from "./vector-text.ts";

/** Texts, facts and decisions that are put on record together, about. */
const RECORDS_AT_A_TIME = 5_000;
/** One batch of Cosmos DB takes 100 operations. */
const TURNS_AT_A_TIME = 90;
const NOTES_AT_A_TIME = 50;
/** As many as one request to a model's endpoint takes of any length. */
const TEXTS_PER_REQUEST = 90;

export interface ImportServices {
  readonly embedder: Embedder;
}

/** How far an import is. */
export interface Imported extends Counts {
  readonly commits: number;
  readonly facts: number;
  /** Commits that were on record from an earlier run. */
  readonly skipped: number;
}

const turnOf = (line: TurnLine): Turn => {
  const { kind: _, ...turn } = line;
  return turn;
};

const wrong = (message: string): never => {
  throw new Problem("CONFLICT", message);
};

const weightOf = ({ facts = [], texts = [], decisions = [], events = [] }: CommitLine): number =>
  1 + facts.length + texts.length + decisions.length + events.length;

class Import {
  readonly #services: ImportServices;
  readonly #space: SpaceStore;
  readonly #progress = { commits: 0, sessions: 0, turns: 0, notes: 0, facts: 0, skipped: 0 };
  #header: HeaderLine | null = null;
  #head: Instant | null = null;
  /** The last commit of the export that is on record. */
  #last: Instant | null = null;
  /** The last commit that was read. */
  #read: Instant | null = null;
  #commits: CommitLine[] = [];
  #weight = 0;
  #session: SessionLine | null = null;
  #turns: TurnLine[] = [];
  #notes: NoteLine[] = [];
  /** What the texts say that have got no vector yet. */
  readonly #unembedded = new Map<string, string>();
  /** The whole of it was imported before. */
  #done = false;
  ended = false;

  constructor(services: ImportServices, space: SpaceStore) {
    this.#services = services;
    this.#space = space;
  }

  get progress(): Imported {
    return { ...this.#progress };
  }

  async take(text: string, number: number): Promise<void> {
    const line = readLine(text, number);
    if (this.#header === null) {
      if (line.kind !== "palimpsest")
        throw new Problem(
          "BAD_USER_INPUT",
          "This is not an export: it does not begin with a header.",
        );
      return this.#begin(line);
    }
    if (this.ended)
      throw new Problem("BAD_USER_INPUT", `Line ${number} of the export comes after its end.`);
    if (this.#done) {
      this.ended = line.kind === "end";
      return;
    }
    if (line.kind === "commit") return this.#commit(line, number);
    await this.#flushCommits();
    if (this.#head !== null && (this.#last === null || this.#last < this.#head))
      wrong(
        "Something was written to this memory since the import began. Erase it, and import again.",
      );
    if (line.kind === "session") return this.#beginSession(line);
    if (line.kind === "turn") return this.#turn(line, number);
    await this.#flushTurns();
    if (line.kind === "note") return this.#note(line);
    await this.#flushNotes();
    if (line.kind === "end") await this.#end(line);
  }

  /** Only an empty memory takes an import, or one that this very export was being imported into. */
  async #begin(header: HeaderLine): Promise<void> {
    const [{ recordedAt }, state] = [await this.#space.head(), await importState(this.#space)];
    if (state?.export !== header.id) {
      if (
        recordedAt !== null ||
        state ||
        (await this.#space.sessions({ first: 1 })).items.length > 0
      )
        wrong("This memory is not empty: an export is imported into an empty one.");
      await this.#space.changeNotes(null, [
        { path: IMPORT_NOTE, value: { export: header.id, done: false }, expected: null },
      ]);
    }
    this.#header = header;
    this.#head = recordedAt;
    this.#done = state?.export === header.id && state.done;
  }

  async #commit(line: CommitLine, number: number): Promise<void> {
    if (this.#session || line.previous !== this.#read)
      throw new Problem(
        "BAD_USER_INPUT",
        `Line ${number} of the export is a commit that does not follow the one before: a line was lost, or moved.`,
      );
    this.#read = line.recordedAt;
    this.#progress.commits += 1;
    this.#progress.facts += line.facts?.length ?? 0;
    for (const { id, text, vector } of line.texts ?? [])
      if (vector === null) this.#unembedded.set(id, text);
    if (this.#head !== null && line.recordedAt <= this.#head) {
      this.#progress.skipped += 1;
      this.#last = line.recordedAt;
      return;
    }
    this.#commits.push(line);
    this.#weight += weightOf(line);
    if (this.#weight >= RECORDS_AT_A_TIME) await this.#flushCommits();
  }

  /** Puts on record what is held back. */
  async flush(): Promise<void> {
    await this.#flushCommits();
    await this.#flushTurns();
    await this.#flushNotes();
  }

  async #flushCommits(): Promise<void> {
    if (this.#commits.length === 0) return;
    const head = await this.#space.head();
    if (head.recordedAt !== (this.#last ?? null))
      wrong(
        "Something was written to this memory since the import began. Erase it, and import again.",
      );
    const commits = await this.#decoded(this.#commits);
    if (!(await this.#space.replay(head, commits)))
      wrong("Something was written to this memory during the import. Erase it, and import again.");
    this.#last = commits.at(-1)!.recordedAt;
    this.#commits = [];
    this.#weight = 0;
  }

  /** With vectors of the store's own embedder: as they were exported, where that was the same, and made anew where not. */
  async #decoded(lines: readonly CommitLine[]): Promise<Commit[]> {
    const { id, dimensions } = this.#services.embedder;
    const same =
      this.#header!.embedder.id === id && this.#header!.embedder.dimensions === dimensions;
    const vectorOf = new Map<string, Float32Array>();
    const wanted = new Map<string, string>();
    const read = (text: string, vector: ExportedVector, content: string | undefined): void => {
      const found = same && typeof vector === "string" ? vectorOfText(vector, dimensions) : null;
      if (found) vectorOf.set(text, found);
      else if (vector !== null && content !== undefined) wanted.set(text, content);
    };
    for (const { texts = [], vectors = [] } of lines) {
      for (const { id: text, text: content, vector } of texts) read(text, vector, content);
      for (const { text, vector } of vectors) read(text, vector, this.#unembedded.get(text));
    }
    const embedded = await this.#embedded([...new Set(wanted.values())]);
    for (const [text, content] of wanted) vectorOf.set(text, embedded.get(content)!);
    return lines.map((line): Commit => {
      const { kind: _, previous: __, texts: own, vectors: later, ...commit } = line;
      return {
        ...commit,
        ...(own && {
          texts: own.map((text) => ({
            ...text,
            recordedAt: commit.recordedAt,
            expiredAt: OPEN,
            vector: text.vector === null ? null : (vectorOf.get(text.id) ?? null),
          })),
        }),
        ...(later && {
          vectors: later.flatMap(({ text }) => {
            const vector = vectorOf.get(text);
            return vector ? [{ text, vector }] : [];
          }),
        }),
      };
    });
  }

  /** By what they say: a message and the fact drawn from it often say the same. */
  async #embedded(texts: readonly string[]): Promise<Map<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    for (let start = 0; start < texts.length; start += TEXTS_PER_REQUEST) {
      const part = texts.slice(start, start + TEXTS_PER_REQUEST);
      const { value } = await this.#services.embedder.embed(part);
      part.forEach((text, i) => vectors.set(text, value[i]!));
    }
    return vectors;
  }

  async #beginSession(line: SessionLine): Promise<void> {
    await this.#flushTurns();
    await this.#flushNotes();
    this.#session = line;
    this.#progress.sessions += 1;
    const { kind: _, ...session } = line;
    await this.#space.restoreSession(session, []);
  }

  async #turn(line: TurnLine, number: number): Promise<void> {
    if (line.session !== this.#session?.id)
      throw new Problem(
        "BAD_USER_INPUT",
        `Line ${number} of the export is a turn of another session than the one that it follows.`,
      );
    this.#turns.push(line);
    this.#progress.turns += 1;
    if (this.#turns.length >= TURNS_AT_A_TIME) await this.#flushTurns();
  }

  async #flushTurns(): Promise<void> {
    if (this.#turns.length === 0) return;
    const { kind: _, ...session } = this.#session!;
    await this.#space.restoreSession(
      session,
      this.#turns.map((line) => turnOf(line)),
    );
    this.#turns = [];
  }

  async #note(line: NoteLine): Promise<void> {
    if (this.#notes[0] && this.#notes[0].session !== line.session) await this.#flushNotes();
    this.#notes.push(line);
    this.#progress.notes += 1;
    if (this.#notes.length >= NOTES_AT_A_TIME) await this.#flushNotes();
  }

  async #flushNotes(): Promise<void> {
    const [first] = this.#notes;
    if (!first) return;
    const changes = this.#notes.map(({ path, value, expiresAt }): NoteChange => ({
      path,
      value,
      expiresAt,
    }));
    for (const change of changes) await this.#space.changeNotes(first.session, [change]);
    this.#notes = [];
  }

  async #end(told: EndLine): Promise<void> {
    const { sessions, turns, notes } = this.#progress;
    if (
      told.head !== this.#read ||
      sessions !== told.sessions ||
      turns !== told.turns ||
      notes !== told.notes
    )
      throw new Problem(
        "BAD_USER_INPUT",
        "The export has not all the lines that it counts: it was cut or changed.",
      );
    await this.#space.changeNotes(null, [
      { path: IMPORT_NOTE, value: { export: this.#header!.id, done: true } },
    ]);
    this.ended = true;
  }
}

/**
 * Puts an export (docs/export.md) on record in an empty memory: every commit at the time at which it was made, so that it reads the same at
 * every pair of times. Cut short at any point, the same export goes on where the memory stands. Gives progress as it goes.
 * Throws BAD_USER_INPUT for what is not an export, or not a whole one, and CONFLICT where the memory holds anything else.
 */
export async function* importMemory(
  services: ImportServices,
  space: SpaceStore,
  lines: AsyncIterable<string>,
): AsyncGenerator<Imported, void> {
  const own = new Import(services, space);
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    await own.take(line, number);
    yield own.progress;
  }
  await own.flush();
  if (!own.ended)
    throw new Problem(
      "BAD_USER_INPUT",
      "The export ends before its last line: it was cut off. What it holds is on record; import the whole of it to go on.",
    );
}
