import { writeFile } from "node:fs/promises";
import { buildGraphqlSchema } from "../resolvers/build-schema.ts";
import { schemaText } from "../resolvers/schema-text.ts";

/** Writes the schema that the classes make, as the repository keeps it (`npm run schema`). */
await writeFile("schema/schema.graphql", schemaText(await buildGraphqlSchema()));
