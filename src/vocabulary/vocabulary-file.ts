import { readFileSync } from "node:fs";
import { LineCounter, parseDocument, type Document } from "yaml";
import { z } from "zod";
import { InvalidVocabulary } from "./invalid-vocabulary.ts";
import { ENTITY_TYPES, VALUE_TYPES } from "./value-type.ts";

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u;
const snakeCaseName = z.string().regex(SNAKE_CASE, "must be a name in snake_case");
const phrases = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(80)
      .regex(/^[^\p{Lu}]*$/u, "must be in lower case"),
  )
  .max(200)
  .optional();

const entrySchema = z.strictObject({
  slot: snakeCaseName,
  about: z.string().min(1).max(300).optional(),
  cardinality: z.enum(["ONE", "MANY"]).optional(),
  value: z.enum(VALUE_TYPES).optional(),
  of: z.array(z.enum(ENTITY_TYPES)).min(1).optional(),
  names: phrases,
  names_pt: phrases,
  relationship: z
    .strictObject({
      type: snakeCaseName,
      also: z.array(snakeCaseName).optional(),
      inverse: snakeCaseName.optional(),
      symmetric: z.boolean().optional(),
    })
    .optional(),
  within: snakeCaseName.optional(),
  household: snakeCaseName.optional(),
  kind_of: snakeCaseName.optional(),
  counts: snakeCaseName.optional(),
  broader: z.record(snakeCaseName, snakeCaseName).optional(),
  ends_everything: z.boolean().optional(),
  ends_others: z.union([z.boolean(), z.literal("BY_VALUE")]).optional(),
  lasting: z.boolean().optional(),
  exclusive: z.boolean().optional(),
  constant: z.boolean().optional(),
  stages: z
    .array(z.strictObject({ stage: snakeCaseName, names: phrases }))
    .min(2)
    .optional(),
  stage_of: snakeCaseName.optional(),
  starts: phrases,
  starts_pt: phrases,
  holds: phrases,
  holds_pt: phrases,
  ends: phrases,
  ends_pt: phrases,
  questions: phrases,
  questions_pt: phrases,
  schema: z.string().min(1).optional(),
  wikidata: z
    .string()
    .regex(/^P\d+$/u, "must be a property such as P551")
    .optional(),
});
/** The entries of a vocabulary file. */
export const fileSchema = z.array(entrySchema);

/** A slot as a file states it. Omitted fields are not stated. */
export type Entry = z.infer<typeof entrySchema>;

/** The entries of one file, and the line of each. */
export interface VocabularyFile {
  readonly path: string;
  readonly entries: readonly { readonly entry: Entry; readonly line: number | null }[];
}

/** The line of the node at a path, or of the nearest node above it. */
const lineAt = (document: Document, lines: LineCounter, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range))
      return lines.linePos(Number(node.range[0])).line;
  }
  return 1;
};

/** Reads a file of the operator. Throws an InvalidVocabulary. */
export const readVocabularyFile = (path: string): VocabularyFile => {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new InvalidVocabulary(path, null, "cannot be read.", { cause });
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined)
    throw new InvalidVocabulary(
      path,
      lines.linePos(error.pos[0]).line,
      `is not valid YAML: ${error.message.split("\n")[0] ?? ""}`,
    );
  const result = fileSchema.safeParse(document.toJS());
  if (!result.success) {
    const [issue] = result.error.issues;
    const field = issue?.path.filter((part) => typeof part === "string").join(".") ?? "";
    throw new InvalidVocabulary(
      path,
      lineAt(document, lines, issue?.path ?? []),
      `is wrong${field === "" ? "" : ` in ${field}`}: ${issue?.message ?? "it must be a list of slots"}.`,
    );
  }
  return {
    path,
    entries: result.data.map((entry, i) => ({ entry, line: lineAt(document, lines, [i]) })),
  };
};
