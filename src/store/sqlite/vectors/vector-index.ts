import { LRUCache } from "lru-cache";
import type { MemoryKind } from "../../../memory/search-text.ts";
import type { Instant } from "../../../memory/time.ts";
import { dotProducts } from "./dot-products.ts";
import { toMillis } from "../database/instants.ts";
import { bytesOfPacked, packedDotProducts, packRows, type PackedRows } from "./packed-rows.ts";
import { paddedTo, queryVector } from "./quantization.ts";
import { asList } from "../database/requests.ts";
import { NO_SCORES, type Scores } from "../search/scores.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { kindOf } from "../search/text-number.ts";
import {
  blockOf,
  doublesOf,
  checkLength,
  HEAD_BYTES,
  HEAD_LENGTH,
  NO_TEXT,
  numberOfEmbedder,
  RECORDED,
  SCALE,
  SCALE_AT,
  TEXT,
  VectorWriter,
  vectorsPerBlock,
  type BlockRow,
  type StoreEmbedder,
  type VectorBlock,
} from "./vector-blocks.ts";

/**
 * Number of vectors from which on the full blocks of a space are cached. Fewer vectors are read
 * from the file fast enough.
 */
const FEWEST_CACHED_VECTORS = 4_096;
/**
 * Size of the cache for all spaces, in bytes. It can hold 130,000 vectors of 512 dimensions, or
 * 300,000 hashed vectors that are packed.
 */
const CACHE_BYTES = 67_108_864;

/** A full block, with its rows packed if that takes fewer bytes. */
interface CachedBlock extends Omit<VectorBlock, "rows"> {
  readonly rows: Int8Array | PackedRows;
}

/** Cached blocks of a file. They are current as long as the file's counter equals `changeCount`. */
interface CachedBlocks {
  readonly embedder: number;
  readonly changeCount: number;
  /** Whether the blocks would not fit into the cache as they are in the file. */
  readonly isLarge: boolean;
  readonly blocks: readonly CachedBlock[];
  readonly bytes: number;
}

const bytesOf = ({ heads, rows }: CachedBlock): number =>
  heads.byteLength + (rows instanceof Int8Array ? rows.byteLength : bytesOfPacked(rows));

const LAST_BLOCK = `SELECT max(num) FROM vector_block`;
const CHANGED = `SELECT blocks_changed FROM space`;
const BLOCKS_AFTER = `SELECT num, heads, rows FROM vector_block WHERE num > ? AND embedder = ?`;

/**
 * Rows and scales of the vectors of some texts. ?1 texts, ?2 the embedder's number, ?3 bytes of a
 * row.
 */
const ROWS_OF = `
SELECT v.text, substr(b.rows, v.slot * ?3 + 1, ?3),
  substr(b.heads, v.slot * ${HEAD_BYTES} + ${SCALE_AT + 1}, ${Float64Array.BYTES_PER_ELEMENT})
FROM json_each(?1) r CROSS JOIN vector v ON v.text = r.value AND v.embedder = ?2 CROSS JOIN vector_block b ON b.num = v.block`;

/** Exact search over the vectors of one embedder: it compares every vector. */
export class VectorIndex {
  readonly embedder: StoreEmbedder;
  readonly #perBlock: number;
  readonly #keptBytes: number;
  readonly #cachedBlocks: LRUCache<SpaceFile, CachedBlocks>;

  constructor(embedder: StoreEmbedder, keptBytes: number = CACHE_BYTES) {
    this.embedder = embedder;
    this.#perBlock = vectorsPerBlock(embedder.dimensions);
    this.#keptBytes = keptBytes;
    this.#cachedBlocks = new LRUCache({
      maxSize: keptBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    });
  }

  /** Writes vectors within one transaction. */
  writer(file: SpaceFile): VectorWriter {
    return new VectorWriter(file, this.embedder);
  }

  /** Drops the cache of a file that closes. */
  forget(file: SpaceFile): void {
    this.#cachedBlocks.delete(file);
  }

  /** Cosines of all texts of the kinds whose vectors were recorded up to `knownAt`. */
  cosines(
    file: SpaceFile,
    vector: Float32Array,
    kinds: ReadonlySet<MemoryKind>,
    knownAt: Instant,
  ): Scores {
    checkLength(vector, this.embedder);
    const number = numberOfEmbedder(file, this.embedder);
    if (number === null) return NO_SCORES;
    const [last] = file.only<readonly [number]>(LAST_BLOCK);
    const numbers = new Float64Array(last * this.#perBlock);
    const scores = new Float64Array(last * this.#perBlock);
    const knownMillis = toMillis(knownAt);
    const query = queryVector(vector);
    let size = 0;
    const productsOfPacked = packedDotProducts(query);
    for (const { heads, rows } of this.#blocks(file, number, last)) {
      const add = (i: number, product: number): void => {
        const head = i * HEAD_LENGTH;
        const text = heads[head + TEXT] ?? NO_TEXT;
        const recordedMillis = heads[head + RECORDED] ?? Infinity;
        if (recordedMillis > knownMillis || text === NO_TEXT || !kinds.has(kindOf(text))) return;
        numbers[size] = text;
        scores[size++] = product * query.scale * (heads[head + SCALE] ?? 0);
      };
      if (rows instanceof Int8Array) dotProducts(query, rows, add);
      else {
        const products = productsOfPacked(rows);
        for (let i = 0; i * HEAD_LENGTH < heads.length; i++) add(i, products[i] ?? 0);
      }
    }
    return { numbers: numbers.subarray(0, size), scores: scores.subarray(0, size) };
  }

  /** Cosines of the given texts. Texts without a vector are absent. */
  cosinesOf(file: SpaceFile, vector: Float32Array, texts: readonly number[]): Map<number, number> {
    checkLength(vector, this.embedder);
    const scores = new Map<number, number>();
    const number = numberOfEmbedder(file, this.embedder);
    if (number === null || texts.length === 0) return scores;
    const query = queryVector(vector);
    const length = query.row.length;
    const storedRows = file.all<readonly [text: number, row: Uint8Array, scale: Uint8Array]>(
      ROWS_OF,
      asList(texts),
      number,
      length,
    );
    const rows = new Int8Array(storedRows.length * length);
    storedRows.forEach(([, row], i) => rows.set(row, i * length));
    dotProducts(query, rows, (i, product) => {
      const row = storedRows[i];
      if (row === undefined) return;
      const [text, , bytes] = row;
      const [scale = 0] = doublesOf(bytes);
      scores.set(text, product * query.scale * scale);
    });
    return scores;
  }

  /**
   * The blocks of an embedder: those that are cached, then the others from the file. `last` is the
   * number of the last block of the file. Cached rows are packed only if the file is too large for
   * the cache otherwise, because comparing longer queries with them takes more time.
   */
  *#blocks(file: SpaceFile, embedder: number, last: number): Generator<CachedBlock> {
    const [changeCount] = file.only<readonly [number]>(CHANGED);
    const vectors = last * this.#perBlock;
    const { dimensions } = this.embedder;
    const isLarge = vectors * (paddedTo(dimensions) + HEAD_BYTES) > this.#keptBytes;
    const cachedBlocks = this.#cachedBlocks.get(file);
    const isCurrent =
      cachedBlocks?.embedder === embedder &&
      cachedBlocks.changeCount === changeCount &&
      cachedBlocks.isLarge === isLarge;
    const knownBlocks = isCurrent ? cachedBlocks.blocks : [];
    yield* knownBlocks;
    const addedBlocks: CachedBlock[] = [];
    let bytes = isCurrent ? cachedBlocks.bytes : 0;
    let isCached = vectors >= FEWEST_CACHED_VECTORS;
    for (const row of file.each<BlockRow>(BLOCKS_AFTER, knownBlocks.at(-1)?.num ?? 0, embedder)) {
      const block = blockOf(row);
      yield block;
      // A block before one of another embedder may never fill. Blocks after it are not cached, so
      // that it is read again.
      isCached &&= block.heads.length === this.#perBlock * HEAD_LENGTH;
      if (!isCached) continue;
      const rows = isLarge ? packRows(block.rows, paddedTo(dimensions)) : null;
      const cachedBlock = rows === null ? block : { ...block, rows };
      isCached = bytes + bytesOf(cachedBlock) <= this.#keptBytes;
      if (!isCached) continue;
      addedBlocks.push(cachedBlock);
      bytes += bytesOf(cachedBlock);
    }
    if (addedBlocks.length > 0) {
      const blocks = [...knownBlocks, ...addedBlocks];
      this.#cachedBlocks.set(file, { embedder, changeCount, isLarge, blocks, bytes });
    }
  }
}
