import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  bicepResources,
  bicepVariable,
  misfits,
  publishedSchema,
  writtenJson,
} from "./arm-schema.ts";
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

describe("the published schema of the API version", () => {
  const VERSION = "2025-10-15";

  it("knows every property that Bicep sets, accepts its value, and misses none", async () => {
    const [bicep, schema] = await Promise.all([infra("main.bicep"), publishedSchema(VERSION)]);
    const resources = bicepResources(bicep);
    const checked: string[] = [];
    for (const [typeAndVersion, properties] of resources) {
      const [type = "", version] = typeAndVersion.split("@");
      const name = schema.resources[type];
      if (name === undefined) continue;
      checked.push(type);
      expect(version).toBe(VERSION);
      expect(misfits(schema, name, properties, type)).toEqual([]);
    }
    expect(checked.toSorted()).toEqual(Object.keys(schema.resources).toSorted());
    // The only other resource is one of another service.
    expect(
      [...resources.keys()].filter((type) => !type.startsWith("Microsoft.DocumentDB")),
    ).toEqual(["Microsoft.Insights/diagnosticSettings@2021-05-01-preview"]);
  });

  it("knows every property of the containers, and of the vector index", async () => {
    const [bicep, containers, schema] = await Promise.all([
      infra("main.bicep"),
      infra("containers.json"),
      publishedSchema(VERSION),
    ]);
    for (const container of JSON.parse(containers) as unknown[])
      expect(misfits(schema, "SqlContainerResource", writtenJson(container), "container")).toEqual(
        [],
      );
    const index = bicepVariable(bicep, "vectorIndexDefinition");
    expect(index.kind === "OBJECT" && index.properties.get("value")).toMatchObject({
      objects: { length: 7 },
    });
    expect(
      index.kind === "OBJECT" &&
        misfits(schema, "VectorIndex", index.properties.get("value")!, "vectorIndex"),
    ).toEqual([]);
  });

  it("reports properties that it does not know", async () => {
    const [bicep, schema] = await Promise.all([infra("main.bicep"), publishedSchema(VERSION)]);
    const faultsOf = (from: string, to: string): string[] => {
      expect(bicep).toContain(from);
      return [...bicepResources(bicep.replace(from, to))].flatMap(([type, properties]) =>
        misfits(schema, schema.resources[type.split("@")[0]!] ?? "", properties, "x"),
      );
    };
    expect(faultsOf("isZoneRedundant:", "zoneRedundant:")).toEqual([
      "x.locations.zoneRedundant is unknown",
    ]);
    expect(faultsOf("'Session'", "'Weak'")).toEqual([
      "x.consistencyPolicy.defaultConsistencyLevel is Weak",
    ]);
    expect(faultsOf("maxThroughput:", "maximum:")).toEqual([
      "x.options.autoscaleSettings.maximum is unknown",
    ]);
    expect(faultsOf("databaseAccountOfferType: 'Standard'", "")).toEqual([
      "x.databaseAccountOfferType is missing",
    ]);
    expect(faultsOf("dataType:", "type:")).toEqual([
      "x.resource.vectorEmbeddingPolicy.vectorEmbeddings.type is unknown",
    ]);
    expect(
      faultsOf("enableMultipleWriteLocations: false", "enableMultipleWriteLocations: 0"),
    ).toEqual(["x.enableMultipleWriteLocations is no bool"]);
  });
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

  it("accepts the options of Bicep, and the group that Bicep gets besides", async () => {
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
