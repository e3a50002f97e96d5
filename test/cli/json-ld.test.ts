import { describe, expect, it } from "vitest";
import { toJsonLd } from "../../cli/json-ld.ts";
import type { EntityGraph } from "../../packages/client/src/index.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";

type Entity = EntityGraph["entities"][number];

const entity = (key: string, name: string, more: Partial<Entity> = {}): Entity => ({
  id: key,
  key,
  name,
  type: key.split(":")[0] ?? "",
  aliases: [],
  profile: null,
  ...more,
});
const ana = entity("person:ana", "Ana", { aliases: ["Aninha"], profile: "A designer." });
const acme = entity("organization:acme", 'Acme "&" <Sons>');
const rex = entity("animal:rex", "Rex");
const relationship = (type: string, target: Entity, validTo: string | null) => ({
  id: `${type} ${target.key}`,
  type,
  source: ana,
  target,
  validFrom: "2024-02-01T00:00:00.000Z",
  validTo,
});

const graph: EntityGraph = {
  at: { knownAt: "2026-01-01T00:00:00.000Z", validAt: "2025-01-01T00:00:00.000Z" },
  entities: [ana, acme, rex],
  relationships: [
    relationship("works_at", acme, "2025-03-01T00:00:00.000Z"),
    relationship("walks_with", rex, null),
  ],
  totalEntities: 3,
  totalRelationships: 2,
};

describe("a graph as JSON-LD", () => {
  const written = JSON.parse(toJsonLd(graph, shippedVocabulary()));

  it("states its time point", () => {
    expect(written).toMatchObject({
      "palimpsest:knownAt": "2026-01-01T00:00:00.000Z",
      "palimpsest:validAt": "2025-01-01T00:00:00.000Z",
    });
  });
  it("uses the terms of schema.org where they exist, and dates them by roles", () => {
    expect(written["@graph"][0]).toEqual({
      "@id": "urn:palimpsest:person:ana",
      "@type": "Person",
      name: "Ana",
      alternateName: ["Aninha"],
      description: "A designer.",
      worksFor: [
        {
          "@type": "Role",
          startDate: "2024-02-01T00:00:00.000Z",
          endDate: "2025-03-01T00:00:00.000Z",
          worksFor: { "@id": "urn:palimpsest:organization:acme" },
        },
      ],
      "palimpsest:walks_with": [
        {
          "@type": "Role",
          startDate: "2024-02-01T00:00:00.000Z",
          "palimpsest:walks_with": { "@id": "urn:palimpsest:animal:rex" },
        },
      ],
    });
  });
  it("omits missing values, and keeps names unchanged", () => {
    expect(written["@graph"].slice(1)).toEqual([
      { "@id": "urn:palimpsest:organization:acme", "@type": "Organization", name: acme.name },
      { "@id": "urn:palimpsest:animal:rex", "@type": "palimpsest:animal", name: "Rex" },
    ]);
  });
});
