import {
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
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

const selectionCache = new WeakMap<GraphQLResolveInfo["fieldNodes"], boolean>();

/**
 * Whether a field of one of these names is selected anywhere below the resolved field, so that its
 * data may be read in advance. Cached by the field's node in the document: call it with the same
 * names for one field.
 */
export const selects = (
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
  names: ReadonlySet<string>,
): boolean => {
  const isSelected =
    selectionCache.get(fieldNodes) ??
    fieldNodes.some(({ selectionSet }) => holds(selectionSet, names, fragments, new Set()));
  selectionCache.set(fieldNodes, isSelected);
  return isSelected;
};
