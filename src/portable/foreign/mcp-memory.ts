/**
 * Reads the file of the reference MCP memory server: JSON Lines of {type: "entity", name,
 * entityType, observations} and {type: "relation", from, to, relationType}, or its `read_graph`
 * result. It contains no times, so everything counts as said now.
 */
import { z } from "zod";
import { contentHash } from "../../memory/content-hash.ts";
import { foldName } from "../../language/names.ts";
import { excerptOf, foreignList, foreignText, readJsonFile, type Json } from "./foreign-json.ts";
import { memoryOf, omit, type ForeignMemory, type ReadItem } from "./foreign-memory.ts";

const graph = z.object({ entities: z.array(z.json()), relations: foreignList });
const entity = z.object({
  type: z.literal("entity"),
  name: z.string().trim().min(1),
  entityType: foreignText,
  observations: foreignList,
});
const relation = z.object({
  type: z.literal("relation"),
  from: z.string().trim().min(1),
  to: z.string().trim().min(1),
  relationType: z.string().trim().min(1),
});

const DEFAULT_TYPE = "concept";
const NO_TIME = { occurredAt: null, validFrom: null, validTo: null };

const keyOf = (...parts: readonly string[]): string =>
  `mcp-memory:${contentHash(JSON.stringify(parts))}`;

/** Users of this server write names as `John_Smith`. */
const inWords = (name: string): string => name.replaceAll("_", " ");

/** An observation as a self-contained statement: it names its entity. */
const statement = (name: string, observation: string): string =>
  ` ${foldName(observation)} `.includes(` ${foldName(name)} `)
    ? observation
    : `${name}: ${observation}`;

const statementsOf = ({ name, entityType, observations }: z.infer<typeof entity>): string[] => {
  const texts = observations.flatMap((observation) => {
    const text = foreignText.parse(observation);
    return text === null ? [] : [statement(inWords(name), text)];
  });
  return texts.length > 0
    ? [...new Set(texts)]
    : [`${inWords(name)}: ${entityType ?? DEFAULT_TYPE}`];
};

/**
 * The entities and relations of a graph, each with its `type`. Any other value is returned
 * unchanged.
 */
const itemsIn = (document: Json): Json[] => {
  const { data } = graph.safeParse(document);
  if (data === undefined) return [document];
  const withType = (type: string, values: readonly Json[]): Json[] =>
    values.map((value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? { ...value, type }
        : value,
    );
  return [...withType("entity", data.entities), ...withType("relation", data.relations)];
};

/** The memory in a file of the MCP memory server: its entities, observations and relations. */
export const readMcpMemory = (text: string): ForeignMemory => {
  const items = readJsonFile(text).flatMap(itemsIn);
  const types = new Map(
    items
      .flatMap((item) => entity.safeParse(item).data ?? [])
      .map(({ name, entityType }) => [name, entityType ?? DEFAULT_TYPE]),
  );
  const refOf = (name: string) => {
    const type = types.get(name);
    return { name: inWords(name), ...(type !== undefined && { type }) };
  };
  const read = (item: Json): ReadItem[] => {
    const { data: own } = entity.safeParse(item);
    if (own !== undefined)
      return statementsOf(own).map((fact) => ({
        kind: "FACT",
        key: keyOf(own.name, fact),
        entity: refOf(own.name),
        text: fact,
        ...NO_TIME,
      }));
    const { data: link } = relation.safeParse(item);
    if (link === undefined)
      return [omit(excerptOf(item), "It is neither an entity nor a relation.")];
    const { from, to, relationType: type } = link;
    return [
      {
        kind: "FACT",
        key: keyOf(from, type, to),
        entity: refOf(from),
        text: `${inWords(from)} ${inWords(type)} ${inWords(to)}`,
        relationship: { type, target: refOf(to) },
        ...NO_TIME,
      },
    ];
  };
  return memoryOf(items.flatMap(read));
};
