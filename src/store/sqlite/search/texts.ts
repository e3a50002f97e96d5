import type { EntityId, TextId } from "../../../memory/ids.ts";
import type { MemoryKind, SearchText } from "../../../memory/search-text.ts";
import type { Instant } from "../../../memory/time.ts";
import { END, toMillis } from "../database/instants.ts";
import { asList, oneByRequest } from "../database/requests.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { indexedStem, stemsOf } from "./stems.ts";
import { kindOf, KINDS, textNumber, wordsIn } from "./text-number.ts";
import { recordedMark, type Corpus, type Mark } from "./corpus.ts";

const ADD_STEMS = `INSERT INTO stem (rowid, stems) VALUES (CAST(? AS INTEGER), ?)`;
const ADD_TRIGRAMS = `INSERT INTO trigram (rowid, content) VALUES (CAST(? AS INTEGER), ?)`;

interface Entry {
  readonly number: number;
  readonly stems: string;
  readonly content: string;
}

/**
 * Number of entries that one transaction adds to full text and trigrams. They are written at its
 * end in ascending order, because FTS5 flushes all its entries whenever a row id is lower than the
 * previous one.
 */
export class PendingIndex {
  readonly #entries: Entry[] = [];

  add(entry: Entry): void {
    this.#entries.push(entry);
  }

  /** Pauses after each entry. */
  *write(file: SpaceFile): Generator<void, void> {
    const inOrder = this.#entries.toSorted((a, b) => a.number - b.number);
    for (const { number, stems } of inOrder) yield void file.run(ADD_STEMS, number, stems);
    for (const { number, content } of inOrder) yield void file.run(ADD_TRIGRAMS, number, content);
  }
}

const ENTITY_TEXTS = `SELECT r.key, t.id, t.content FROM json_each(?) r CROSS JOIN text t INDEXED BY text_of_entity
ON t.subject = r.value AND t.expired = ${END} AND t.num >= ${textNumber("ENTITY", 0, 0)} AND t.num < ${textNumber("EVENT", 0, 0)}`;

export const entityTexts = (
  file: SpaceFile,
  entities: readonly EntityId[],
): ({ readonly id: TextId; readonly text: string } | null)[] =>
  oneByRequest(
    entities,
    file.all<readonly [number, string, string]>(ENTITY_TEXTS, asList(entities)),
    ([, id, text]) => ({ id, text }),
  );

const NUMBER_OF = `SELECT num FROM text WHERE id = ?`;

/** The number of a stored text; null if there is none. */
export const numberOfText = (file: SpaceFile, id: TextId): number | null =>
  file.first<readonly [number]>(NUMBER_OF, id)?.[0] ?? null;

const ADD_TEXT = `
INSERT INTO text (num, id, subject, content, about, hash, recorded, expired)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const ADD_MARK = `
INSERT INTO mark (recorded, place, fact_texts, fact_words, entity_texts, entity_words, event_texts,
  event_words, summary_texts, summary_words)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const EXPIRE = `UPDATE text SET expired = ? WHERE id = ? AND expired = ${END}`;

/** The stems by which full text finds a text, as indexed, in order. */
export const indexedStemsOf = (
  kind: MemoryKind,
  text: string,
  about: string | null | undefined,
): string[] =>
  stemsOf(about == null ? text : `${about} ${text}`).map((stem) => indexedStem(kind, stem));

/** FTS5's tokenizers stop at a NUL. */
const withoutNul = (text: string): string => text.replaceAll("\0", " ");

/** Records the texts of one commit. */
export class TextRecorder {
  readonly #file: SpaceFile;
  readonly #index: PendingIndex;
  readonly #recordedMillis: number;
  readonly #before: Mark;
  readonly #addedCorpora = new Map<MemoryKind, Corpus>();
  readonly #numbers = new Map<TextId, number>();
  #place: number;

  /** The caller writes `index`. */
  constructor(file: SpaceFile, index: PendingIndex, recordedAt: Instant) {
    this.#file = file;
    this.#index = index;
    this.#recordedMillis = toMillis(recordedAt);
    this.#before = recordedMark(file, recordedAt);
    this.#place = this.#before.place;
  }

  /**
   * Records texts and adds them to full text and trigrams. `hashes` are the content hashes of the
   * texts of facts. Pauses after each text.
   */
  *add(texts: readonly SearchText[], hashes: ReadonlyMap<TextId, string>): Generator<void, void> {
    for (const kind of KINDS) {
      let { texts: count, words } = this.#addedCorpora.get(kind) ?? { texts: 0, words: 0 };
      for (const text of texts.filter((one) => one.kind === kind)) {
        const stems = indexedStemsOf(kind, text.text, text.about);
        const number = this.#record(text, stems.length, hashes.get(text.id) ?? null);
        this.#index.add({
          number,
          stems: stems.join(" "),
          content: withoutNul(text.text),
        });
        count += 1;
        words += stems.length;
        yield;
      }
      this.#addedCorpora.set(kind, { texts: count, words });
    }
  }

  /** The number of a text of this commit or an earlier one; null if there is none. */
  numberOf(id: TextId): number | null {
    return this.#numbers.get(id) ?? numberOfText(this.#file, id);
  }

  /** Records the text of a fact that search does not find. Returns its number. */
  keep(fact: string, id: TextId, text: string, hash: string): number {
    return this.#record(
      { id, kind: "FACT", subject: fact, text, about: undefined, expiredAt: undefined },
      0,
      hash,
    );
  }

  /** Records a text and returns its number. */
  #record(
    {
      id,
      kind,
      subject,
      text,
      about,
      expiredAt,
    }: Pick<SearchText, "id" | "kind" | "subject" | "text" | "about"> & {
      readonly expiredAt: Instant | undefined;
    },
    words: number,
    hash: string | null,
  ): number {
    this.#place += 1;
    const number = textNumber(kind, this.#place, words);
    this.#numbers.set(id, number);
    this.#file.run(
      ADD_TEXT,
      number,
      id,
      subject,
      text,
      about ?? null,
      hash,
      this.#recordedMillis,
      expiredAt === undefined ? END : toMillis(expiredAt),
    );
    return number;
  }

  /** Expires texts. Throws if one does not exist or has expired. */
  expire(texts: readonly TextId[]): void {
    for (const id of texts)
      if (this.#file.run(EXPIRE, this.#recordedMillis, id) !== 1)
        throw new Error(`The text ${id} to replace is missing.`);
  }

  /** Records the numbers of searchable texts. */
  finish(): void {
    if (this.#place === this.#before.place) return;
    const totals = KINDS.flatMap((kind) => {
      const { texts, words } = this.#before.corpora[kind];
      const addedCorpus = this.#addedCorpora.get(kind);
      return [texts + (addedCorpus?.texts ?? 0), words + (addedCorpus?.words ?? 0)];
    });
    this.#file.run(ADD_MARK, this.#recordedMillis, this.#place, ...totals);
  }
}

const TEXT = `SELECT num, content, about FROM text WHERE id = ?`;
const DROP_TEXT = `DELETE FROM text WHERE num = ?`;
const DROP_STEMS = `INSERT INTO stem (stem, rowid, stems) VALUES ('delete', CAST(? AS INTEGER), ?)`;
const DROP_TRIGRAMS = `
INSERT INTO trigram (trigram, rowid, content)
VALUES ('delete', CAST(? AS INTEGER), ?)`;
const COUNT_ERASED = `INSERT INTO erased_text (num) VALUES (?)`;

/** Removes texts from their table and indexes, but not their vectors. Returns their numbers. */
export const removeTexts = (file: SpaceFile, ids: readonly TextId[]): number[] =>
  ids.flatMap((id): number[] => {
    const row = file.first<readonly [number, string, string | null]>(TEXT, id);
    if (row === undefined) return [];
    const [number, content, about] = row;
    const stems = indexedStemsOf(kindOf(number), content, about);
    file.run(DROP_TEXT, number);
    // A text that search does not find (`keep`) is in no index and in no count. Its number contains
    // no word count.
    if (wordsIn(number) === 0 && stems.length > 0) return [number];
    file.run(DROP_STEMS, number, stems.join(" "));
    file.run(DROP_TRIGRAMS, number, withoutNul(content));
    file.run(COUNT_ERASED, number);
    return [number];
  });
