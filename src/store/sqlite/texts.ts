import type { EntityId, TextId } from "../../memory/ids.ts";
import type { MemoryKind, SearchText } from "../../memory/search-text.ts";
import type { Instant } from "../../memory/time.ts";
import { END, toMillis } from "./instants.ts";
import type { PendingIndex } from "./pending-index.ts";
import { asList, oneByRequest } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";
import { indexedStem, stemsOf } from "./stems.ts";
import {
  FIRST_NUMBER,
  kindOf,
  KINDS,
  lastNumber,
  PER_PLACE,
  textNumber,
  wordsIn,
} from "./text-number.ts";
import { inLowerCase, isIndexed, textsMatching } from "./trigrams.ts";

/** How many texts of a kind were searchable at a record time, and how many words they had. */
export interface Corpus {
  readonly texts: number;
  readonly words: number;
}

/** What was searchable at a record time. */
export interface Mark {
  /** The place of the last text in the order of recording (text-number.ts). */
  readonly place: number;
  readonly corpora: Readonly<Record<MemoryKind, Corpus>>;
}

type MarkRow = readonly [place: number, ...totals: number[]];

const MARK = `
SELECT place, fact_texts, fact_words, entity_texts, entity_words, event_texts, event_words, summary_texts, summary_words
FROM mark WHERE recorded <= ? ORDER BY recorded DESC LIMIT 1`;

const corpusOf = (totals: readonly number[], kind: MemoryKind): Corpus => {
  const at = 2 * KINDS.indexOf(kind);
  return { texts: totals[at] ?? 0, words: totals[at + 1] ?? 0 };
};

/** Of the texts of a kind up to a number that were erased, how many there were, and how many words they had. */
const ERASED = `SELECT count(*), coalesce(sum(num % ${PER_PLACE}), 0) FROM erased_text WHERE num >= ? AND num <= ?`;
const ANY_ERASED = `SELECT EXISTS (SELECT 1 FROM erased_text)`;

const withoutErased = (
  file: SpaceFile,
  place: number,
  kind: MemoryKind,
  { texts, words }: Corpus,
): Corpus => {
  const [erased, theirWords] = file.first<readonly [number, number]>(
    ERASED,
    FIRST_NUMBER[kind],
    lastNumber(kind, place),
  )!;
  return { texts: texts - erased, words: words - theirWords };
};

/** What was searchable at a record time, as far as it has not been erased since. */
export const markAt = (file: SpaceFile, knownAt: Instant): Mark => {
  const { place, corpora } = recordedMark(file, knownAt);
  if (file.first<readonly [number]>(ANY_ERASED)![0] === 0) return { place, corpora };
  return {
    place,
    corpora: Object.fromEntries(
      KINDS.map((kind) => [kind, withoutErased(file, place, kind, corpora[kind])]),
    ) as Mark["corpora"],
  };
};

/** What was recorded as searchable, erased since or not. */
const recordedMark = (file: SpaceFile, knownAt: Instant): Mark => {
  const [place, ...totals] = file.first<MarkRow>(MARK, toMillis(knownAt)) ?? [0];
  return {
    place,
    corpora: {
      FACT: corpusOf(totals, "FACT"),
      ENTITY: corpusOf(totals, "ENTITY"),
      EVENT: corpusOf(totals, "EVENT"),
      SUMMARY: corpusOf(totals, "SUMMARY"),
    },
  };
};

const ENTITY_TEXTS = `SELECT r.key, t.id, t.content FROM json_each(?) r CROSS JOIN text t INDEXED BY text_of_entity
ON t.subject = r.value AND t.expired = ${END} AND t.num >= ${textNumber("ENTITY", 0, 0)} AND t.num < ${textNumber("EVENT", 0, 0)}`;

export const entityTexts = (
  file: SpaceFile,
  entities: readonly EntityId[],
): ({ readonly id: TextId; readonly text: string } | null)[] =>
  oneByRequest(
    entities.length,
    file.all<readonly [number, string, string]>(ENTITY_TEXTS, asList(entities)),
    ([, id, text]) => ({ id, text }),
  );

const NUMBER_OF = `SELECT num FROM text WHERE id = ?`;

/** The number of a text on record. */
export const numberOfText = (file: SpaceFile, id: TextId): number | null =>
  file.first<readonly [number]>(NUMBER_OF, id)?.[0] ?? null;

const ADD_TEXT = `INSERT INTO text (num, id, subject, content, about, hash, recorded, expired) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const ADD_MARK = `
INSERT INTO mark (recorded, place, fact_texts, fact_words, entity_texts, entity_words, event_texts, event_words, summary_texts, summary_words)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const EXPIRE = `UPDATE text SET expired = ? WHERE id = ? AND expired = ${END}`;

/** What full text finds a text by. */
const textWithAbout = (text: string, about: string | null | undefined): string =>
  about == null ? text : `${about} ${text}`;

/** The tokenizers end at a NUL. */
const withoutNul = (text: string): string => text.replaceAll("\0", " ");

/** What one commit adds to the texts of a space. */
export class TextRecorder {
  readonly #file: SpaceFile;
  readonly #index: PendingIndex;
  readonly #recorded: number;
  readonly #before: Mark;
  readonly #added = new Map<MemoryKind, Corpus>();
  readonly #numbers = new Map<TextId, number>();
  #place: number;

  /** `index` is written by whoever made it. */
  constructor(file: SpaceFile, index: PendingIndex, recordedAt: Instant) {
    this.#file = file;
    this.#index = index;
    this.#recorded = toMillis(recordedAt);
    this.#before = recordedMark(file, recordedAt);
    this.#place = this.#before.place;
  }

  /** Puts texts on record and into full text and trigrams. `hashes` are those of facts' texts. Kind by kind, since an index takes numbers best in ascending order. */
  add(texts: readonly SearchText[], hashes: ReadonlyMap<TextId, string>): void {
    for (const kind of KINDS) {
      let { texts: count, words } = this.#added.get(kind) ?? { texts: 0, words: 0 };
      for (const text of texts.filter((one) => one.kind === kind)) {
        const stems = stemsOf(textWithAbout(text.text, text.about));
        const number = this.#number(text, stems.length, hashes.get(text.id) ?? null);
        this.#index.add({
          number,
          stems: stems.map((stem) => indexedStem(kind, stem)).join(" "),
          content: withoutNul(text.text),
        });
        count += 1;
        words += stems.length;
      }
      this.#added.set(kind, { texts: count, words });
    }
  }

  /** The number of a text that is added, or on record. */
  numberOf(id: TextId): number | null {
    return this.#numbers.get(id) ?? numberOfText(this.#file, id);
  }

  /** Keeps the statement of a fact whose text nobody may search. Gives its number. */
  keep(fact: string, id: TextId, text: string, hash: string): number {
    return this.#number(
      { id, kind: "FACT", subject: fact, text, about: undefined, expiredAt: undefined },
      0,
      hash,
    );
  }

  #number(
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
      this.#recorded,
      expiredAt === undefined ? END : toMillis(expiredAt),
    );
    return number;
  }

  /** Ends entities' texts that were replaced. Throws where one does not stand. */
  expire(texts: readonly TextId[]): void {
    for (const id of texts)
      if (this.#file.run(EXPIRE, this.#recorded, id) !== 1)
        throw new Error(`No text ${id} to be replaced.`);
  }

  /** Records how much is searchable now. */
  finish(): void {
    if (this.#place === this.#before.place) return;
    const totals = KINDS.flatMap((kind) => {
      const { texts, words } = this.#before.corpora[kind];
      const added = this.#added.get(kind);
      return [texts + (added?.texts ?? 0), words + (added?.words ?? 0)];
    });
    this.#file.run(ADD_MARK, this.#recorded, this.#place, ...totals);
  }
}

const TEXT = `SELECT num, content, about FROM text WHERE id = ?`;
const DROP_TEXT = `DELETE FROM text WHERE num = ?`;
const DROP_STEMS = `INSERT INTO stem (stem, rowid, stems) VALUES ('delete', CAST(? AS INTEGER), ?)`;
const DROP_TRIGRAMS = `INSERT INTO trigram (trigram, rowid, content) VALUES ('delete', CAST(? AS INTEGER), ?)`;
const COUNT_ERASED = `INSERT INTO erased_text (num) VALUES (?)`;

/** Takes texts out of everything that knows them but vectors; gives their numbers. */
export const removeTexts = (file: SpaceFile, ids: readonly TextId[]): number[] =>
  ids.flatMap((id): number[] => {
    const row = file.first<readonly [number, string, string | null]>(TEXT, id);
    if (row === undefined) return [];
    const [number, content, about] = row;
    const kind = kindOf(number);
    const stems = stemsOf(textWithAbout(content, about));
    file.run(DROP_TEXT, number);
    // A statement that nobody may search (`keep`) is in no index, and counted nowhere: its number tells of no words.
    if (wordsIn(number) === 0 && stems.length > 0) return [number];
    file.run(DROP_STEMS, number, stems.map((stem) => indexedStem(kind, stem)).join(" "));
    file.run(DROP_TRIGRAMS, number, withoutNul(content));
    file.run(COUNT_ERASED, number);
    return [number];
  });

const BY_NUMBER = `SELECT num, id, subject, content FROM text WHERE num = ?`;

type TraceRow = readonly [num: number, id: string, subject: string, content: string];

/** Texts of any time that contain any of the strings, case aside. Those of less than three characters are looked for in every text. */
export const textsContaining = (
  file: SpaceFile,
  strings: readonly string[],
): Pick<SearchText, "id" | "kind" | "subject" | "text">[] => {
  const wanted = inLowerCase(strings);
  const rows = new Map<number, TraceRow>();
  for (const string of wanted.filter(isIndexed))
    for (const number of textsMatching(file, string))
      if (!rows.has(number))
        for (const row of file.all<TraceRow>(BY_NUMBER, number)) rows.set(number, row);
  const others = wanted.filter((string) => !isIndexed(string));
  if (others.length > 0)
    for (const row of file.each<TraceRow>("SELECT num, id, subject, content FROM text"))
      if (others.some((string) => row[3].toLowerCase().includes(string))) rows.set(row[0], row);
  const holds = (content: string): boolean => {
    const lower = content.toLowerCase();
    return wanted.some((string) => lower.includes(string));
  };
  return [...rows.values()]
    .filter(([, , , content]) => holds(content))
    .map(([num, id, subject, text]) => ({ id, kind: kindOf(num), subject, text }));
};
