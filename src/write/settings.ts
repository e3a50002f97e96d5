import { z } from "zod";
import { Problem } from "../memory/problem.ts";

/** Every threshold of the pipeline (DESIGN.md §3), each of which one call may override. `null` leaves a similarity to the embedder. */
const settings = z.strictObject({
  /** Seconds that all model calls of one write may take together. */
  extractionTimeoutSeconds: z.number().positive().max(600).default(30),
  /** Whether extraction is told what is known (DESIGN.md §3, stages 5 and 6). */
  informedExtraction: z.boolean().default(true),
  /** Facts that are recalled for a recognised entity without a profile. */
  knownFactsPerEntity: z.int().min(0).max(100).default(10),
  /** Tokens of everything that extraction is told of what is known. */
  knownTokens: z.int().min(0).max(8000).default(800),
  /** Cosine from which two facts of one message are one. */
  nearDuplicate: z.number().min(0).max(1).nullable().default(null),
  /** Cosine from which a name is that of a known entity. */
  sameName: z.number().min(0).max(1).default(0.85),
  /** Cosine from which a name is doubtful and a model is asked. */
  doubtfulName: z.number().min(0).max(1).default(0.5),
  /** Whether a model is asked about doubtful names; if not, they are new entities. */
  disambiguate: z.boolean().default(true),
  /** Candidates that are shown to the model for a doubtful name. */
  nameCandidates: z.int().min(1).max(10).default(3),
  /** Cosine below which a fact is new without asking. */
  related: z.number().min(0).max(1).nullable().default(null),
  /** Candidates that are shown to the model that reconciles. */
  factCandidates: z.int().min(1).max(50).default(5),
  /** Whether a relation without a fact gets a mirror fact. */
  mirrorFacts: z.boolean().default(true),
  mirrorConfidence: z.number().min(0).max(1).default(0.6),
  /** Confidence from which a fact of a session is kept beyond it where it recurs, or is confirmed in another session (DESIGN.md §5, TIERED). */
  promoteConfidence: z.number().min(0).max(1).default(0.8),
  /** Confirmations by messages of its own session after which a confident fact counts as recurring. */
  promoteConfirmations: z.int().min(1).max(100).default(2),
  /** Turns in which an entity is asked about until the user takes an interest in it (INTERESTED_IN). */
  interestAfter: z.int().min(2).max(100).default(3),
  /** Facts below this confidence are not kept. */
  minConfidence: z.number().min(0).max(1).default(0),
});

export type WriteSettings = z.infer<typeof settings>;

export const DEFAULT_WRITE_SETTINGS: WriteSettings = settings.parse({});

const known = new Set(Object.keys(settings.shape));

/** The settings of one call. Throws INVALID_OVERRIDE, naming every key that is unknown or of the wrong type. */
export const withOverrides = (base: WriteSettings, overrides: unknown): WriteSettings => {
  if (overrides === null || overrides === undefined) return base;
  if (typeof overrides !== "object" || Array.isArray(overrides))
    throw new Problem("INVALID_OVERRIDE", "config must be an object of settings.");
  const result = settings.safeParse({ ...base, ...overrides });
  if (result.success) return result.data;
  const faults = result.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => `${key} is not a setting`)
      : [`${issue.path.join(".")}: ${issue.message}`],
  );
  throw new Problem(
    "INVALID_OVERRIDE",
    `config: ${faults.join("; ")}. Settings are ${[...known].join(", ")}.`,
  );
};
