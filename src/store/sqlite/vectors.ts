import type { MemoryKind } from "../../memory/search-text.ts";
import type { Instant } from "../../memory/time.ts";
import { dotProducts } from "./dot-products.ts";
import { toMillis } from "./instants.ts";
import { paddedTo, queryVector, storedVector } from "./quantised.ts";
import { asList } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";
import { kindOf } from "./text-number.ts";

/** The embedder whose vectors a store takes and compares; those of others stay where they are and are not looked at. */
export interface StoreEmbedder {
  readonly id: string;
  readonly dimensions: number;
  /** Whether similarity may decide by itself, so that the nearest have to be found wherever they are. */
  readonly decides?: boolean | undefined;
}

/** Vectors share a block up to this size: adding one writes the block anew, reading them all is faster the larger blocks are. */
const BLOCK_BYTES = 8_192;
const perBlock = (dimensions: number): number => Math.max(1, Math.floor(BLOCK_BYTES / paddedTo(dimensions)));

/** Of each vector in a block: the number of its text, when it was recorded, and its scale (quantised.ts). */
const HEAD = 3;
const headsOf = (bytes: Buffer): Float64Array => new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const rowsOf = (bytes: Buffer): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const bytesOf = (array: Float64Array | Int8Array): Buffer => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

const joined = (a: Buffer | undefined, b: Buffer): Buffer => (a === undefined ? b : Buffer.concat([a, b]));

const EMBEDDER = `SELECT num, dimensions FROM embedder WHERE id = ?`;
const ADD_EMBEDDER = `INSERT INTO embedder (id, dimensions) VALUES (?, ?) RETURNING num`;
const PLACE = `SELECT block, slot FROM vector WHERE text = ? AND embedder = ?`;
const LAST_BLOCK = `SELECT num, embedder, vectors, heads, rows FROM vector_block ORDER BY num DESC LIMIT 1`;
const BLOCK = `SELECT heads, rows FROM vector_block WHERE num = ?`;
const ADD_BLOCK = `INSERT INTO vector_block (num, embedder, vectors, heads, rows) VALUES (?, ?, ?, ?, ?)`;
const CHANGE_BLOCK = `UPDATE vector_block SET vectors = ?, heads = ?, rows = ? WHERE num = ?`;
const PUT_PLACE = `INSERT INTO vector (text, embedder, block, slot) VALUES (?, ?, ?, ?) ON CONFLICT (text) DO UPDATE SET embedder = excluded.embedder, block = excluded.block, slot = excluded.slot`;
const ALL_BLOCKS = `SELECT heads, rows FROM vector_block WHERE embedder = ?`;
const OF_TEXTS = `
SELECT v.text, v.slot, b.heads, b.rows FROM vector v CROSS JOIN vector_block b ON b.num = v.block
WHERE v.text IN (SELECT value FROM json_each(?)) AND v.embedder = ?`;

const numberOfEmbedder = (file: SpaceFile, { id, dimensions }: StoreEmbedder): number | null => {
  const known = file.first<readonly [number, number]>(EMBEDDER, id);
  if (known && known[1] !== dimensions) throw new Error(`The embedder ${id} has ${dimensions} dimensions, but vectors of ${known[1]} are on record under its name.`);
  return known?.[0] ?? null;
};

const checkLength = (vector: Float32Array, { id, dimensions }: StoreEmbedder): void => {
  if (vector.length !== dimensions) throw new RangeError(`A vector of ${vector.length} dimensions, where ${id} has ${dimensions}.`);
};

/** Puts the vector of a text on record. A vector of the same embedder that the text has already is replaced. */
export const recordVector = (file: SpaceFile, embedder: StoreEmbedder, text: number, vector: Float32Array, recordedAt: Instant): void => {
  checkLength(vector, embedder);
  const number = numberOfEmbedder(file, embedder) ?? file.first<readonly [number]>(ADD_EMBEDDER, embedder.id, embedder.dimensions)![0];
  const { row, scale } = storedVector(vector);
  const head = bytesOf(Float64Array.of(text, toMillis(recordedAt), scale));
  const known = file.first<readonly [number, number]>(PLACE, text, number);
  if (known) return replaceVector(file, known, head, row);
  const last = file.first<readonly [number, number, number, Buffer, Buffer]>(LAST_BLOCK);
  const [block, owner, vectors, heads, rows] = last ?? [0, number, Infinity, undefined, undefined];
  if (owner !== number || vectors >= perBlock(embedder.dimensions)) {
    file.run(ADD_BLOCK, block + 1, number, 1, head, bytesOf(row));
    file.run(PUT_PLACE, text, number, block + 1, 0);
  } else {
    file.run(CHANGE_BLOCK, vectors + 1, joined(heads, head), joined(rows, bytesOf(row)), block);
    file.run(PUT_PLACE, text, number, block, vectors);
  }
};

const replaceVector = (file: SpaceFile, [block, slot]: readonly [number, number], head: Buffer, row: Int8Array): void => {
  const [heads, rows] = file.first<readonly [Buffer, Buffer]>(BLOCK, block)!;
  head.copy(heads, slot * head.length);
  bytesOf(row).copy(rows, slot * row.length);
  file.run(CHANGE_BLOCK, heads.length / head.length, heads, rows, block);
};

/** The cosine of every text of the kinds whose vector was on record at `knownAt`, by the number of the text. */
export const cosines = (file: SpaceFile, embedder: StoreEmbedder, vector: Float32Array, kinds: ReadonlySet<MemoryKind>, knownAt: Instant): Map<number, number> => {
  checkLength(vector, embedder);
  const scores = new Map<number, number>();
  const number = numberOfEmbedder(file, embedder);
  if (number === null) return scores;
  const known = toMillis(knownAt);
  const query = queryVector(vector);
  for (const [headBytes, rowBytes] of file.each<readonly [Buffer, Buffer]>(ALL_BLOCKS, number)) {
    const heads = headsOf(headBytes);
    dotProducts(query, rowsOf(rowBytes), (i, product) => {
      const text = heads[i * HEAD]!;
      if (heads[i * HEAD + 1]! <= known && kinds.has(kindOf(text))) scores.set(text, product * query.scale * heads[i * HEAD + 2]!);
    });
  }
  return scores;
};

/** The cosine of each of some texts that has a vector. */
export const cosinesOf = (file: SpaceFile, embedder: StoreEmbedder, vector: Float32Array, texts: readonly number[]): Map<number, number> => {
  checkLength(vector, embedder);
  const scores = new Map<number, number>();
  const number = numberOfEmbedder(file, embedder);
  if (number === null || texts.length === 0) return scores;
  const query = queryVector(vector);
  const length = query.row.length;
  for (const [text, slot, headBytes, rowBytes] of file.all<readonly [number, number, Buffer, Buffer]>(OF_TEXTS, asList(texts), number)) {
    const scale = headsOf(headBytes)[slot * HEAD + 2]!;
    dotProducts(query, rowsOf(rowBytes).subarray(slot * length, (slot + 1) * length), (_, product) => scores.set(text, product * query.scale * scale));
  }
  return scores;
};
