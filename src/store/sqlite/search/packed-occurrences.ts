import { PER_PLACE } from "./text-number.ts";

/** The texts in which a stem occurs, by ascending number, and its frequency in each. */
export interface Occurrences {
  readonly numbers: Float64Array;
  readonly frequencies: Uint32Array;
}

/**
 * Occurrences in two to three bytes per text. For each text there are two or three numbers: how far
 * its position is from that of the previous text; twice its word count, plus one if the stem occurs
 * more than once; and in that case the frequency. Each number is written in groups of seven bits,
 * the lowest first, and all bytes but its last have the highest bit.
 */
export interface PackedOccurrences {
  readonly texts: number;
  /** Position of the last text, with its kind; 0 if there is none. */
  readonly place: number;
  readonly bytes: Uint8Array;
}

export const NO_OCCURRENCES: PackedOccurrences = { texts: 0, place: 0, bytes: new Uint8Array(0) };

const BITS = 7;
const GROUP = 2 ** BITS;
const VALUE = GROUP - 1;

const write = (bytes: number[], value: number): void => {
  let rest = value;
  for (; rest >= GROUP; rest = Math.floor(rest / GROUP)) bytes.push((rest % GROUP) + GROUP);
  bytes.push(rest);
};

/** Adds texts whose numbers ascend and are above those of the texts before. */
export const pack = (
  before: PackedOccurrences,
  added: Iterable<readonly [number: number, frequency: number]>,
): PackedOccurrences => {
  const bytes: number[] = [];
  let { texts, place } = before;
  for (const [number, frequency] of added) {
    const placeOfText = Math.floor(number / PER_PLACE);
    write(bytes, placeOfText - place);
    write(bytes, 2 * (number % PER_PLACE) + (frequency > 1 ? 1 : 0));
    if (frequency > 1) write(bytes, frequency);
    place = placeOfText;
    texts += 1;
  }
  const all = new Uint8Array(before.bytes.length + bytes.length);
  all.set(before.bytes);
  all.set(bytes, before.bytes.length);
  return { texts, place, bytes: all };
};

/** The occurrences in texts up to the number `last`. */
export const unpack = ({ texts, bytes }: PackedOccurrences, last: number): Occurrences => {
  const numbers = new Float64Array(texts);
  const frequencies = new Uint32Array(texts);
  let at = 0;
  /** The rest of a number whose first byte is `first`. Most numbers have a single byte. */
  const readOn = (first: number): number => {
    let value = first & VALUE;
    let byte = first;
    for (let factor = GROUP; byte >= GROUP; factor *= GROUP) {
      byte = bytes[at++] ?? 0;
      value += (byte & VALUE) * factor;
    }
    return value;
  };
  const read = (): number => {
    const byte = bytes[at++] ?? 0;
    return byte < GROUP ? byte : readOn(byte);
  };
  let place = 0;
  let size = 0;
  for (; size < texts; size++) {
    place += read();
    const words = read();
    const number = place * PER_PLACE + (words >> 1);
    if (number > last) break;
    numbers[size] = number;
    frequencies[size] = words & 1 ? read() : 1;
  }
  return size === texts
    ? { numbers, frequencies }
    : { numbers: numbers.subarray(0, size), frequencies: frequencies.subarray(0, size) };
};
