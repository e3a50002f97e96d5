import type { SpaceFile } from "../database/space-file.ts";
import { countTextsWith } from "./occurrences.ts";

/** The number of texts with a stem, among those up to the number `last`. */
interface StemCount {
  readonly last: number;
  readonly texts: number;
}

/**
 * The stems that searches in a file have found to be common, as indexed. Their texts are counted
 * before they are read, because reading all of their places takes several times as long. Erasures
 * aside, texts are only ever added, so only those since the last count are counted.
 */
export class CommonStems {
  readonly #file: SpaceFile;
  readonly #counts = new Map<string, StemCount>();
  /** The number of erasures of the file when the texts were counted. */
  readonly erasures: number;

  constructor(file: SpaceFile, erasures: number) {
    this.#file = file;
    this.erasures = erasures;
  }

  /** The number of texts with a stem up to the number `last`; null if it was not common lately. */
  textsWith(stem: string, last: number): number | null {
    const knownCount = this.#counts.get(stem);
    if (knownCount === undefined) return null;
    return last >= knownCount.last
      ? knownCount.texts + countTextsWith(this.#file, stem, knownCount.last, last)
      : knownCount.texts - countTextsWith(this.#file, stem, last, knownCount.last);
  }

  /** Notes the texts of a stem that is common. The count up to the latest text is kept. */
  add(stem: string, count: StemCount): void {
    const knownCount = this.#counts.get(stem);
    if (knownCount === undefined || knownCount.last < count.last) this.#counts.set(stem, count);
  }

  /** Notes that a stem is not common. */
  remove(stem: string): void {
    this.#counts.delete(stem);
  }
}

const stemsByFile = new WeakMap<SpaceFile, CommonStems>();

/** The common stems of an open file, for one read. After an erasure none are known. */
export const commonStemsOf = (file: SpaceFile): CommonStems => {
  const { erasures } = file.state;
  const knownStems = stemsByFile.get(file);
  if (knownStems?.erasures === erasures) return knownStems;
  const none = new CommonStems(file, erasures);
  stemsByFile.set(file, none);
  return none;
};
