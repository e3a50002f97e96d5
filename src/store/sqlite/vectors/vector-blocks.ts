import type { Instant } from "../../../memory/time.ts";
import { toMillis } from "../database/instants.ts";
import { paddedTo, storedVector } from "./quantization.ts";
import type { SpaceFile } from "../database/space-file.ts";

/**
 * The embedder whose vectors a store accepts and compares. Vectors of other embedders stay stored
 * but are never read.
 */
export interface StoreEmbedder {
  readonly id: string;
  readonly dimensions: number;
  /**
   * Whether similarity alone may decide that two facts are the same, so that similar facts are
   * found without a shared word. Default: false.
   */
  readonly decides?: boolean | undefined;
}

/**
 * Maximum size of a block in bytes. Vectors are stored in blocks in the order of recording. Adding
 * a vector rewrites its block; reading all vectors is faster with larger blocks.
 */
const BLOCK_BYTES = 8_192;
export const vectorsPerBlock = (dimensions: number): number =>
  Math.max(1, Math.floor(BLOCK_BYTES / paddedTo(dimensions)));

/**
 * A block of vectors. For each, `heads` contains the number of its text, its record time and its
 * scale (quantization.ts).
 */
export interface VectorBlock {
  readonly num: number;
  readonly heads: Float64Array;
  readonly rows: Int8Array;
}
export const HEAD_LENGTH = 3;
/** Positions in a head. */
export const TEXT = 0;
export const RECORDED = 1;
export const SCALE = 2;
/** The length in bytes of a vector's head in the file, and the offset of the scale in it. */
export const HEAD_BYTES = HEAD_LENGTH * Float64Array.BYTES_PER_ELEMENT;
export const SCALE_AT = SCALE * Float64Array.BYTES_PER_ELEMENT;
type Head = readonly [text: number, recorded: number, scale: number];

/** Reads a blob as 64-bit floats. */
export const doublesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array =>
  byteOffset % Float64Array.BYTES_PER_ELEMENT === 0
    ? new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT)
    : new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));

export type BlockRow = readonly [num: number, heads: Uint8Array, rows: Uint8Array];
export const blockOf = ([num, heads, rows]: BlockRow): VectorBlock => ({
  num,
  heads: doublesOf(heads),
  rows: new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength),
});

const bytesOf = (array: Float64Array | Int8Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const EMBEDDER = `SELECT num, dimensions FROM embedder WHERE id = ?`;

/**
 * The embedder's number in this file; null if it has no vectors here. Throws if its stored vectors
 * have other dimensions.
 */
export const numberOfEmbedder = (
  file: SpaceFile,
  { id, dimensions }: StoreEmbedder,
): number | null => {
  const embedderRow = file.first<readonly [number, number]>(EMBEDDER, id);
  if (embedderRow && embedderRow[1] !== dimensions)
    throw new Error(
      `The embedder ${id} has ${dimensions} dimensions, but vectors of ${embedderRow[1]} are on record under its name.`,
    );
  return embedderRow?.[0] ?? null;
};

/** Throws a RangeError if the vector has other dimensions than the embedder. */
export const checkLength = (vector: Float32Array, { id, dimensions }: StoreEmbedder): void => {
  if (vector.length !== dimensions)
    throw new RangeError(
      `A vector has ${vector.length} dimensions, but the embedder ${id} has ${dimensions}.`,
    );
};

const ADD_EMBEDDER = `INSERT INTO embedder (id, dimensions) VALUES (?, ?)`;
const PLACE = `SELECT block, slot FROM vector WHERE text = ? AND embedder = ?`;
const PUT_PLACE = `INSERT INTO vector (text, embedder, block, slot) VALUES (?, ?, ?, ?)`;
const LAST_BLOCK = `
SELECT num, embedder, vectors, heads, rows
FROM vector_block
ORDER BY num DESC
LIMIT 1`;
const BLOCK = `SELECT heads, rows FROM vector_block WHERE num = ?`;
const ADD_BLOCK = `
INSERT INTO vector_block (num, embedder, vectors, heads, rows)
VALUES (?, ?, ?, ?, ?)`;
const GROW_BLOCK = `UPDATE vector_block SET vectors = ?, heads = ?, rows = ? WHERE num = ?`;
const CHANGE_BLOCK = `UPDATE vector_block SET heads = ?, rows = ? WHERE num = ?`;
const COUNT_CHANGE = `UPDATE space SET blocks_changed = blocks_changed + 1`;

/**
 * Overwrites a vector in its block. Counts the change, so that processes that have cached the block
 * read it again.
 */
const replace = (
  file: SpaceFile,
  block: number,
  slot: number,
  head: Uint8Array,
  row: Uint8Array,
): void => {
  const [heads, rows] = file.only<readonly [Uint8Array, Uint8Array]>(BLOCK, block);
  heads.set(head, slot * head.length);
  rows.set(row, slot * row.length);
  file.run(CHANGE_BLOCK, heads, rows, block);
  file.run(COUNT_CHANGE);
};

/** The last block, to which vectors are added. */
interface OpenBlock {
  readonly num: number;
  /** Whether the file already contains an earlier state of it. */
  readonly stored: boolean;
  readonly heads: Uint8Array[];
  readonly rows: Uint8Array[];
}

const splitEvenly = (bytes: Uint8Array, parts: number): Uint8Array[] =>
  Array.from({ length: parts }, (_, i) =>
    bytes.subarray((i * bytes.length) / parts, ((i + 1) * bytes.length) / parts),
  );

/**
 * Writes vectors of one embedder within one transaction, each block once. They cannot be read
 * before `finish`.
 */
export class VectorWriter {
  readonly #file: SpaceFile;
  readonly #embedder: StoreEmbedder;
  #number: number | null = null;
  #block: OpenBlock | null = null;

  constructor(file: SpaceFile, embedder: StoreEmbedder) {
    this.#file = file;
    this.#embedder = embedder;
  }

  /**
   * Replaces the text's present vector of this embedder. Throws a RangeError for a vector of other
   * dimensions.
   */
  add(text: number, vector: Float32Array, recordedAt: Instant): void {
    checkLength(vector, this.#embedder);
    const { id, dimensions } = this.#embedder;
    this.#number ??=
      numberOfEmbedder(this.#file, this.#embedder) ??
      this.#file.insert(ADD_EMBEDDER, id, dimensions);
    const storedForm = storedVector(vector);
    const row = bytesOf(storedForm.row);
    const head = bytesOf(
      Float64Array.from<number>([text, toMillis(recordedAt), storedForm.scale] satisfies Head),
    );
    const [knownBlock, slot] = this.#file.first<readonly [number, number]>(
      PLACE,
      text,
      this.#number,
    ) ?? [null, 0];
    if (knownBlock !== null && knownBlock === this.#block?.num) {
      this.#block.heads[slot] = head;
      this.#block.rows[slot] = row;
      return;
    }
    if (knownBlock !== null) return replace(this.#file, knownBlock, slot, head, row);
    const block = this.#open(this.#number);
    this.#file.run(PUT_PLACE, text, this.#number, block.num, block.heads.length);
    block.heads.push(head);
    block.rows.push(row);
  }

  /** The block to which the next vector goes. */
  #open(embedder: number): OpenBlock {
    const most = vectorsPerBlock(this.#embedder.dimensions);
    if (this.#block === null) {
      const [num, owner, vectors, heads, rows] = this.#file.first<
        readonly [number, number, number, Uint8Array, Uint8Array]
      >(LAST_BLOCK) ?? [0, null, 0];
      this.#block =
        owner === embedder && vectors < most
          ? {
              num,
              stored: true,
              heads: splitEvenly(heads, vectors),
              rows: splitEvenly(rows, vectors),
            }
          : { num: num + 1, stored: false, heads: [], rows: [] };
    } else if (this.#block.heads.length >= most) {
      const { num } = this.#block;
      this.finish();
      this.#block = { num: num + 1, stored: false, heads: [], rows: [] };
    }
    return this.#block;
  }

  /** Writes the block that is being filled. */
  finish(): void {
    if (this.#block === null || this.#number === null) return;
    const { num, stored, heads, rows } = this.#block;
    if (stored)
      this.#file.run(GROW_BLOCK, heads.length, Buffer.concat(heads), Buffer.concat(rows), num);
    else
      this.#file.run(
        ADD_BLOCK,
        num,
        this.#number,
        heads.length,
        Buffer.concat(heads),
        Buffer.concat(rows),
      );
    this.#block = null;
  }
}

const PLACES = `SELECT embedder, block, slot FROM vector WHERE text = ?`;
const DROP_PLACES = `DELETE FROM vector WHERE text = ?`;
/**
 * The number in the head of an erased vector. No text has it, so no search finds the rest of it.
 */
export const NO_TEXT = -1;

/**
 * Overwrites the vectors of texts in place, so that others keep their positions. Returns their
 * count.
 */
export const removeVectors = (file: SpaceFile, texts: readonly number[]): number => {
  let removedCount = 0;
  for (const text of texts) {
    for (const [embedder, block, slot] of file.all<readonly [number, number, number]>(
      PLACES,
      text,
    )) {
      const [dimensions] = file.only<readonly [number]>(
        `SELECT dimensions FROM embedder WHERE num = ?`,
        embedder,
      );
      replace(
        file,
        block,
        slot,
        bytesOf(Float64Array.from<number>([NO_TEXT, 0, 0] satisfies Head)),
        new Uint8Array(paddedTo(dimensions)),
      );
      removedCount += 1;
    }
    file.run(DROP_PLACES, text);
  }
  return removedCount;
};
