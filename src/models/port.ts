/**
 * The models port: the tasks of memory for a language model. It has two adapters, `openai` and
 * `offline` (deterministic rules and a hashing embedder). A task that fails rejects with a
 * ModelUnavailable. The caller then continues without it as far as possible, and never loses a
 * message.
 */
import type { ReconcileAction } from "../memory/decision.ts";
import type { Emotion } from "../memory/event.ts";
import type { Polarity } from "../memory/fact.ts";
import type { ImportanceCategory } from "../memory/importance.ts";
import type { Instant, Precision } from "../memory/time.ts";
import type { TimeZone } from "../memory/time-zone.ts";
import type { DeriveTasks } from "./derive-tasks.ts";
import { NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import type { Answer, Call } from "./answer.ts";

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
 * After these faults no other model is asked: the credentials are wrong, the time is up, nobody
 * waits for the answer, or the input itself is the cause.
 */
export const FINAL_FAULTS: ReadonlySet<ModelFault> = new Set([
  "UNAUTHORIZED",
  "DEADLINE",
  "CANCELLED",
  "CUT_OFF",
  "QUOTA",
]);

/**
 * The rejection of a task. The message is for operators: it names the model and the failure, and
 * quotes no prompt, message or key.
 */
export class ModelUnavailable extends Error {
  /** The cost of the failed task. It counts like that of an answer. */
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

/** The fault of a task whose caller aborted it: by a timeout, or because nobody waits for it. */
export const faultOfAbort = ({ reason }: AbortSignal): "DEADLINE" | "CANCELLED" =>
  reason instanceof Error && reason.name === "TimeoutError" ? "DEADLINE" : "CANCELLED";

/**
 * The known facts about the speaker, about an entity that the message names, or about one in the
 * last statements.
 */
export interface KnownEntity {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  /**
   * The facts that matter most for the message: about the entity, and about others that mention it.
   */
  readonly facts: readonly KnownFact[];
}

/** A known fact in the form for extraction. */
export interface KnownFact {
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
  /** Null for an unknown start. */
  readonly from: Instant | null;
  /** Null for an open end. */
  readonly to: Instant | null;
}

/** What a recent message begins with that the agent wrote. */
export const FROM_AGENT = "(agent) ";

export interface ExtractionInput {
  readonly message: string;
  /** The name of the speaker. */
  readonly speaker: string;
  /** Whether the speaker has a real name; otherwise the speaker is called `user`. */
  readonly speakerNamed: boolean;
  readonly occurredAt: Instant;
  /** The time zone in which day words are read. */
  readonly timeZone: TimeZone;
  /** The messages before it, oldest first. One of the agent begins with `FROM_AGENT`. */
  readonly recentMessages: readonly string[];
  readonly knownEntities: readonly KnownEntity[];
  /**
   * Entities of the speaker's last statements besides the known ones. Only a correcting fact may be
   * about them.
   */
  readonly toldLast?: readonly KnownEntity[] | undefined;
  /** Who may be meant without being named, each with the known facts with the words sought. */
  readonly mayBeMeant?: readonly KnownEntity[] | undefined;
  /** Whether profiles are wanted. Default: true. */
  readonly wantsProfiles?: boolean | undefined;
}

/**
 * A turn of a session, one of several that are read together. All have the same speaker, and share
 * the known facts.
 */
export interface TurnInput extends ExtractionInput {
  /** The messages of others since the previous turn. */
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
  /**
   * DELETE: the message takes back a known fact, and this text says so. The polarity is ENDED or
   * NEVER.
   */
  readonly action: "NEW" | "UPDATE" | "DELETE";
  /** ENDED and NEVER apply to `value`, or to the whole slot if it is null. */
  readonly polarity: Polarity;
  /** 0.95 explicit, 0.80 strong inference, 0.60 weak inference, 0.40 speculation. */
  readonly confidence: number;
  /** Null if the model gives none; then that of the slot counts. */
  readonly category: ImportanceCategory | null;
  /** The slot, in snake_case, and its value. The value is the name of an entity if it has one. */
  readonly slot: string | null;
  readonly value: string | null;
  /**
   * The narrower name by which the message refers to a slot with several values: `dog` for a pet.
   * Default: `slot` as given. An UPDATE replaces the other values of the label.
   */
  readonly label: string | null;
  /**
   * The time from which it is true, if the message states it: the start of the day, month or year
   * that it names. With ENDED: the time at which it ended.
   */
  readonly validFrom: Instant | null;
  /** Null if `validFrom` is. */
  readonly fromPrecision: Precision | null;
  /**
   * The time at which it ends or ended, if the message states it: the first instant at which it is
   * no longer true.
   */
  readonly validTo: Instant | null;
  /** Null if `validTo` is. */
  readonly toPrecision: Precision | null;
  /**
   * Whether it says that the state that began at `validFrom` still holds: "in Pune since January",
   * but not "moved to Pune in January".
   */
  readonly still: boolean;
  /**
   * The known fact that was a mistake and that this one corrects: "Sorry, I meant Anna". Null for a
   * new fact.
   */
  readonly corrects: CorrectedFact | null;
  /**
   * Who is meant by "we" in "We moved to Bergen": the household of the subject, or those whom the
   * message names together with the subject before, by name. Null if it is said of the subject only.
   */
  readonly together: "HOUSEHOLD" | readonly string[] | null;
  /**
   * Of two who share a home, the name of the one who moves into the home of the other: Lewis in
   * "Lewis has moved in with Sam". Null if neither is known to.
   */
  readonly movesIn: string | null;
  /** The relations that the fact states, by the names of the entities. */
  readonly relations: readonly ExtractedRelation[];
}

/** Identifies a known fact by its content. */
export interface CorrectedFact {
  /**
   * The name of its primary entity. Null if the message does not say what it corrects ("Sorry, I
   * meant Hanna", "No, 13 March"). It then means the last statements of the speaker, and only
   * `value` (the correct words: "Hanna", "13 March") and the dates of the correcting fact count.
   */
  readonly subject: string | null;
  readonly slot: string | null;
  /** The value that was wrong; null if the message does not repeat it. */
  readonly value: string | null;
}

/** The fields of a plain fact that holds, as defaults. */
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
  together: null,
  movesIn: null,
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

/** A known fact about somebody else than the subject of the new one. */
export interface FactOfOther {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
  /** The narrower name of a slot with several values: `flatmate` for a roommate. */
  readonly label: string | null;
}

/** A new fact, and the known facts with which it is compared. */
export interface ReconciliationQuestion {
  readonly fact: Pick<ExtractedFact, "subject" | "text" | "action" | "slot" | "value"> & {
    /** Whether it was over before it was said: "was married to Ana until 2019". */
    readonly isOver?: boolean;
  };
  readonly candidates: readonly {
    readonly id: string;
    readonly text: string;
    readonly slot: string | null;
    readonly value: string | null;
    /** The narrower name in a slot with several values: `dog` for a pet. */
    readonly label: string | null;
    readonly validFrom: Instant;
    readonly similarity: number;
  }[];
  /**
   * Known facts about others that mention the subject. Only a judge with rules on words gets them.
   */
  readonly ofOthers?: readonly FactOfOther[] | undefined;
}

/** The facts of one message to judge. */
export interface ReconciliationInput {
  readonly occurredAt: Instant;
  readonly questions: readonly ReconciliationQuestion[];
}

export interface Verdict {
  readonly action: ReconcileAction;
  /**
   * The id of the candidate that the fact confirms, replaces or closes. Null with ADD, and if the
   * model named an unknown candidate; the caller refuses such a verdict.
   */
  readonly candidate: string | null;
  readonly reason: string;
  /**
   * The ids of further known facts that end with the statement, whatever its action: what held of
   * the dead. Ids of unknown facts are ignored.
   */
  readonly alsoEnds?: readonly string[];
  /** Known facts that hold in other words from the statement on. */
  readonly handsOver?: readonly HandedOver[];
}

/**
 * The words in which a known fact holds from a statement on: "uses Linear" of "uses Trello", after
 * "switched from Trello to Linear".
 */
export interface HandedOver {
  /** The id of the known fact. */
  readonly id: string;
  readonly text: string;
  readonly value: string | null;
}

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

/**
 * Turns texts into vectors, and says how its vectors may be used. Thresholds and weights depend on
 * it.
 */
export interface Embedder {
  /** Stored with every vector. Vectors of two embedders are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Whether every batch is a request, so that a write should embed all its texts in one batch. */
  readonly remote: boolean;
  /** Returns one vector of unit length per text. */
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
  /** Whether extraction uses known facts, so that they are worth reading. */
  readonly usesKnownFacts: boolean;
  /**
   * The words of the known facts that show whom a message is about without naming them; extraction
   * gets these facts. Empty for a message that names them, and absent if no message needs it.
   */
  wordsOfUnnamed?(message: string): readonly string[];
  /** Whether `extract` also returns the emotion, so that `detectEmotion` is not needed. */
  readonly extractionIncludesEmotion: boolean;
  /**
   * Whether `reconcile` understands texts. Rules compare only slots and values, so they are not
   * asked about a fact whose slot has no known value.
   */
  readonly judgesMeaning: boolean;
  readonly embedder: Embedder;
  /** Extracts entities, facts and relations in one call, with the known facts. */
  extract(input: ExtractionInput, call?: Call): Promise<Answer<Extraction>>;
  /**
   * Extracts like `extract` from consecutive turns in one call. Returns an extraction per turn, in
   * order; null for an omitted turn. Absent if it takes as much work as reading each turn
   * separately.
   */
  extractTurns?(
    turns: readonly TurnInput[],
    call?: Call,
  ): Promise<Answer<readonly (Extraction | null)[]>>;
  /** Extracts in small steps, without known facts. Called when `extract` has failed. */
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
   * Judges what the new facts of a message mean for their candidates, in one call. Returns a
   * verdict per question, in order; null for an unanswered one.
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
