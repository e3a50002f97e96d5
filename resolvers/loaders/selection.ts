import {
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from "graphql";

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Whether one of the names is selected at any depth. Each fragment is looked at once. */
const holds = (
  set: SelectionSetNode | undefined,
  names: ReadonlySet<string>,
  fragments: Fragments,
  seenFragments: Set<string>,
): boolean =>
  set?.selections.some((node) => {
    if (node.kind === Kind.FIELD)
      return (
        names.has(node.name.value) || holds(node.selectionSet, names, fragments, seenFragments)
      );
    if (node.kind === Kind.INLINE_FRAGMENT)
      return holds(node.selectionSet, names, fragments, seenFragments);
    if (seenFragments.has(node.name.value)) return false;
    seenFragments.add(node.name.value);
    return holds(fragments[node.name.value]?.selectionSet, names, fragments, seenFragments);
  }) ?? false;

const selectionCache = new WeakMap<GraphQLResolveInfo["fieldNodes"], readonly string[]>();

/**
 * The selected fields among some names, anywhere below the resolved field, so that their data can
 * be prefetched. Cached by the field's node in the document, so it must always be called with the
 * same names for one field.
 */
export const selectedBelow = <Name extends string>(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
  names: readonly Name[],
): readonly Name[] => {
  const cachedNames = selectionCache.get(fieldNodes);
  if (cachedNames !== undefined) return names.filter((name) => cachedNames.includes(name));
  const selectedNames = names.filter((name) =>
    fieldNodes.some(({ selectionSet }) =>
      holds(selectionSet, new Set([name]), fragments, new Set()),
    ),
  );
  selectionCache.set(fieldNodes, selectedNames);
  return selectedNames;
};
