import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { definitions } from "../../../src/store/cosmos/provisioning/containers.ts";

const infra = (file: string): Promise<string> =>
  readFile(join(import.meta.dirname, "../../../infra", file), "utf8");

it("Bicep creates the containers that provisioning creates", async () => {
  const fromBicep = (
    JSON.parse(await infra("containers.json")) as {
      readonly id: string;
      readonly indexingPolicy: object;
    }[]
  ).map((container) =>
    container.id !== "graph"
      ? container
      : {
          ...container,
          // Added by main.bicep from its parameters.
          vectorEmbeddingPolicy: {
            vectorEmbeddings: [
              { path: "/vector", dataType: "float32", distanceFunction: "cosine", dimensions: 512 },
            ],
          },
          indexingPolicy: {
            ...container.indexingPolicy,
            vectorIndexes: [{ path: "/vector", type: "quantizedFlat" }],
          },
        },
  );
  expect(fromBicep).toEqual(JSON.parse(JSON.stringify(definitions(512))));
});

it("Bicep gives the account the capabilities that searches need", async () => {
  const bicep = await infra("main.bicep");
  for (const capability of [
    "EnableNoSQLVectorSearch",
    "EnableNoSQLFullTextSearch",
    "EnableServerless",
  ])
    expect(bicep).toContain(`{ name: '${capability}' }`);
});
