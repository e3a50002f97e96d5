import { LRUCache } from "lru-cache";
import type { MemoryKind } from "../../../memory/search-text.ts";
import type { Instant } from "../../../memory/time.ts";
import { dotProducts } from "./dot-products.ts";
import { toMillis } from "../database/instants.ts";
import { queryVector } from "./quantization.ts";
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
/** Size of the cache for all spaces, in bytes. It can hold 130,000 vectors of 512 dimensions. */
const CACHE_BYTES = 67_108_864;

/** Cached blocks of a file. They are current as long as the file's counter equals `changed`. */
interface CachedBlocks {
  readonly embedder: number;
  readonly changeCount: number;
  readonly blocks: readonly VectorBlock[];
}

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
  readonly #cachedBlocks: LRUCache<SpaceFile, CachedBlocks>;

  constructor(embedder: StoreEmbedder, keptBytes: number = CACHE_BYTES) {
    this.embedder = embedder;
    this.#perBlock = vectorsPerBlock(embedder.dimensions);
    this.#cachedBlocks = new LRUCache({
      maxSize: keptBytes,
      sizeCalculation: ({ blocks }) =>
        1 + blocks.length * this.#perBlock * (embedder.dimensions + 8 * HEAD_LENGTH),
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
    for (const { heads, rows } of this.#blocks(file, number, last)) {
      dotProducts(query, rows, (i, product) => {
        const head = i * HEAD_LENGTH;
        const text = heads[head + TEXT] ?? NO_TEXT;
        const recordedMillis = heads[head + RECORDED] ?? Infinity;
        if (recordedMillis > knownMillis || text === NO_TEXT || !kinds.has(kindOf(text))) return;
        numbers[size] = text;
        scores[size++] = product * query.scale * (heads[head + SCALE] ?? 0);
      });
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
   * number of the last block of the file.
   */
  *#blocks(file: SpaceFile, embedder: number, last: number): Generator<VectorBlock> {
    const [blocksChanged] = file.only<readonly [number]>(CHANGED);
    const cachedBlocks = this.#cachedBlocks.get(file);
    const knownBlocks =
      cachedBlocks?.embedder === embedder && cachedBlocks.changeCount === blocksChanged
        ? cachedBlocks.blocks
        : [];
    yield* knownBlocks;
    const worthKeeping = last * this.#perBlock >= FEWEST_CACHED_VECTORS;
    const addedBlocks: VectorBlock[] = [];
    let allFull = true;
    for (const row of file.each<BlockRow>(BLOCKS_AFTER, knownBlocks.at(-1)?.num ?? 0, embedder)) {
      const block = blockOf(row);
      yield block;
      // A block before one of another embedder may never fill. Blocks after it are not cached, so
      // that it is read again.
      allFull &&= block.heads.length === this.#perBlock * HEAD_LENGTH;
      if (worthKeeping && allFull) addedBlocks.push(block);
    }
    if (addedBlocks.length > 0)
      this.#cachedBlocks.set(file, {
        embedder,
        changeCount: blocksChanged,
        blocks: [...knownBlocks, ...addedBlocks],
      });
  }
}
