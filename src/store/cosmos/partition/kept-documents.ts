import type { LRUCache } from "lru-cache";
import { OPEN, type Instant } from "../../../memory/time.ts";
import { growingCache } from "../../growing-cache.ts";
import type { OwnedDocument } from "../documents/envelope.ts";
import { isText } from "../documents/shape.ts";
import type { BatchOperation, Patch } from "./batches.ts";

/** Maximum number of documents that a store caches, for all spaces together: about 40 MB. */
const MOST_DOCUMENTS = 20_000;

/** The cache of a store for all its spaces. */
export interface DocumentCache {
  readonly documents: LRUCache<string, OwnedDocument>;
  /** For entities and facts, the document of the version that has not expired. */
  readonly openVersions: LRUCache<string, string>;
}

export const nothingKept = (): DocumentCache => ({
  documents: growingCache(MOST_DOCUMENTS),
  openVersions: growingCache(MOST_DOCUMENTS),
});

/** The types that are cached, and the property that names the owner of their versions. */
const OWNERS: Readonly<Record<string, string | null>> = {
  entity: "entity",
  fact: "fact",
  relationship: null,
  event: null,
  decision: null,
  text: null,
};
/** Texts are cached without their vectors. */
const TEXT = "text";

const propertyOf = (document: object, name: string): unknown => Reflect.get(document, name);

const isOpen = (document: object): boolean => propertyOf(document, "expiredAt") === OPEN;

/** The document after patches; null if they change more than whole properties. */
const documentAfter = (
  document: OwnedDocument,
  patches: readonly Patch[],
  etag: string,
): OwnedDocument | null =>
  patches.every(({ op, path }) => op === "set" && path.lastIndexOf("/") === 0)
    ? Object.assign(
        { ...document, _etag: etag },
        Object.fromEntries(patches.map(({ path, value }) => [path.slice(1), value])),
      )
    : null;

const withoutVector = (document: OwnedDocument): OwnedDocument =>
  Object.assign({ ...document }, { vector: undefined });

let spaces = 0;

/**
 * Cached documents of one space as of the head that this process saw last. Commits and erasures by
 * others change its tag, and everything is dropped; commits of this process update them. A document
 * that was read or written is therefore not read again until another process writes.
 */
export class KeptDocuments {
  readonly #cache: DocumentCache;
  readonly #space: number;
  /** Number of heads of other processes that were seen. Documents of earlier ones are not used. */
  #epoch = 0;
  #changes = 0;
  #tag: string | null = null;
  #recordedAt: Instant | null = null;

  constructor(cache: DocumentCache) {
    this.#cache = cache;
    this.#space = spaces++;
  }

  /** Changes whenever a document that is being read may become outdated. */
  get moment(): number {
    return this.#changes;
  }

  /** Follows the head to the state that was read. */
  see(tag: string, recordedAt: Instant | null): void {
    if (tag === this.#tag) return;
    this.forget();
    this.#tag = tag;
    this.#recordedAt = recordedAt;
  }

  forget(): void {
    this.#epoch += 1;
    this.#changes += 1;
    this.#tag = null;
    this.#recordedAt = null;
  }

  /**
   * Caches the documents of a read that started at a given time, unless something has changed
   * since.
   */
  keep(documents: readonly OwnedDocument[], moment: number): void {
    if (this.#tag === null || moment !== this.#changes) return;
    for (const document of documents)
      if (String(propertyOf(document, "type")) in OWNERS) this.#set(document);
  }

  /** The cached document of an id, if it is valid for a reader at `knownAt`. */
  document(id: string, knownAt: Instant): OwnedDocument | null {
    return this.#covers(knownAt) ? (this.#cache.documents.get(this.#keyOf(id)) ?? null) : null;
  }

  /** The cached open version of an entity or a fact, if it is the newest one known at `knownAt`. */
  openVersion(type: "entity" | "fact", owner: string, knownAt: Instant): OwnedDocument | null {
    const id = this.#cache.openVersions.get(this.#keyOf(`${type} ${owner}`));
    const document = id === undefined ? null : this.document(id, knownAt);
    if (document === null || !isOpen(document)) return null;
    const recordedAt = propertyOf(document, "recordedAt");
    return isText(recordedAt) && recordedAt <= knownAt ? document : null;
  }

  /** Whether the documents are those of the head with this tag. */
  isAt(tag: string): boolean {
    return this.#tag === tag;
  }

  /**
   * Follows a commit of this process from one head to the next. `etags`: the new ETags of the
   * documents of its operations.
   */
  follow(
    from: string,
    to: { readonly tag: string; readonly recordedAt: Instant },
    operations: readonly BatchOperation[],
    etags: readonly (string | null)[],
  ): void {
    if (this.#tag !== from) this.forget();
    this.#changes += 1;
    this.#tag = to.tag;
    this.#recordedAt = to.recordedAt;
    for (const [i, operation] of operations.entries()) this.#carryOut(operation, etags[i] ?? null);
  }

  /**
   * Applies a written operation to the cached documents. A document whose ETag is unknown is
   * dropped.
   */
  #carryOut(operation: BatchOperation, etag: string | null): void {
    switch (operation.operationType) {
      case "Create":
      case "Upsert":
      case "Replace": {
        const { resourceBody } = operation;
        const document = Object.assign({ ...resourceBody }, { _etag: etag });
        if (etag === null) this.#cache.documents.delete(this.#keyOf(resourceBody.id));
        else if (resourceBody.type in OWNERS) this.#set(document);
        return;
      }
      case "Patch": {
        const key = this.#keyOf(operation.id);
        const keptDocument = this.#cache.documents.get(key);
        const document =
          keptDocument && etag !== null
            ? documentAfter(keptDocument, operation.resourceBody.operations, etag)
            : null;
        if (document) this.#set(document);
        else this.#cache.documents.delete(key);
        return;
      }
      case "Delete":
        this.#cache.documents.delete(this.#keyOf(operation.id));
        return;
      case "Read":
        return;
    }
  }

  /** Caches a document, and which document is the open version of its record. */
  #set(document: OwnedDocument): void {
    const type = String(propertyOf(document, "type"));
    this.#cache.documents.set(
      this.#keyOf(document.id),
      type === TEXT ? withoutVector(document) : document,
    );
    const property = OWNERS[type] ?? null;
    if (property !== null && isOpen(document))
      this.#cache.openVersions.set(
        this.#keyOf(`${type} ${String(propertyOf(document, property))}`),
        document.id,
      );
  }

  #covers(knownAt: Instant): boolean {
    return this.#recordedAt !== null && knownAt <= this.#recordedAt;
  }

  #keyOf(name: string): string {
    return `${this.#space} ${this.#epoch} ${name}`;
  }
}
