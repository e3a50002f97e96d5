import type { Instant } from "../../memory/time.ts";
import { toMillis } from "./instants.ts";
import { paddedTo, storedVector } from "./quantised.ts";
import type { SpaceFile } from "./space-file.ts";

/** The embedder whose vectors a store takes and compares; those of others stay where they are and are not looked at. */
export interface StoreEmbedder {
  readonly id: string;
  readonly dimensions: number;
  /** Whether similarity may decide by itself, so that the nearest have to be found wherever they are. Default: no. */
  readonly decides?: boolean | undefined;
}

/**
 * Vectors lie in blocks in the order in which they were recorded. A block grows up to this size: adding a vector writes its block anew,
 * reading them all is faster the larger blocks are.
 */
const BLOCK_BYTES = 8_192;
export const vectorsPerBlock = (dimensions: number): number =>
  Math.max(1, Math.floor(BLOCK_BYTES / paddedTo(dimensions)));

/** Of each vector in a block `heads` tell the number of its text, when it was recorded, and its scale (quantised.ts). */
export interface VectorBlock {
  readonly num: number;
  readonly heads: Float64Array;
  readonly rows: Int8Array;
}
export const HEAD_LENGTH = 3;
/** The same in the file, in bytes: how long the head of a vector is, and where in it its scale begins. */
export const HEAD_BYTES = HEAD_LENGTH * Float64Array.BYTES_PER_ELEMENT;
export const SCALE_AT = 2 * Float64Array.BYTES_PER_ELEMENT;
type Head = readonly [text: number, recorded: number, scale: number];

export type BlockRow = readonly [num: number, heads: Buffer, rows: Buffer];
export const blockOf = ([num, heads, rows]: BlockRow): VectorBlock => ({
  num,
  heads: new Float64Array(
    heads.buffer.slice(heads.byteOffset, heads.byteOffset + heads.byteLength),
  ),
  rows: new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength),
});

const bytesOf = (array: Float64Array | Int8Array): Buffer =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);

const EMBEDDER = `SELECT num, dimensions FROM embedder WHERE id = ?`;

/** The embedder's number in this file; null where it has no vectors there. Throws where vectors of other dimensions are on record under its name. */
export const numberOfEmbedder = (
  file: SpaceFile,
  { id, dimensions }: StoreEmbedder,
): number | null => {
  const known = file.first<readonly [number, number]>(EMBEDDER, id);
  if (known && known[1] !== dimensions)
    throw new Error(
      `The embedder ${id} has ${dimensions} dimensions, but vectors of ${known[1]} are on record under its name.`,
    );
  return known?.[0] ?? null;
};

/** Throws a RangeError on a vector of other dimensions than the embedder's. */
export const checkLength = (vector: Float32Array, { id, dimensions }: StoreEmbedder): void => {
  if (vector.length !== dimensions)
    throw new RangeError(`A vector of ${vector.length} dimensions, where ${id} has ${dimensions}.`);
};

const ADD_EMBEDDER = `INSERT INTO embedder (id, dimensions) VALUES (?, ?)`;
const PLACE = `SELECT block, slot FROM vector WHERE text = ? AND embedder = ?`;
const PUT_PLACE = `INSERT INTO vector (text, embedder, block, slot) VALUES (?, ?, ?, ?)`;
const LAST_BLOCK = `SELECT num, embedder, vectors, heads, rows FROM vector_block ORDER BY num DESC LIMIT 1`;
const BLOCK = `SELECT heads, rows FROM vector_block WHERE num = ?`;
const ADD_BLOCK = `INSERT INTO vector_block (num, embedder, vectors, heads, rows) VALUES (?, ?, ?, ?, ?)`;
const GROW_BLOCK = `UPDATE vector_block SET vectors = ?, heads = ?, rows = ? WHERE num = ?`;
const CHANGE_BLOCK = `UPDATE vector_block SET heads = ?, rows = ? WHERE num = ?`;
const COUNT_CHANGE = `UPDATE space SET blocks_changed = blocks_changed + 1`;

const replace = (file: SpaceFile, block: number, slot: number, head: Buffer, row: Buffer): void => {
  const [heads, rows] = file.first<readonly [Buffer, Buffer]>(BLOCK, block)!;
  head.copy(heads, slot * head.length);
  row.copy(rows, slot * row.length);
  file.run(CHANGE_BLOCK, heads, rows, block);
  file.run(COUNT_CHANGE);
};

/** The last block, as it grows. */
interface OpenBlock {
  readonly num: number;
  /** Whether the file has it, as it was. */
  readonly stored: boolean;
  readonly heads: Buffer[];
  readonly rows: Buffer[];
}

const parted = (bytes: Buffer, parts: number): Buffer[] =>
  Array.from({ length: parts }, (_, i) =>
    bytes.subarray((i * bytes.length) / parts, ((i + 1) * bytes.length) / parts),
  );

/** Puts vectors of one embedder on record within one transaction, each block written once: nobody may read them before `finish`. */
export class VectorWriter {
  readonly #file: SpaceFile;
  readonly #embedder: StoreEmbedder;
  #number: number | null = null;
  #block: OpenBlock | null = null;

  constructor(file: SpaceFile, embedder: StoreEmbedder) {
    this.#file = file;
    this.#embedder = embedder;
  }

  /** A vector of the same embedder that the text has already is replaced. Throws a RangeError for one of other dimensions than the embedder's. */
  add(text: number, vector: Float32Array, recordedAt: Instant): void {
    checkLength(vector, this.#embedder);
    const { id, dimensions } = this.#embedder;
    this.#number ??=
      numberOfEmbedder(this.#file, this.#embedder) ??
      this.#file.insert(ADD_EMBEDDER, id, dimensions);
    const stored = storedVector(vector);
    const row = bytesOf(stored.row);
    const head = bytesOf(
      Float64Array.from<number>([text, toMillis(recordedAt), stored.scale] satisfies Head),
    );
    const [known, slot] = this.#file.first<readonly [number, number]>(
      PLACE,
      text,
      this.#number,
    ) ?? [null, 0];
    if (known !== null && known !== this.#block?.num)
      return replace(this.#file, known, slot, head, row);
    if (known !== null) {
      this.#block!.heads[slot] = head;
      this.#block!.rows[slot] = row;
      return;
    }
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
        readonly [number, number, number, Buffer, Buffer]
      >(LAST_BLOCK) ?? [0, null, 0];
      this.#block =
        owner === embedder && vectors < most
          ? { num, stored: true, heads: parted(heads, vectors), rows: parted(rows, vectors) }
          : { num: num + 1, stored: false, heads: [], rows: [] };
    } else if (this.#block.heads.length >= most) {
      const { num } = this.#block;
      this.finish();
      this.#block = { num: num + 1, stored: false, heads: [], rows: [] };
    }
    return this.#block;
  }

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
/** No text has it, so that no search is shown what is left in its place. */
const NOBODY = -1;

/** Overwrites the vectors of texts where they lie: others keep their places. Gives how many there were. */
export const removeVectors = (file: SpaceFile, texts: readonly number[]): number => {
  let removed = 0;
  for (const text of texts) {
    for (const [embedder, block, slot] of file.all<readonly [number, number, number]>(
      PLACES,
      text,
    )) {
      const [dimensions] = file.first<readonly [number]>(
        `SELECT dimensions FROM embedder WHERE num = ?`,
        embedder,
      )!;
      replace(
        file,
        block,
        slot,
        bytesOf(Float64Array.from<number>([NOBODY, 0, 0] satisfies Head)),
        Buffer.alloc(paddedTo(dimensions)),
      );
      removed += 1;
    }
    file.run(DROP_PLACES, text);
  }
  return removed;
};
