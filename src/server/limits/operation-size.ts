import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { Problem } from "../../memory/problem.ts";
import type { OperationLimits } from "./operation-limits.ts";

interface Size {
  readonly depth: number;
  readonly selections: number;
}

const NOTHING: Size = { depth: 0, selections: 0 };
const isIntrospection = (node: SelectionNode): boolean =>
  node.kind === Kind.FIELD && (node.name.value === "__schema" || node.name.value === "__type");

/** Measures selection sets with their fragments spread; each fragment is measured once, however often it is spread. */
const measurer = (
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): ((set: SelectionSetNode) => Size) => {
  const measured = new Map<string, Size>();
  const ofFragment = (name: string): Size => {
    const fragment = fragments.get(name);
    const known = fragment ? measured.get(name) : NOTHING;
    if (known || !fragment) return known ?? NOTHING;
    measured.set(name, NOTHING); // a cycle ends here; validation names it
    const size = ofSet(fragment.selectionSet);
    measured.set(name, size);
    return size;
  };
  const inside = (node: SelectionNode): Size => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return ofFragment(node.name.value);
    return node.selectionSet ? ofSet(node.selectionSet) : NOTHING;
  };
  const ofSet = (set: SelectionSetNode): Size => {
    let { depth, selections } = NOTHING;
    for (const node of set.selections) {
      const inner = inside(node);
      const own = node.kind === Kind.FIELD ? 1 : 0;
      if (!isIntrospection(node)) depth = Math.max(depth, inner.depth + own);
      selections += inner.selections + 1;
    }
    return { depth, selections };
  };
  return ofSet;
};

const written = (set: SelectionSetNode): number =>
  set.selections.reduce(
    (count, node) =>
      count +
      1 +
      (node.kind !== Kind.FRAGMENT_SPREAD && node.selectionSet ? written(node.selectionSet) : 0),
    0,
  );

/**
 * Refuses a document that is too deep or selects too much, as OPERATION_TOO_LARGE. Runs before validation, whose time grows with the square of
 * what is selected, and counts what no operation uses too.
 */
export const refuseTooLarge = (document: DocumentNode, max: OperationLimits): void => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const measure = measurer(fragments);
  let asWritten = 0;
  let spread = 0;
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) continue;
    asWritten += written(node.selectionSet);
    const size = measure(node.selectionSet);
    if (node.kind === Kind.OPERATION_DEFINITION) spread += size.selections;
    if (size.depth > max.depth)
      throw tooLarge(`it nests ${size.depth} fields; the limit is ${max.depth}`);
  }
  const selections = Math.max(asWritten, spread);
  if (selections > max.selections)
    throw tooLarge(`it selects ${selections} fields; the limit is ${max.selections}`);
};

const tooLarge = (why: string): Problem =>
  new Problem("OPERATION_TOO_LARGE", `The operation is too large: ${why}.`);
