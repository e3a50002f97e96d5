import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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

describe("Terraform", () => {
  const matches = (text: string, pattern: RegExp): string[] =>
    Array.from(text.matchAll(pattern), ([, name]) => name!).toSorted();
  const files = async () => ({
    bicep: await infra("main.bicep"),
    terraform: await infra("main.tf"),
  });
  const inSnakeCase = (name: string): string =>
    name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

  it("takes the options that Bicep takes, and the group that Bicep is given beside them", async () => {
    const { bicep, terraform } = await files();
    expect(matches(terraform, /^variable "(\w+)"/gmu)).toEqual(
      [...matches(bicep, /^param (\w+)/gmu).map(inSnakeCase), "resource_group_id"].toSorted(),
    );
  });

  it("creates resources of the same types and versions", async () => {
    const { bicep, terraform } = await files();
    const types = matches(terraform, /type += "(Microsoft[^"]+)"/gu);
    expect(types).toHaveLength(5);
    expect(types).toEqual(matches(bicep, /^resource \w+ '([^']+)'/gmu));
  });

  it("has the same containers, paths, indexes and shard keys: from the same file, and in the same words", async () => {
    const { bicep, terraform } = await files();
    expect(bicep).toContain("loadJsonContent('containers.json')");
    expect(terraform).toContain('jsondecode(file("${path.module}/containers.json"))');
    const settings = [
      "/tenant",
      "/user",
      "/vector",
      "float32",
      "cosine",
      "EnableServerless",
      "EnableNoSQLVectorSearch",
      "EnableNoSQLFullTextSearch",
      "Session",
      "Continuous",
      "Tls12",
      "DataPlaneRequests",
      "QueryRuntimeStatistics",
      "PartitionKeyStatistics",
      "PartitionKeyRUConsumption",
      "ControlPlaneRequests",
      "00000000-0000-0000-0000-000000000002",
    ];
    for (const setting of settings) {
      expect(bicep).toContain(`'${setting}'`);
      expect(terraform).toContain(`"${setting}"`);
    }
    for (const property of [
      "vectorIndexShardKey",
      "quantizationByteSize",
      "indexingSearchListSize",
      "vectorIndexes",
      "vectorEmbeddingPolicy",
      "enableMultipleWriteLocations",
      "disableLocalAuth",
      "isZoneRedundant",
      "virtualNetworkRules",
      "ipRules",
      "backupPolicy",
      "maxThroughput",
    ]) {
      expect(bicep).toContain(property);
      expect(terraform).toContain(property);
    }
  });
});
