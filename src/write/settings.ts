import { z } from "zod";
import { timeZoneOf } from "../memory/time-zone.ts";
import { Problem } from "../memory/problem.ts";

/**
 * The settings of the pipeline, each of which a call may override. A similarity of `null` is the
 * embedder's own.
 */
const settings = z.strictObject({
  /** Maximum number of seconds that all model calls of one write may take together. */
  extractionTimeoutSeconds: z.number().positive().max(600).default(30),
  /** The time zone for reading the message; null for the next one (`message-zone.ts`). */
  timeZone: z
    .string()
    .transform((text, context) => {
      const zone = timeZoneOf(text);
      if (zone === null) context.addIssue({ code: "custom", message: "is not a time zone" });
      return zone;
    })
    .nullable()
    .default(null),
  /** Whether extraction gets the known facts about the entities in the message. */
  informedExtraction: z.boolean().default(true),
  /** Number of recalled facts of the speaker and of each recognised entity. */
  knownFactsPerEntity: z.int().min(0).max(100).default(10),
  /** Maximum number of tokens of all known facts that extraction gets. */
  knownTokens: z.int().min(0).max(8000).default(800),
  /** Whether extraction is asked for profiles of the entities in a message. */
  profiles: z.boolean().default(true),
  /** Cosine above which two facts of one message count as duplicates. */
  nearDuplicate: z.number().min(0).max(1).nullable().default(null),
  /** Cosine from which a name refers to a known entity. */
  sameName: z.number().min(0).max(1).default(0.85),
  /** Cosine from which a name is ambiguous, so that the model is called. */
  doubtfulName: z.number().min(0).max(1).default(0.5),
  /** Whether the model is called for ambiguous names. If not, they become new entities. */
  disambiguate: z.boolean().default(true),
  /** Number of candidates for an ambiguous name that the model gets. */
  nameCandidates: z.int().min(1).max(10).default(3),
  /** Cosine below which a fact is new without calling the model. */
  related: z.number().min(0).max(1).nullable().default(null),
  /** Number of candidates for a fact that the model gets. */
  factCandidates: z.int().min(1).max(50).default(5),
  /** Whether a relation without a fact gets a mirror fact. */
  mirrorFacts: z.boolean().default(true),
  mirrorConfidence: z.number().min(0).max(1).default(0.6),
  /**
   * Confidence from which a fact of a session is promoted when it recurs, or is confirmed in
   * another session.
   */
  promoteConfidence: z.number().min(0).max(1).default(0.8),
  /** Number of confirmations in its own session after which a fact counts as recurring. */
  promoteConfirmations: z.int().min(1).max(100).default(2),
  /**
   * Number of turns with questions about an entity after which the user is interested in it
   * (INTERESTED_IN).
   */
  interestAfter: z.int().min(2).max(100).default(3),
  /** Confidence below which facts are dropped. */
  minConfidence: z.number().min(0).max(1).default(0),
});

export type WriteSettings = z.infer<typeof settings>;

export const DEFAULT_WRITE_SETTINGS: WriteSettings = settings.parse({});

const knownSettings = new Set(Object.keys(settings.shape));

/**
 * The settings of one call. Throws INVALID_OVERRIDE with every key that is unknown or has an
 * invalid value.
 */
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
    `config: ${faults.join("; ")}. Settings are ${[...knownSettings].join(", ")}.`,
  );
};
