import type { EntityGraph } from "../packages/client/src/index.ts";
import type { Vocabulary } from "../src/vocabulary/vocabulary.ts";

/** The namespace of names of this memory: `urn:palimpsest:person:ana`. */
const NAMESPACE = "urn:palimpsest:";

/** Classes of schema.org by entity type. */
const CLASSES: Readonly<Record<string, string>> = {
  person: "Person",
  organization: "Organization",
  place: "Place",
  event: "Event",
  project: "Project",
  product: "Product",
};

const without = <T extends object>(properties: T): T =>
  Object.fromEntries(
    Object.entries(properties).filter(
      ([, value]) => value != null && !(Array.isArray(value) && value.length === 0),
    ),
  ) as T;

/** The property of schema.org for a type of relationship, or a property of this memory. */
const propertyOf = (type: string, vocabulary: Vocabulary): string => {
  const relationSlot = vocabulary.slotOfRelation(type);
  const term =
    relationSlot?.inverse === false ? vocabulary.definition(relationSlot.slot)?.schema : null;
  return term ?? `palimpsest:${type}`;
};

/**
 * The graph as JSON-LD 1.1. A relationship is a `Role` between its two ends, which is how
 * schema.org dates a property.
 */
export const toJsonLd = (
  { at, entities, relationships }: EntityGraph,
  vocabulary: Vocabulary,
): string => {
  const rolesOf = (key: string): Record<string, object[]> => {
    const roles: Record<string, object[]> = {};
    for (const { type, source, target, validFrom, validTo } of relationships) {
      if (source.key !== key) continue;
      const property = propertyOf(type, vocabulary);
      const role = { "@type": "Role", startDate: validFrom, endDate: validTo };
      const end = { "@id": `${NAMESPACE}${target.key}` };
      (roles[property] ??= []).push(without({ ...role, [property]: end }));
    }
    return roles;
  };
  const nodes = entities.map(({ key, type, name, aliases, profile }) =>
    without({
      "@id": `${NAMESPACE}${key}`,
      "@type": CLASSES[type] ?? `palimpsest:${type}`,
      name,
      alternateName: aliases,
      description: profile,
      ...rolesOf(key),
    }),
  );
  const document = {
    "@context": {
      "@vocab": "https://schema.org/",
      palimpsest: NAMESPACE,
      startDate: { "@type": "DateTime" },
      endDate: { "@type": "DateTime" },
    },
    "@id": `${NAMESPACE}graph`,
    "palimpsest:knownAt": at.knownAt,
    "palimpsest:validAt": at.validAt,
    "@graph": nodes,
  };
  return JSON.stringify(document, null, 2);
};
