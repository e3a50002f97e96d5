/**
 * The models port, at the level of the tasks that memory has for a language model. Two adapters: `openai`, and `offline`
 * (deterministic rules and a hashing embedder). A task that fails rejects with a ModelUnavailable; the stage that asked degrades as
 * DESIGN.md §3 tells.
 */
import type { Verdicts } from "../memory/decision.ts";
import type { Emotion } from "../memory/event.ts";
import type { ImportanceCategory } from "../memory/importance.ts";
import type { Instant } from "../memory/time.ts";
import type { DeriveTasks } from "./derive-tasks.ts";
import { NO_TOKENS, type TokenUsage } from "../memory/usage.ts";

/** What a task gave, and what it cost. */
export interface Answer<T> {
  readonly value: T;
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** Which model answered: `offline`, or its name. */
  readonly model: string;
  /** What went otherwise than it should on the way, for the trace: attempts in vain, items that were refused. Nothing that anybody said. */
  readonly notes?: readonly string[] | undefined;
}

/**
 * Why a model gave no answer:
 * - UNAUTHORIZED: the endpoint refuses the credentials; nobody is asked again;
 * - RATE_LIMITED, UNAVAILABLE, TIMEOUT: the endpoint did not serve this time;
 * - REFUSED, FILTERED: the model, or a filter before or behind it, would not answer this;
 * - REJECTED: the request itself is refused, by a model that is unknown or a text that is too long;
 * - UNREADABLE: it answered, and nothing in the answer is what was asked for;
 * - WRONG_VECTORS: an embedding that is not what was configured;
 * - DEADLINE, CANCELLED: the time was up, or the caller gave up.
 */
export type ModelFault =
  | "UNAUTHORIZED"
  | "RATE_LIMITED"
  | "UNAVAILABLE"
  | "TIMEOUT"
  | "REFUSED"
  | "FILTERED"
  | "REJECTED"
  | "UNREADABLE"
  | "WRONG_VECTORS"
  | "DEADLINE"
  | "CANCELLED";

/** After these nobody else need be asked: the credentials are refused, the time is up, or nobody waits for the answer. */
export const FINAL_FAULTS: ReadonlySet<ModelFault> = new Set([
  "UNAUTHORIZED",
  "DEADLINE",
  "CANCELLED",
]);

/** What a task rejects with. The message is for operators: it names the model and what happened, and quotes no prompt, no message and no key. */
export class ModelUnavailable extends Error {
  /** What was spent in vain, which counts like what was spent on an answer. */
  calls = 0;
  tokens: TokenUsage = NO_TOKENS;

  constructor(
    readonly kind: ModelFault,
    message: string,
  ) {
    super(message);
    this.name = "ModelUnavailable";
  }
}

export interface Call {
  /** Aborts the task: the deadline of the whole chain, or a client that went away. */
  readonly signal?: AbortSignal | undefined;
}

/** What is known already of an entity that the message names. */
export interface KnownEntity {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  readonly profile: string | null;
  /** Its most relevant facts, where it has no profile. */
  readonly facts: readonly string[];
}

export interface ExtractionInput {
  readonly message: string;
  /** The name of the one who speaks. */
  readonly speaker: string;
  /** Whether the speaker has a real name, or is only called `user`. */
  readonly speakerNamed: boolean;
  readonly occurredAt: Instant;
  readonly recentMessages: readonly string[];
  readonly known: readonly KnownEntity[];
}

export interface ExtractedEntity {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
}

export interface ExtractedFact {
  /** The name of the primary entity. */
  readonly subject: string;
  /** Self-contained: it carries the subject's name. In the language of the message. */
  readonly text: string;
  /** DELETE: the message takes back what was known, and this text says so. */
  readonly action: "NEW" | "UPDATE" | "DELETE";
  /** 0.95 explicit, 0.80 strong inference, 0.60 weak inference, 0.40 speculation. */
  readonly confidence: number;
  readonly category: ImportanceCategory;
  /** The single-valued attribute, in snake_case, and its value. With DELETE: what to take back. */
  readonly slot: string | null;
  readonly value: string | null;
  /** When it became true, where the message says so: the start of the day, month or year that it names. */
  readonly validFrom: Instant | null;
  /** When it ends or ended, where the message says so. */
  readonly validTo: Instant | null;
}

export interface ExtractedRelation {
  readonly source: string;
  /** snake_case. */
  readonly type: string;
  readonly target: string;
}

export interface Extraction {
  readonly entities: readonly ExtractedEntity[];
  readonly facts: readonly ExtractedFact[];
  readonly relations: readonly ExtractedRelation[];
  /** Profiles that take the new message into account, by entity name. */
  readonly profiles: readonly { readonly name: string; readonly profile: string }[];
  /** The name under which the speaker introduces itself, only where it does so in so many words. */
  readonly selfName: string | null;
  /** Where the same call tells it. */
  readonly emotion: Emotion | null;
}

export interface ReconciliationInput {
  readonly fact: Pick<ExtractedFact, "subject" | "text" | "action" | "slot" | "value">;
  readonly occurredAt: Instant;
  readonly candidates: readonly {
    readonly id: string;
    readonly text: string;
    readonly slot: string | null;
    readonly value: string | null;
    readonly validFrom: Instant;
    readonly similarity: number;
  }[];
}

export interface Verdict {
  readonly action: Verdicts;
  /** The candidate that it confirms, replaces or closes; null with ADD, and where none was named that was given: such a verdict is refused. */
  readonly candidate: string | null;
  readonly reason: string;
}

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

/** How the vectors of an embedder may be used: thresholds and weights belong to it. */
export interface Embedder {
  /** On record with every vector; vectors of two embedders are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Whether every batch is a request, so that all that a write wants is best asked for at once. */
  readonly remote: boolean;
  /** One vector of unit length per text, in one batch. */
  embed(texts: readonly string[], call?: Call): Promise<Answer<Float32Array[]>>;
  /** Cosine from which two facts may concern the same thing. */
  readonly related: number;
  /** Cosine from which two facts of one message say the same. */
  readonly nearDuplicate: number;
  /** Whether similarity may decide by itself that names or facts mean the same; if not, rules on names, slots and values do. */
  readonly decides: boolean;
  /** Weight of the vector list in reciprocal rank fusion, the full-text list weighing 1. */
  readonly fusionWeight: number;
}

export interface Models extends DeriveTasks {
  /** What extracts: `offline`, or the model's name. */
  readonly extractor: string;
  /** What replies: `offline`, or the model's name. */
  readonly replier: string;
  /** Whether extraction makes use of the facts that are known, so that they are worth fetching. */
  readonly readsKnownFacts: boolean;
  /** Whether `extract` tells the emotion too, so that `detectEmotion` need not be asked. */
  readonly extractionTellsEmotion: boolean;
  readonly embedder: Embedder;
  /** Entities, facts and relations in one call, given what is known. */
  extract(input: ExtractionInput, call?: Call): Promise<Answer<Extraction>>;
  /** The same in small steps, without what is known: asked where `extract` failed. */
  extractBlind(input: ExtractionInput, call?: Call): Promise<Answer<Extraction>>;
  /** Null where the message shows none. */
  detectEmotion(message: string, call?: Call): Promise<Answer<Emotion | null>>;
  /** Which of the candidates a name means; null for none of them. */
  disambiguate(
    input: {
      readonly name: string;
      readonly type: string;
      readonly message: string;
      readonly candidates: readonly {
        readonly id: string;
        readonly name: string;
        readonly type: string;
        readonly about: string;
      }[];
    },
    call?: Call,
  ): Promise<Answer<string | null>>;
  reconcile(input: ReconciliationInput, call?: Call): Promise<Answer<Verdict>>;
  /** With `sections`, the summary is lines under these headings, or a plain list where there are none, as the instructions say. */
  summarise(
    input: {
      readonly instructions: string;
      readonly text: string;
      readonly previous: string | null;
      readonly sections?: readonly string[] | undefined;
    },
    call?: Call,
  ): Promise<Answer<string>>;
  reply(
    messages: readonly ChatMessage[],
    call?: Call,
  ): AsyncIterable<{ readonly text: string } | Answer<string>>;
}
