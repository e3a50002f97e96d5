import {
  Kind,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from "graphql";

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

const holds = (
  set: SelectionSetNode | undefined,
  names: ReadonlySet<string>,
  fragments: Fragments,
  seen: Set<string>,
): boolean =>
  set?.selections.some((node) => {
    if (node.kind === Kind.FIELD)
      return names.has(node.name.value) || holds(node.selectionSet, names, fragments, seen);
    if (node.kind === Kind.INLINE_FRAGMENT) return holds(node.selectionSet, names, fragments, seen);
    if (seen.has(node.name.value)) return false;
    seen.add(node.name.value);
    return holds(fragments[node.name.value]?.selectionSet, names, fragments, seen);
  }) ?? false;

const known = new WeakMap<GraphQLResolveInfo["fieldNodes"], boolean>();

/**
 * Whether a field of one of these names is selected somewhere below the field that is resolved: then what it will ask for may be read
 * at once. Always asked with the same names for one field, and remembered by the field's place in the document.
 */
export const selects = (
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
  names: ReadonlySet<string>,
): boolean => {
  const found =
    known.get(fieldNodes) ??
    fieldNodes.some(({ selectionSet }) => holds(selectionSet, names, fragments, new Set()));
  known.set(fieldNodes, found);
  return found;
};
