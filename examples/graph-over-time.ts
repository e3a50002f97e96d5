/**
 * What a front end asks to draw one entity with its neighbours: the same query for the present and for
 * a moment of the past. Ids of the past differ from ids of the present, so that a normalising cache
 * never mixes the two.
 */
const SERVICE_URL = process.env["SERVICE_URL"] ?? "http://localhost:4000/graphql";

const AROUND = `
  query ($name: String!, $at: TimePoint) {
    entity(name: $name, at: $at) {
      id
      name
      facts { nodes { text validFrom validTo } }
      relationships { nodes { type target { id name } } }
    }
  }`;

const graphql = async (query: string, variables: object) => {
  const response = await fetch(SERVICE_URL, {
    method: "POST",
    headers: { "content-type": "application/json", "x-user-id": "bea" },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};

const assert = (relationship: object, text: string, value: string, occurredAt: string) =>
  graphql(
    `
      mutation ($input: AssertFactInput!) {
        assertFact(input: $input) {
          success
        }
      }
    `,
    {
      input: {
        entity: { key: "person:mira", name: "Mira", type: "person" },
        text,
        slot: "employer",
        value,
        relationship,
        occurredAt,
      },
    },
  );

const worksAt = (name: string) => ({ type: "works_at", target: { name, type: "organization" } });

await assert(worksAt("Acme"), "Mira works at Acme", "Acme", "2024-01-10T09:00:00Z");
await assert(worksAt("Bolt"), "Mira works at Bolt", "Bolt", "2025-06-02T09:00:00Z");

for (const validAt of ["2024-07-01T00:00:00Z", null]) {
  const { entity } = await graphql(AROUND, { name: "Mira", at: validAt && { validAt } });
  const [fact] = entity.facts.nodes;
  const [edge] = entity.relationships.nodes;
  console.log(
    `${validAt ?? "now"}: ${fact.text}; ${entity.name} —${edge.type}→ ${edge.target.name}`,
  );
}
