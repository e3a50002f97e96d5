import { LRUCache } from "lru-cache";
import type { MemoryKind } from "../../memory/search-text.ts";
import type { Instant } from "../../memory/time.ts";
import { dotProducts } from "./dot-products.ts";
import { toMillis } from "./instants.ts";
import { queryVector } from "./quantised.ts";
import { asList } from "./requests.ts";
import { NO_SCORES, type Scores } from "./scores.ts";
import type { SpaceFile } from "./space-file.ts";
import { kindOf } from "./text-number.ts";
import {
  blockOf,
  checkLength,
  HEAD_BYTES,
  HEAD_LENGTH,
  numberOfEmbedder,
  SCALE_AT,
  VectorWriter,
  vectorsPerBlock,
  type BlockRow,
  type StoreEmbedder,
  type VectorBlock,
} from "./vector-blocks.ts";

/** Vectors of a space from which on its full blocks are kept in memory: fewer are read from the file as fast as anybody asks. */
const WORTH_KEEPING = 4_096;
/** Memory for such vectors of all spaces together, in bytes: 130,000 of 512 dimensions. */
export const KEPT_BYTES = 67_108_864;

/** Full blocks of a file, which do not change unless `changed` counts on. */
interface Kept {
  readonly embedder: number;
  readonly changed: number;
  readonly blocks: readonly VectorBlock[];
}

const LAST_BLOCK = `SELECT max(num) FROM vector_block`;
const CHANGED = `SELECT blocks_changed FROM space`;
const BLOCKS_AFTER = `SELECT num, heads, rows FROM vector_block WHERE num > ? AND embedder = ?`;

/** The row and the scale of each of some texts. ?1 texts, ?2 the embedder's number, ?3 bytes of a row. */
const ROWS_OF = `
SELECT v.text, substr(b.rows, v.slot * ?3 + 1, ?3), substr(b.heads, v.slot * ${HEAD_BYTES} + ${SCALE_AT + 1}, ${Float64Array.BYTES_PER_ELEMENT})
FROM json_each(?1) r CROSS JOIN vector v ON v.text = r.value AND v.embedder = ?2 CROSS JOIN vector_block b ON b.num = v.block`;

/** The vectors of one embedder in the files of a store. Exact: every vector is compared. */
export class VectorIndex {
  readonly embedder: StoreEmbedder;
  readonly #perBlock: number;
  readonly #kept: LRUCache<SpaceFile, Kept>;

  constructor(embedder: StoreEmbedder, keptBytes: number = KEPT_BYTES) {
    this.embedder = embedder;
    this.#perBlock = vectorsPerBlock(embedder.dimensions);
    this.#kept = new LRUCache({
      maxSize: keptBytes,
      sizeCalculation: ({ blocks }) =>
        1 + blocks.length * this.#perBlock * (embedder.dimensions + 8 * HEAD_LENGTH),
    });
  }

  /** For one transaction. */
  writer(file: SpaceFile): VectorWriter {
    return new VectorWriter(file, this.embedder);
  }

  /** A file that is closed needs no memory. */
  forget(file: SpaceFile): void {
    this.#kept.delete(file);
  }

  /** The cosine of every text of the kinds whose vector was on record at `knownAt`. */
  cosines(
    file: SpaceFile,
    vector: Float32Array,
    kinds: ReadonlySet<MemoryKind>,
    knownAt: Instant,
  ): Scores {
    checkLength(vector, this.embedder);
    const number = numberOfEmbedder(file, this.embedder);
    if (number === null) return NO_SCORES;
    const [last] = file.first<readonly [number]>(LAST_BLOCK)!;
    const numbers = new Float64Array(last * this.#perBlock);
    const scores = new Float64Array(last * this.#perBlock);
    const known = toMillis(knownAt);
    const query = queryVector(vector);
    let size = 0;
    for (const { heads, rows } of this.#blocks(file, number, last)) {
      dotProducts(query, rows, (i, product) => {
        const text = heads[i * HEAD_LENGTH]!;
        if (heads[i * HEAD_LENGTH + 1]! > known || !kinds.has(kindOf(text))) return;
        numbers[size] = text;
        scores[size++] = product * query.scale * heads[i * HEAD_LENGTH + 2]!;
      });
    }
    return { numbers: numbers.subarray(0, size), scores: scores.subarray(0, size) };
  }

  /** The cosine of each of some texts that has a vector. */
  cosinesOf(file: SpaceFile, vector: Float32Array, texts: readonly number[]): Map<number, number> {
    checkLength(vector, this.embedder);
    const scores = new Map<number, number>();
    const number = numberOfEmbedder(file, this.embedder);
    if (number === null || texts.length === 0) return scores;
    const query = queryVector(vector);
    const length = query.row.length;
    const found = file.all<readonly [text: number, row: Buffer, scale: Buffer]>(
      ROWS_OF,
      asList(texts),
      number,
      length,
    );
    const rows = new Int8Array(found.length * length);
    found.forEach(([, row], i) => rows.set(row, i * length));
    dotProducts(query, rows, (i, product) => {
      const [text, , scale] = found[i]!;
      scores.set(text, product * query.scale * scale.readDoubleLE());
    });
    return scores;
  }

  *#blocks(file: SpaceFile, embedder: number, last: number): Generator<VectorBlock> {
    const [changed] = file.first<readonly [number]>(CHANGED)!;
    const kept = this.#kept.get(file);
    const known = kept?.embedder === embedder && kept.changed === changed ? kept.blocks : [];
    yield* known;
    const worthKeeping = last * this.#perBlock >= WORTH_KEEPING;
    const added: VectorBlock[] = [];
    let allFull = true;
    for (const row of file.each<BlockRow>(BLOCKS_AFTER, known.at(-1)?.num ?? 0, embedder)) {
      const block = blockOf(row);
      yield block;
      // Behind a block of another embedder there may be one that never fills: what comes after it is not kept, so that it is read again.
      allFull &&= block.heads.length === this.#perBlock * HEAD_LENGTH;
      if (worthKeeping && allFull) added.push(block);
    }
    if (added.length > 0) this.#kept.set(file, { embedder, changed, blocks: [...known, ...added] });
  }
}
