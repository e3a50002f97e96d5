import {
  GraphQLError,
  Kind,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { LRUCache } from "lru-cache";
import { Problem } from "../../memory/problem.ts";
import { withCode } from "../format-error.ts";

/** Size limits of an operation. */
export interface OperationLimits {
  /** Maximum number of lexical tokens of the document. */
  readonly tokens: number;
  /**
   * Maximum nesting depth of fields. Introspection is not counted, because graphql-js limits it
   * itself.
   */
  readonly depth: number;
  /** Maximum number of fields and fragments, both as written and with every fragment spread. */
  readonly selections: number;
  /** Maximum cost by list sizes, as `operation-cost.ts` computes it. */
  readonly cost: number;
}

interface Size {
  readonly depth: number;
  readonly selections: number;
}

const EMPTY: Size = { depth: 0, selections: 0 };
const isIntrospection = (node: SelectionNode): boolean =>
  node.kind === Kind.FIELD && (node.name.value === "__schema" || node.name.value === "__type");

/** Measures selection sets with their fragments spread. Each fragment is measured once. */
const createMeasure = (
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): ((set: SelectionSetNode) => Size) => {
  const sizes = new Map<string, Size>();
  const sizeOfFragment = (name: string): Size => {
    const fragment = fragments.get(name);
    if (!fragment) return EMPTY;
    const knownSize = sizes.get(name);
    if (knownSize) return knownSize;
    sizes.set(name, EMPTY); // A cycle ends here; validation reports it.
    const size = sizeOfSet(fragment.selectionSet);
    sizes.set(name, size);
    return size;
  };
  const sizeWithin = (node: SelectionNode): Size => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(node.name.value);
    return node.selectionSet ? sizeOfSet(node.selectionSet) : EMPTY;
  };
  const sizeOfSet = (set: SelectionSetNode): Size => {
    let { depth, selections } = EMPTY;
    for (const node of set.selections) {
      const inner = sizeWithin(node);
      const own = node.kind === Kind.FIELD ? 1 : 0;
      if (!isIntrospection(node)) depth = Math.max(depth, inner.depth + own);
      selections += inner.selections + 1;
    }
    return { depth, selections };
  };
  return sizeOfSet;
};

/** The fields and fragments of the document as written, without spreading fragments. */
const selectionsAsWritten = (set: SelectionSetNode): number =>
  set.selections.reduce((count, node) => {
    const inner = node.kind === Kind.FRAGMENT_SPREAD ? undefined : node.selectionSet;
    return count + 1 + (inner ? selectionsAsWritten(inner) : 0);
  }, 0);

const tooLarge = (what: string, limit: number): Problem =>
  new Problem(
    "OPERATION_TOO_LARGE",
    `The operation is too large: it ${what}; the limit is ${limit}. Split it into several.`,
  );

/**
 * Refuses a document that is too deep or selects too much, with OPERATION_TOO_LARGE. It runs before
 * validation, whose time grows with the square of the selections, and so also counts what no
 * operation uses.
 */
const refuseTooLarge = (document: DocumentNode, max: OperationLimits): void => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const measure = createMeasure(fragments);
  let writtenCount = 0;
  let spread = 0;
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) continue;
    writtenCount += selectionsAsWritten(node.selectionSet);
    const { depth, selections } = measure(node.selectionSet);
    if (node.kind === Kind.OPERATION_DEFINITION) spread += selections;
    if (depth > max.depth) throw tooLarge(`nests ${depth} fields`, max.depth);
  }
  const selections = Math.max(writtenCount, spread);
  if (selections > max.selections) throw tooLarge(`selects ${selections} fields`, max.selections);
};

/** graphql-js distinguishes this error from a syntax error only by its message. */
const TOO_MANY_TOKENS = /Document contains more tha[nt] \d+ tokens/;

/**
 * Maximum number of characters of the cached documents together, and of one. A document takes some
 * fifty bytes for each character.
 */
const CACHED_CHARACTERS = 200_000;
const CHARACTERS = 20_000;

const documentsWithin = new WeakMap<OperationLimits, LRUCache<string, DocumentNode>>();

/** The documents that were recently parsed within some limits. */
const documentCacheOf = (max: OperationLimits): LRUCache<string, DocumentNode> => {
  const knownCache = documentsWithin.get(max);
  if (knownCache !== undefined) return knownCache;
  const cache = new LRUCache<string, DocumentNode>({
    maxSize: CACHED_CHARACTERS,
    maxEntrySize: CHARACTERS,
    sizeCalculation: (_document, query) => query.length + 1,
  });
  documentsWithin.set(max, cache);
  return cache;
};

/**
 * Parses a document within the limits on tokens, depth and selections. Throws OPERATION_TOO_LARGE
 * or GRAPHQL_PARSE_FAILED. Clients send the same documents again, which are then not parsed again.
 */
export const parseWithinLimits = (query: string, max: OperationLimits): DocumentNode => {
  const cache = documentCacheOf(max);
  const knownDocument = cache.get(query);
  if (knownDocument !== undefined) return knownDocument;
  const document = parseNew(query, max);
  cache.set(query, document);
  return document;
};

const parseNew = (query: string, max: OperationLimits): DocumentNode => {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: max.tokens });
  } catch (error) {
    if (error instanceof Error && TOO_MANY_TOKENS.test(error.message))
      throw tooLarge("has too many tokens", max.tokens);
    // graphql-js parses nested values recursively.
    if (error instanceof RangeError) throw tooLarge("nests values too deeply", max.depth);
    throw error instanceof GraphQLError ? withCode(error, "GRAPHQL_PARSE_FAILED") : error;
  }
  refuseTooLarge(document, max);
  return document;
};
