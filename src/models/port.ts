/**
 * The models port: the tasks that memory has for a language model. It has two adapters, `openai` and
 * `offline` (deterministic rules and a hashing embedder). A task that fails rejects with a
 * ModelUnavailable; the caller then goes on without it as far as it can, and never loses a message.
 */
import type { ReconcileAction } from "../memory/decision.ts";
import type { Emotion } from "../memory/event.ts";
import type { Polarity } from "../memory/fact.ts";
import type { ImportanceCategory } from "../memory/importance.ts";
import type { Instant, Precision } from "../memory/time.ts";
import type { TimeZone } from "../memory/time-zone.ts";
import type { DeriveTasks } from "./derive-tasks.ts";
import { NO_TOKENS, type TokenUsage } from "../memory/usage.ts";

/** The result of a task and its cost. */
export interface Answer<T> {
  readonly value: T;
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** The model that answered: `offline`, or its name. */
  readonly model: string;
  /** Irregularities for the trace: failed attempts, dropped items. They quote nothing that anybody said. */
  readonly notes?: readonly string[] | undefined;
}

/**
 * Why a model gave no answer:
 * - UNAUTHORIZED: the endpoint refuses the credentials; no other model is asked;
 * - RATE_LIMITED, UNAVAILABLE, TIMEOUT: the endpoint did not serve this request;
 * - REFUSED, FILTERED: the model, or a content filter, would not answer;
 * - REJECTED: the request is invalid, for example because the model is unknown or a text too long;
 * - UNREADABLE: the answer holds nothing of what was asked for;
 * - WRONG_VECTORS: an embedding is not what is configured;
 * - DEADLINE, CANCELLED: the time was up, or the caller gave up;
 * - QUOTA: the tenant has used the tokens that it may use in a day.
 * - CUT_OFF: the work on this input was ended by force, since it took too much time or memory.
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
  | "CANCELLED"
  | "CUT_OFF"
  | "QUOTA";

/**
 * After these faults no other model is asked: the credentials are wrong, the time is up, nobody waits
 * for the answer, or the input itself is the cause.
 */
export const FINAL_FAULTS: ReadonlySet<ModelFault> = new Set([
  "UNAUTHORIZED",
  "DEADLINE",
  "CANCELLED",
  "CUT_OFF",
  "QUOTA",
]);

/**
 * The rejection of a task. The message is for operators: it names the model and what happened, and
 * quotes no prompt, message or key.
 */
export class ModelUnavailable extends Error {
  /** The cost of the failed task; it counts like that of an answer. */
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
  /** Aborts the task: at the caller's deadline, or when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which the signal will abort, where that is known: the task plans its attempts by it. */
  readonly timeoutMs?: number | undefined;
}

/** What is already known of the speaker, of an entity that the message names, or of one that they told of last. */
export interface KnownEntity {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  /** The facts that matter most beside the message: about it, and about others that mention it. */
  readonly facts: readonly KnownFact[];
}

/** A known fact, as extraction is told of it. */
export interface KnownFact {
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
  /** Null for an unknown start. */
  readonly from: Instant | null;
  /** Null for an open end. */
  readonly to: Instant | null;
}

export interface ExtractionInput {
  readonly message: string;
  /** The name of the speaker. */
  readonly speaker: string;
  /** Whether the speaker has a real name; otherwise the speaker is called `user`. */
  readonly speakerNamed: boolean;
  readonly occurredAt: Instant;
  /** The time zone in which day words are read. */
  readonly timeZone: TimeZone;
  readonly recentMessages: readonly string[];
  readonly knownEntities: readonly KnownEntity[];
  /**
   * What the speaker told last of other entities than the known: only a fact that corrects it may speak
   * of them.
   */
  readonly toldLast?: readonly KnownEntity[] | undefined;
  /** Whether profiles are asked for. Default: true. */
  readonly wantsProfiles?: boolean | undefined;
}

/** A turn of a session, one of several that are read together. All are by the same speaker, and share what is known. */
export interface TurnInput extends ExtractionInput {
  /** What others said since the turn before. */
  readonly saidBefore: readonly string[];
}

export interface ExtractedEntity {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
}

export interface ExtractedFact {
  /** The name of the primary entity. */
  readonly subject: string;
  /** Self-contained: it includes the subject's name. In the language of the message. */
  readonly text: string;
  /** DELETE: the message takes back a known fact, and this text says so; its polarity is ENDED or NEVER. */
  readonly action: "NEW" | "UPDATE" | "DELETE";
  /** ENDED and NEVER speak of `value`, or of the whole slot where it is null. */
  readonly polarity: Polarity;
  /** 0.95 explicit, 0.80 strong inference, 0.60 weak inference, 0.40 speculation. */
  readonly confidence: number;
  /** Null where the model tells none: that of the slot counts. */
  readonly category: ImportanceCategory | null;
  /** The slot, in snake_case, and its value: the name of the value's entity where it has one. */
  readonly slot: string | null;
  readonly value: string | null;
  /**
   * The narrower name by which the message speaks of a slot with several values: `dog` of a pet.
   * Default: that of `slot` as it is given. An UPDATE takes the place of the other values of it.
   */
  readonly label: string | null;
  /** When it became true, if the message says so: the start of the day, month or year that it names. With ENDED: when it ended. */
  readonly validFrom: Instant | null;
  /** Null where `validFrom` is. */
  readonly fromPrecision: Precision | null;
  /** When it ends or ended, if the message says so: the first instant at which it is true no more. */
  readonly validTo: Instant | null;
  /** Null where `validTo` is. */
  readonly toPrecision: Precision | null;
  /** Whether it says that what began at `validFrom` still holds: "in Pune since January", but not "moved to Pune in January". */
  readonly still: boolean;
  /** The known fact that was a mistake and that this one corrects: "Sorry, I meant Anna". Null for a fact that is news. */
  readonly corrects: CorrectedFact | null;
  /** The relations that the fact states, in the names of the entities. */
  readonly relations: readonly ExtractedRelation[];
}

/** Names a known fact by what it says. */
export interface CorrectedFact {
  /**
   * The name of its primary entity. Null where the message leaves open what it corrects ("Sorry, I
   * meant Hanna", "No, 13 March"): then what the speaker told last is meant, and of the correcting
   * fact only `value` (the words to put in place of the wrong ones: "Hanna", "13 March") and its dates
   * count.
   */
  readonly subject: string | null;
  readonly slot: string | null;
  /** The value that was wrong; null where the message does not repeat it. */
  readonly value: string | null;
}

/** What a fact does not state: the fields of one that simply holds. */
export const PLAIN_FACT = {
  action: "NEW",
  polarity: "HOLDS",
  slot: null,
  value: null,
  label: null,
  validFrom: null,
  fromPrecision: null,
  validTo: null,
  toPrecision: null,
  still: false,
  corrects: null,
  relations: [],
} as const satisfies Partial<ExtractedFact>;

export interface ExtractedRelation {
  readonly source: string;
  /** In snake_case. */
  readonly type: string;
  readonly target: string;
}

export interface Extraction {
  readonly entities: readonly ExtractedEntity[];
  readonly facts: readonly ExtractedFact[];
  readonly relations: readonly ExtractedRelation[];
  /** Profiles that include the new message, by entity name. */
  readonly profiles: readonly { readonly name: string; readonly profile: string }[];
  /** The name by which the speaker introduces themself, only if they do so explicitly. */
  readonly selfName: string | null;
  /** The emotion of the speaker, if the same call detects it. */
  readonly emotion: Emotion | null;
}

/** A new fact, and the known facts that are compared with it. */
export interface ReconciliationQuestion {
  readonly fact: Pick<ExtractedFact, "subject" | "text" | "action" | "slot" | "value">;
  /** At least one. */
  readonly candidates: readonly {
    readonly id: string;
    readonly text: string;
    readonly slot: string | null;
    readonly value: string | null;
    readonly validFrom: Instant;
    readonly similarity: number;
  }[];
}

/** Facts of one message that are to be judged. */
export interface ReconciliationInput {
  readonly occurredAt: Instant;
  readonly questions: readonly ReconciliationQuestion[];
}

export interface Verdict {
  readonly action: ReconcileAction;
  /**
   * The id of the candidate that the fact confirms, replaces or closes. Null with ADD, and if the
   * model named no candidate that it was given; the caller refuses such a verdict.
   */
  readonly candidate: string | null;
  readonly reason: string;
}

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

/** Turns texts into vectors, and says how its vectors may be used: thresholds and weights depend on it. */
export interface Embedder {
  /** Stored with every vector. Vectors of two embedders are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Whether every batch is a request, so that a write should embed all its texts in one batch. */
  readonly remote: boolean;
  /** Gives one vector of unit length per text. */
  embed(texts: readonly string[], call?: Call): Promise<Answer<Float32Array[]>>;
  /** Cosine from which two facts may concern the same thing. */
  readonly relatedSimilarity: number;
  /** Cosine from which two facts of one message say the same. */
  readonly duplicateSimilarity: number;
  /**
   * Whether similarity alone may decide that names or facts mean the same. If not, rules about
   * names, slots and values decide.
   */
  readonly similarityDecides: boolean;
  /** Weight of the vector list in reciprocal rank fusion; the full-text list has the weight 1. */
  readonly fusionWeight: number;
}

export interface Models extends DeriveTasks {
  /** The model that extracts: `offline`, or its name. */
  readonly extractor: string;
  /** The model that replies: `offline`, or its name. */
  readonly replier: string;
  /** Whether extraction uses known facts, so that they are worth loading. */
  readonly usesKnownFacts: boolean;
  /** Whether `extract` also gives the emotion, so that `detectEmotion` is not needed. */
  readonly extractionIncludesEmotion: boolean;
  /**
   * Whether `reconcile` understands texts. Rules compare slots and values only, so that they are not
   * asked about a fact whose slot has no known value.
   */
  readonly judgesMeaning: boolean;
  readonly embedder: Embedder;
  /** Extracts entities, facts and relations in one call that is given what is known. */
  extract(input: ExtractionInput, call?: Call): Promise<Answer<Extraction>>;
  /**
   * Extracts as `extract` does from consecutive turns in one call. Gives an extraction per turn, in order;
   * null for one that was left out. Absent where that is no less work than to read each by itself.
   */
  extractTurns?(
    turns: readonly TurnInput[],
    call?: Call,
  ): Promise<Answer<readonly (Extraction | null)[]>>;
  /** Extracts in small steps, without what is known. Called when `extract` has failed. */
  extractBlind(input: ExtractionInput, call?: Call): Promise<Answer<Extraction>>;
  /** The emotion of the speaker; null if the message shows none. */
  detectEmotion(message: string, call?: Call): Promise<Answer<Emotion | null>>;
  /** The id of the candidate that a name means; null for none of them. */
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
  /**
   * Judges what the new facts of a message mean for their candidates, in one call. Gives a verdict per
   * question, in order; null for one that was left unanswered.
   */
  reconcile(input: ReconciliationInput, call?: Call): Promise<Answer<readonly (Verdict | null)[]>>;
  /**
   * Summarises a text. With `sections`, the summary consists of lines under these headings, or of a
   * plain list if there are none, as the instructions say.
   */
  summarise(
    input: {
      readonly instructions: string;
      readonly text: string;
      readonly previous: string | null;
      readonly sections?: readonly string[] | undefined;
    },
    call?: Call,
  ): Promise<Answer<string>>;
  /** Streams a reply in pieces; the last item is the whole reply with its cost. */
  reply(
    messages: readonly ChatMessage[],
    call?: Call,
  ): AsyncIterable<{ readonly text: string } | Answer<string>>;
}
