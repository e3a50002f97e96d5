import { z } from "zod";
import type { ImportanceCategory } from "../../../memory/importance.ts";

/**
 * A strict JSON schema for an answer: every field is required and no other is allowed. It has no
 * bounds, because not every endpoint enforces them. `read-*.ts` reads answers leniently.
 */
export interface JsonSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const jsonSchema = (name: string, shape: z.ZodType): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape);
  return { name, schema };
};

/** The levels of confidence of a fact: explicit, strong inference, weak inference, speculation. */
export const CONFIDENCES = [0.95, 0.8, 0.6, 0.4] as const;

/** The categories of a fact. Models are asked for them in lower case. */
export const CATEGORIES = [
  "BIOGRAPHICAL_MILESTONE",
  "RELATIONSHIP_CHANGE",
  "STABLE_PREFERENCE",
  "SPECIFIC_EVENT",
  "ROUTINE_ACTIVITY",
  "CONVERSATIONAL",
] as const satisfies readonly ImportanceCategory[];

const relation = z.strictObject({ source: z.string(), type: z.string(), target: z.string() });
const entity = z.strictObject({ name: z.string(), type: z.string(), aliases: z.array(z.string()) });
const fact = z.strictObject({
  subject: z.string(),
  text: z.string(),
  polarity: z.enum(["holds", "ended", "never"]),
  confidence: z.literal(CONFIDENCES),
  category: z.enum(CATEGORIES.map((category) => category.toLowerCase())),
  slot: z.string().nullable(),
  value: z.string().nullable(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  still: z.boolean(),
  corrects: z
    .strictObject({
      subject: z.string(),
      slot: z.string().nullable(),
      value: z.string().nullable(),
    })
    .nullable(),
  relations: z.array(relation),
});
const profile = z.strictObject({ name: z.string(), profile: z.string() });
const emotion = z
  .strictObject({ label: z.string(), intensity: z.number(), energy: z.number() })
  .nullable();
const group = z.strictObject({ facts: z.array(z.string()), reason: z.string() });
const lines = z.array(z.string());
const episode = z.strictObject({
  what: z.string(),
  when: z.string().nullable(),
  with: z.array(z.string()),
  outcome: z.string().nullable(),
});
const procedure = z.strictObject({ text: z.string(), replaces: z.string().nullable() });
const observation = z.strictObject({ cluster: z.string(), text: z.string() });
const self_name = z.string().nullable();

const extraction = {
  entities: z.array(entity),
  facts: z.array(fact),
  relations: z.array(relation),
  profiles: z.array(profile),
  self_name,
  emotion,
};

export const ANSWER_SCHEMAS = {
  extraction: jsonSchema("extraction", z.strictObject(extraction)),
  turns: jsonSchema(
    "turns",
    z.strictObject({ turns: z.array(z.strictObject({ turn: z.string(), ...extraction })) }),
  ),
  entities: jsonSchema(
    "entities",
    z.strictObject({ entities: z.array(entity), self_name, emotion }),
  ),
  facts: jsonSchema("facts", z.strictObject({ facts: z.array(fact) })),
  relations: jsonSchema("relations", z.strictObject({ relations: z.array(relation) })),
  disambiguation: jsonSchema(
    "disambiguation",
    z.strictObject({ candidate: z.string().nullable() }),
  ),
  reconciliation: jsonSchema(
    "reconciliation",
    z.strictObject({
      verdicts: z.array(
        z.strictObject({
          fact: z.string(),
          action: z.enum(["ADD", "UPDATE", "NOOP", "DELETE"]),
          candidate: z.string().nullable(),
          reason: z.string(),
        }),
      ),
    }),
  ),
  comparison: jsonSchema(
    "comparison",
    z.strictObject({ duplicates: z.array(group), contradictions: z.array(group) }),
  ),
  sessionSummary: jsonSchema(
    "session_summary",
    z.strictObject({ topic: lines, decisions: lines, open_issues: lines, next_steps: lines }),
  ),
  userSummary: jsonSchema(
    "user_summary",
    z.strictObject({
      profile: lines,
      preferences: lines,
      work: lines,
      environment: lines,
      constraints: lines,
    }),
  ),
  episodes: jsonSchema(
    "records",
    z.strictObject({ episodes: z.array(episode), procedures: z.array(procedure) }),
  ),
  description: jsonSchema(
    "description",
    z.strictObject({ profile: z.string(), observations: z.array(observation) }),
  ),
  emotion: jsonSchema("emotion", z.strictObject({ emotion })),
} as const;
