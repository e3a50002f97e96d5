import type { Event } from "../memory/event.ts";
import type { EntityId } from "../memory/ids.ts";
import type { UserSettings } from "../memory/user-settings.ts";
import type { Verdict } from "../models/port.ts";
import type { Answer } from "../models/answer.ts";
import type { SpaceStore } from "../store/port.ts";
import type { Snapshot } from "./draft/snapshot.ts";
import type { Meter } from "./meter.ts";
import type { StageTrace, WriteServices } from "./services.ts";
import type { WriteSettings } from "./settings.ts";
import type { VectorSource } from "./vectors/vectors.ts";

/** One event on its way through the pipeline. */
export interface Work {
  readonly services: WriteServices;
  readonly space: SpaceStore;
  /** The space at the beginning of the work. */
  readonly snapshot: Snapshot;
  readonly settings: WriteSettings;
  /** The settings of the user, as they were read first. */
  readonly userSettings: () => Promise<UserSettings>;
  readonly event: Event;
  /** Whether the message asks to remember a fact that was extracted from it. */
  readonly isRequested: (factText: string) => boolean;
  readonly vectors: VectorSource;
  readonly meter: Meter;
  /** The signal that aborts all model calls of this write. */
  readonly signal: AbortSignal;
  /** Milliseconds until the signal aborts. */
  readonly remaining: () => number;
  readonly judges: {
    /** The meaning of new facts for similar ones; null for a fact without an answer. */
    readonly reconcile: JudgeAnswers<readonly (Verdict | null)[]>;
    /** Resolves to the id of the known entity to which an ambiguous name refers; null for none. */
    readonly disambiguate: JudgeAnswers<EntityId | null>;
  };
}

/** A stage takes the work and the results of earlier stages. `data` goes into the trace. */
export type Stage<In, Out> = (
  work: Work,
  input: In,
) => Promise<{ readonly value: Out; readonly data?: StageTrace["data"] }>;

/**
 * The answers of a judge by question: a repeated question, such as by a stage that runs again on a
 * moved head, gets the same answer.
 */
export class JudgeAnswers<T> {
  readonly #answers = new Map<string, Promise<Answer<T>>>();
  readonly #meter: Meter;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /**
   * The answer to a question, for which `ask` is called only the first time. If `ask` throws, this
   * call and later ones reject with its error.
   */
  of(question: unknown, ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
    const key = JSON.stringify(question);
    const answer = this.#answers.get(key) ?? this.#meter.counting(ask());
    this.#answers.set(key, answer);
    return answer;
  }
}
