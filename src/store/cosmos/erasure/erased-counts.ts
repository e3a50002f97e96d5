import type { ErasedCounts, ErasedKind } from "../../port/erasure.ts";
import type { DocumentType } from "../documents/envelope.ts";
import { isNumber, isText, orAbsent, Projection } from "../documents/shape.ts";

/** The properties that determine how a document is counted. */
interface CountedDocument {
  readonly type: DocumentType;
  /** Number of a version. */
  readonly n?: number | undefined;
  readonly embedder?: string | undefined;
  /** For a text: absent for its first part. */
  readonly part?: number | undefined;
  /** Number of changes of a commit. */
  readonly changes?: number | undefined;
}

/** Rows of the graph. */
export const COUNTED_DOCUMENT = new Projection<
  Pick<CountedDocument, "type" | "n" | "embedder" | "part">
>(["type", "n", "embedder", "part"], {
  type: isText,
  n: orAbsent(isNumber),
  embedder: orAbsent(isText),
  part: orAbsent(isNumber),
}).computing("changes", "ARRAY_LENGTH(c.changes)", orAbsent<number>(isNumber));

/** Rows of sessions, turns and notes. */
export const TYPED_DOCUMENT = new Projection<Pick<CountedDocument, "type">>(["type"], {
  type: isText,
});

type KindsOf = (document: CountedDocument) => readonly ErasedKind[];

const always =
  (...kinds: readonly ErasedKind[]): KindsOf =>
  () =>
    kinds;
const withFirstVersion =
  (first: ErasedKind, ...each: readonly ErasedKind[]): KindsOf =>
  ({ n }) =>
    n === 1 ? [first, ...each] : each;

/**
 * The kinds that a document counts as. An entity, fact or relationship counts with its first
 * version.
 */
const KINDS: Readonly<Record<DocumentType, KindsOf>> = {
  entity: withFirstVersion("ENTITY", "ENTITY_VERSION"),
  fact: withFirstVersion("FACT", "FACT_VERSION"),
  relationship: withFirstVersion("RELATIONSHIP"),
  memory: always("MEMORY_VERSION"),
  event: always("EVENT"),
  decision: always("DECISION"),
  reference: always("REFERENCE"),
  text: ({ embedder, part }) =>
    part !== undefined ? [] : embedder === undefined ? ["SEARCH_TEXT"] : ["SEARCH_TEXT", "VECTOR"],
  commit: ({ changes = 0 }) => Array.from({ length: changes }, () => "CHANGE"),
  session: always("SESSION"),
  turn: always("TURN"),
  note: always("NOTE"),
  notebook: always(),
  head: always(),
  plan: always(),
};

export const kindsOf = (document: CountedDocument): readonly ErasedKind[] =>
  KINDS[document.type](document);

/** Counts erased items by kind. */
export class ErasedTally {
  readonly #counts = new Map<ErasedKind, number>();

  add(kinds: readonly ErasedKind[]): void {
    for (const kind of kinds) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** Returns the counts and resets them. */
  take(): ErasedCounts {
    const counts = Object.fromEntries(this.#counts);
    this.#counts.clear();
    return counts;
  }
}
