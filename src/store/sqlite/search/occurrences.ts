import { LRUCache } from "lru-cache";
import type { SpaceFile } from "../database/space-file.ts";
import {
  NO_OCCURRENCES,
  pack,
  unpack,
  type Occurrences,
  type PackedOccurrences,
} from "./packed-occurrences.ts";
import { kindOf } from "./text-number.ts";
import { indexedStemsOf } from "./texts.ts";

/** The occurrences in all texts of a kind up to the number `last`. */
interface KnownOccurrences {
  readonly last: number;
  readonly packed: PackedOccurrences;
}

/** One row for every occurrence of a stem, by ascending number of the text. */
const PLACES = `SELECT doc FROM stem_place WHERE term = ?`;
const IN_RANGE = `
FROM stem
WHERE stem MATCH ? AND rowid > CAST(? AS INTEGER) AND rowid <= CAST(? AS INTEGER)`;
/** The number of texts with a stem in a range of text numbers. */
const COUNT = `SELECT count(*) ${IN_RANGE}`;
/** The first of those texts. */
const ADDED = `
SELECT num, content, about
FROM text
WHERE num IN (SELECT rowid ${IN_RANGE} LIMIT ?)
ORDER BY num`;

/** A list is read again if more than one in this number of its texts were added. */
const TEXTS_PER_ADDED = 32;

/** Size of the cached lists of all files, in bytes. */
const CACHED_BYTES = 12_582_912;
/** What a list takes beside its occurrences, in bytes. */
const BYTES_PER_LIST = 256;

/** A text and the frequency of a stem in it, for each of the texts of ascending places. */
function* frequenciesIn(places: readonly number[]): Generator<readonly [number, number]> {
  for (let i = 0, next = 0; i < places.length; i = next) {
    const text = places[i] ?? 0;
    while (places[next] === text) next += 1;
    yield [text, next - i];
  }
}

/** Reads the occurrences in all texts, and keeps those up to the number `last`. */
const readOccurrences = (file: SpaceFile, stem: string, last: number): KnownOccurrences => {
  const places = file.column(PLACES, stem);
  const end = places.findLastIndex((text) => text <= last) + 1;
  return { packed: pack(NO_OCCURRENCES, frequenciesIn(places.slice(0, end))), last };
};

/** The number of texts with a stem, as indexed, whose numbers are above `after` and up to `last`. */
export const countTextsWith = (
  file: SpaceFile,
  stem: string,
  after: number,
  last: number,
): number =>
  after === last ? 0 : file.only<readonly [number]>(COUNT, `"${stem}"`, after, last)[0];

/**
 * The known occurrences of a stem with those in added texts up to the number `last`; null if so
 * many were added that reading all occurrences takes less time.
 */
const withAdded = (
  file: SpaceFile,
  stem: string,
  { last: knownLast, packed }: KnownOccurrences,
  last: number,
): KnownOccurrences | null => {
  const most = Math.ceil(packed.texts / TEXTS_PER_ADDED);
  const rows = file.all<readonly [number: number, text: string, about: string | null]>(
    ADDED,
    `"${stem}"`,
    knownLast,
    last,
    most + 1,
  );
  if (rows.length > most) return null;
  const addedOccurrences = rows.map(([number, text, about]) => {
    const stems = indexedStemsOf(kindOf(number), text, about);
    return [number, stems.filter((one) => one === stem).length] as const;
  });
  return { packed: rows.length === 0 ? packed : pack(packed, addedOccurrences), last };
};

/** The lists that searches used last, by the key of their file and their stem. */
const lists = new LRUCache<string, KnownOccurrences>({
  maxSize: CACHED_BYTES,
  sizeCalculation: ({ packed }) => packed.bytes.length + BYTES_PER_LIST,
});

const keys = new WeakMap<SpaceFile, number>();
let filesSoFar = 0;

/** A key of an open file as it is since its last erasure. Older lists are not found again. */
const keyOf = (file: SpaceFile): string => {
  const key = keys.get(file) ?? ++filesSoFar;
  keys.set(file, key);
  return `${key} ${file.state.erasures}`;
};

/**
 * The occurrences of a stem, as indexed, in texts up to the number `last`. Texts are only ever
 * added, except by erasures, so a list is read once, and later only what was added. It must be called within a transaction that reads.
 */
export const occurrencesOf = (file: SpaceFile, stem: string, last: number): Occurrences => {
  const key = `${keyOf(file)} ${stem}`;
  const knownList = lists.get(key);
  if (knownList !== undefined && last <= knownList.last) return unpack(knownList.packed, last);
  const list =
    (knownList && withAdded(file, stem, knownList, last)) ?? readOccurrences(file, stem, last);
  lists.set(key, list);
  return unpack(list.packed, last);
};
