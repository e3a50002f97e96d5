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

const selectionCache = new WeakMap<GraphQLResolveInfo["fieldNodes"], readonly string[]>();

/**
 * Those of some field names that are selected anywhere below the resolved field, so that their data
 * may be read in advance. Cached by the field's node in the document: call it with the same names
 * for one field.
 */
export const selectedBelow = <Name extends string>(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
  names: readonly Name[],
): readonly Name[] => {
  const cached = selectionCache.get(fieldNodes);
  if (cached !== undefined) return names.filter((name) => cached.includes(name));
  const selected = names.filter((name) =>
    fieldNodes.some(({ selectionSet }) =>
      holds(selectionSet, new Set([name]), fragments, new Set()),
    ),
  );
  selectionCache.set(fieldNodes, selected);
  return selected;
};
