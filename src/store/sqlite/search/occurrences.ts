import { LRUCache } from "lru-cache";
import type { SpaceFile } from "../database/space-file.ts";

/** The texts in which a stem occurs, by ascending number, and its frequency in each. */
export interface Occurrences {
  readonly numbers: Float64Array;
  readonly frequencies: Uint32Array;
}

/** The occurrences in all texts of a kind up to the number `last`. */
interface KnownOccurrences extends Occurrences {
  readonly last: number;
}

/** One row for every occurrence of a stem, by ascending number of the text. */
const PLACES = `SELECT doc FROM stem_place WHERE term = ?`;
/** The number of texts with a stem in a range of text numbers. */
const COUNT = `
SELECT count(*) FROM stem
WHERE stem MATCH ? AND rowid > CAST(? AS INTEGER) AND rowid <= CAST(? AS INTEGER)`;

/**
 * Maximum numbers of files whose occurrences are cached, and of texts in their lists per file. An
 * occurrence takes 12 bytes, so the whole cache takes at most 13 MB.
 */
const FILES = 16;
const CACHED_TEXTS = 65_536;
/** What a list takes beside its texts, in texts. */
const TEXTS_PER_LIST = 16;

/** Counts the ascending numbers up to `last`, by binary search. */
const countUpTo = (numbers: ArrayLike<number>, last: number): number => {
  let low = 0;
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) <= last) low = middle + 1;
    else high = middle;
  }
  return low;
};

const upTo = ({ numbers, frequencies }: Occurrences, last: number): Occurrences => {
  const texts = countUpTo(numbers, last);
  return { numbers: numbers.slice(0, texts), frequencies: frequencies.slice(0, texts) };
};

const readOccurrences = (file: SpaceFile, stem: string, last: number): KnownOccurrences => {
  const places = file.column(PLACES, stem);
  const numbers = new Float64Array(places.length);
  const frequencies = new Uint32Array(places.length);
  let texts = 0;
  for (const text of places) {
    if (texts === 0 || numbers[texts - 1] !== text) numbers[texts++] = text;
    frequencies[texts - 1] = (frequencies[texts - 1] ?? 0) + 1;
  }
  const all = { numbers: numbers.subarray(0, texts), frequencies: frequencies.subarray(0, texts) };
  return { ...upTo(all, last), last };
};

/** The number of texts with a stem, as indexed, whose numbers are above `after` and up to `last`. */
export const countTextsWith = (
  file: SpaceFile,
  stem: string,
  after: number,
  last: number,
): number =>
  after === last ? 0 : file.only<readonly [number]>(COUNT, `"${stem}"`, after, last)[0];

/** The lists of a file that searches used last, and the erasures of the file when they were read. */
interface FileOccurrences {
  readonly erasures: number;
  readonly lists: LRUCache<string, KnownOccurrences>;
}

const files = new LRUCache<SpaceFile, FileOccurrences>({ max: FILES });

const listsOf = (file: SpaceFile): FileOccurrences["lists"] => {
  const { erasures } = file.state;
  const knownFile = files.get(file);
  if (knownFile?.erasures === erasures) return knownFile.lists;
  const lists = new LRUCache<string, KnownOccurrences>({
    maxSize: CACHED_TEXTS,
    sizeCalculation: ({ numbers }) => numbers.length + TEXTS_PER_LIST,
  });
  files.set(file, { erasures, lists });
  return lists;
};

/**
 * The occurrences of a stem, as indexed, in texts up to the number `last`. Texts are only ever
 * added, except by erasures, so a list is read once and again only after a text with its stem was
 * added. It must be called within a transaction that reads.
 */
export const occurrencesOf = (file: SpaceFile, stem: string, last: number): Occurrences => {
  const lists = listsOf(file);
  const knownList = lists.get(stem);
  if (knownList !== undefined && last <= knownList.last)
    return last === knownList.last ? knownList : upTo(knownList, last);
  const isComplete =
    knownList !== undefined && countTextsWith(file, stem, knownList.last, last) === 0;
  const occurrences = isComplete ? { ...knownList, last } : readOccurrences(file, stem, last);
  lists.set(stem, occurrences);
  return occurrences;
};
