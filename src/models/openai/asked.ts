import { z } from "zod";
import type { ImportanceCategory } from "../../memory/importance.ts";

/**
 * What models are asked for, as strict JSON schemas: every field is required, none is added, and there are no bounds, which not every
 * endpoint enforces. What comes back is read leniently, by `read-*.ts`.
 */
export interface JsonSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const asked = (name: string, shape: z.ZodType): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape);
  return { name, schema };
};

/** How sure a fact can be (DESIGN.md §3, stage 6). */
export const CONFIDENCES = [0.95, 0.8, 0.6, 0.4] as const;

export const CATEGORIES = [
  "biographical_milestone",
  "relationship_change",
  "stable_preference",
  "specific_event",
  "routine_activity",
  "conversational",
] as const satisfies readonly Lowercase<ImportanceCategory>[];

const entity = z.strictObject({ name: z.string(), type: z.string(), aliases: z.array(z.string()) });
const fact = z.strictObject({
  subject: z.string(),
  text: z.string(),
  action: z.enum(["NEW", "UPDATE", "DELETE"]),
  confidence: z.literal(CONFIDENCES),
  category: z.enum(CATEGORIES),
  slot: z.string().nullable(),
  value: z.string().nullable(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
});
const relation = z.strictObject({ source: z.string(), type: z.string(), target: z.string() });
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

export const ASKED = {
  extraction: asked(
    "extraction",
    z.strictObject({
      entities: z.array(entity),
      facts: z.array(fact),
      relations: z.array(relation),
      profiles: z.array(profile),
      self_name,
      emotion,
    }),
  ),
  entities: asked("entities", z.strictObject({ entities: z.array(entity), self_name, emotion })),
  facts: asked("facts", z.strictObject({ facts: z.array(fact) })),
  relations: asked("relations", z.strictObject({ relations: z.array(relation) })),
  disambiguation: asked("disambiguation", z.strictObject({ candidate: z.string().nullable() })),
  reconciliation: asked(
    "reconciliation",
    z.strictObject({
      action: z.enum(["ADD", "UPDATE", "NOOP", "DELETE"]),
      candidate: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  comparison: asked(
    "comparison",
    z.strictObject({ duplicates: z.array(group), contradictions: z.array(group) }),
  ),
  threadSummary: asked(
    "thread_summary",
    z.strictObject({ topic: lines, decisions: lines, open_issues: lines, next_steps: lines }),
  ),
  userSummary: asked(
    "user_summary",
    z.strictObject({
      profile: lines,
      preferences: lines,
      work: lines,
      environment: lines,
      constraints: lines,
    }),
  ),
  records: asked(
    "records",
    z.strictObject({ episodes: z.array(episode), procedures: z.array(procedure) }),
  ),
  description: asked(
    "description",
    z.strictObject({ profile: z.string(), observations: z.array(observation) }),
  ),
  emotion: asked("emotion", z.strictObject({ emotion })),
} as const;
