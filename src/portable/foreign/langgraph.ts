/**
 * Reads the items of a LangGraph store: the answer of `searchItems` of a server ({"items":
 * [{namespace, key, value, createdAt, updatedAt}]}), a list of items from the stores of Python or
 * JavaScript, or rows of the table `store` of Postgres and SQLite ({prefix, key, value, created_at,
 * updated_at}). An item becomes the fact that `PalimpsestStore` of `@palimpsest/langgraph` makes of
 * it, so that a graph can continue with its memory.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Instant } from "../../memory/time.ts";
import { excerptOf, foreignInstant, readJsonFile, type Json } from "./foreign-json.ts";
import { memoryOf, omit, type ForeignMemory, type ReadItem } from "./foreign-memory.ts";

const SLOT = "langgraph_item";
/** Separates the labels of a namespace in a table. */
const LABEL_SEPARATOR = ".";

const page = z.object({ items: z.array(z.json()) });
const jsonObject = z.record(z.string(), z.json());
const parsedJson = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue("The value is not JSON.");
    return z.NEVER;
  }
});
const labels = z.array(z.string().min(1)).min(1);
const prefix = z
  .string()
  .min(1)
  .transform((text) => text.split(LABEL_SEPARATOR))
  .pipe(labels);
const item = z
  .object({
    namespace: labels.optional(),
    prefix: prefix.optional(),
    key: z.string().min(1),
    value: z.union([jsonObject, parsedJson.pipe(jsonObject)]),
    createdAt: foreignInstant,
    created_at: foreignInstant,
    updatedAt: foreignInstant,
    updated_at: foreignInstant,
  })
  .transform((row, context) => {
    const namespace = row.namespace ?? row.prefix;
    if (namespace !== undefined) return { ...row, namespace };
    context.addIssue("An item needs a namespace.");
    return z.NEVER;
  });

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * An item as the fact that `PalimpsestStore` would record. The text and the hashes must equal those
 * that `packages/langgraph/src/store.ts` makes.
 */
const readItem = (value: Json): ReadItem => {
  const { data } = item.safeParse(value);
  if (data === undefined)
    return omit(
      excerptOf(value),
      "An item needs a namespace, a key and a value that is an object.",
    );
  const { namespace, key } = data;
  const createdAt: Instant | null = data.createdAt ?? data.created_at;
  const updatedAt: Instant | null = data.updatedAt ?? data.updated_at ?? createdAt;
  const text = JSON.stringify({
    namespace,
    key,
    value: data.value,
    createdAt: createdAt ?? updatedAt,
    isIndexed: true,
  });
  return {
    kind: "FACT",
    key: `langgraph:${hashOf(text)}`,
    entity: { key: `${SLOT}:${hashOf(JSON.stringify([namespace, key]))}` },
    text,
    slot: SLOT,
    value: hashOf(text),
    importanceCategory: "ROUTINE_ACTIVITY",
    occurredAt: updatedAt,
    validFrom: null,
    validTo: null,
  };
};

export const readLanggraph = (text: string): ForeignMemory =>
  memoryOf(
    readJsonFile(text)
      .flatMap((document): Json[] => page.safeParse(document).data?.items ?? [document])
      .map(readItem),
  );
