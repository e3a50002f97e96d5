import { StoreUnavailable } from "../../port.ts";
import type { Envelope } from "./envelope.ts";

/**
 * A check of one property of a row. It runs on every row of every read, so it checks only the kind
 * of value: the content of a list or a body was written by this service under the same schema
 * version.
 */
type Check<T> = (value: unknown) => value is T;
type Checks<T> = { readonly [K in keyof Required<T>]: Check<T[K]> };

export const isText = <T extends string>(value: unknown): value is T => typeof value === "string";
export const isNumber = (value: unknown): value is number => typeof value === "number";
export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
export const isObject = <T extends object>(value: unknown): value is T =>
  typeof value === "object" && value !== null;
export const isList = <T>(value: unknown): value is readonly T[] => Array.isArray(value);
export const isJson = <T>(value: unknown): value is T => value !== undefined;
export const orNull =
  <T>(check: Check<NoInfer<T>>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);
export const orAbsent =
  <T>(check: Check<NoInfer<T>>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || check(value);

type NamedChecks = Readonly<Record<string, Check<unknown>>>;

/** The properties that a query selects, and the required type of each in the returned rows. */
export class Shape<T extends object> {
  /** Its form in a SELECT; null for the whole document. */
  readonly fields: readonly string[] | null;
  /** Whether the documents that a read returns are cached (`KeptDocuments`). */
  readonly isKept: boolean = false;
  protected readonly checks: NamedChecks;
  readonly #entries: readonly (readonly [name: string, check: Check<unknown>])[];

  constructor(fields: readonly string[] | null, checks: NamedChecks) {
    this.fields = fields;
    this.checks = checks;
    this.#entries = Object.entries(checks);
  }

  /** The first property that is missing or has the wrong type. */
  faultIn(row: object): string | undefined {
    return this.#entries.find(([name, check]) => !check(Reflect.get(row, name)))?.[0];
  }

  fits(row: unknown): row is T {
    return isObject(row) && this.faultIn(row) === undefined;
  }

  /** Throws a StoreUnavailable (DAMAGED) that names the invalid property. */
  assertFits(row: object): asserts row is T {
    const property = this.faultIn(row);
    if (property !== undefined)
      throw new StoreUnavailable(
        "DAMAGED",
        `The document ${String(Reflect.get(row, "id"))} is not one that this service writes: its property '${property}' is missing or of another kind.`,
      );
  }
}

/** The shape of rows with some properties of a document. */
export class Projection<T extends object> extends Shape<T> {
  override readonly fields: readonly string[];
  override readonly isKept: boolean;

  constructor(fields: readonly string[], checks: NamedChecks, isKept = false) {
    super(fields, checks);
    this.fields = fields;
    this.isKept = isKept;
  }

  /**
   * The same rows. They are cached in place of the document, for reads that need only these
   * properties.
   */
  keeping(): Projection<T> {
    return new Projection(this.fields, this.checks, true);
  }

  /** The same rows with a value that the query computes. */
  computing<K extends string, V>(
    name: K,
    expression: string,
    check: Check<V>,
  ): Projection<T & { readonly [P in K]: V }> {
    return new Projection([...this.fields, `${expression} AS ${name}`], {
      ...this.checks,
      [name]: check,
    });
  }
}

/** A document as the service returns it: with the ETag of its last write. */
export type StoredDocument<D extends Envelope> = D & { readonly _etag: string };

/**
 * The shape of one type of documents. A query that needs less uses `only` with some of its
 * properties.
 */
export class DocumentShape<D extends Envelope> extends Shape<StoredDocument<D>> {
  override readonly isKept: boolean;

  constructor(type: D["type"], checks: Checks<Omit<D, keyof Envelope>>, isKept = true) {
    super(null, {
      id: isText,
      tenant: isText,
      user: isText,
      type: (value: unknown): value is D["type"] => value === type,
      schema: isNumber,
      ...checks,
      _etag: isText,
    });
    this.isKept = isKept;
  }

  only<K extends keyof D & string>(...properties: readonly K[]): Projection<Pick<D, K>> {
    const propertyNames: ReadonlySet<string> = new Set(properties);
    return new Projection(
      properties,
      Object.fromEntries(Object.entries(this.checks).filter(([name]) => propertyNames.has(name))),
    );
  }
}

/** Only the owner of a document. */
export const OWNED = new Projection<object>([], {});
/** A whole document of any type. */
export const ANY_DOCUMENT = new Shape<Readonly<Record<string, unknown>>>(null, {});

/**
 * Documents of several types, each of the shape of its type. `fields`: null for whole documents.
 */
export class UnionShape<T extends { readonly type: string }> extends Shape<T> {
  readonly #shapes: ReadonlyMap<unknown, Shape<object>>;

  constructor(
    fields: readonly string[] | null,
    shapes: { readonly [K in T["type"]]: Shape<Extract<T, { readonly type: K }>> },
  ) {
    super(fields, {});
    this.#shapes = new Map(Object.entries<Shape<object>>(shapes));
  }

  override faultIn(row: object): string | undefined {
    const shape = this.#shapes.get(Reflect.get(row, "type"));
    return shape ? shape.faultIn(row) : "type";
  }
}
