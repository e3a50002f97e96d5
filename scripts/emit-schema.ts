import { writeFile } from "node:fs/promises";
import { printSchema } from "graphql";
import { buildGraphqlSchema } from "../resolvers/build-schema.ts";

/** Writes the schema that the classes make, as the repository keeps it (`npm run schema`). */
await writeFile("schema/schema.graphql", `${printSchema(await buildGraphqlSchema())}\n`);
