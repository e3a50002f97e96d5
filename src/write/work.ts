import type { Event } from "../memory/event.ts";
import type { EntityId } from "../memory/ids.ts";
import type { UserSettings } from "../memory/memory-settings.ts";
import type { Answer, Verdict } from "../models/port.ts";
import type { SpaceStore } from "../store/port.ts";
import type { Snapshot } from "./draft/snapshot.ts";
import type { Meter } from "./meter.ts";
import type { StageTrace } from "./report.ts";
import type { WriteServices } from "./services.ts";
import type { WriteSettings } from "./settings.ts";
import type { VectorSource } from "./vectors/vectors.ts";

/** One event on its way through the pipeline. */
export interface Work {
  readonly services: WriteServices;
  readonly space: SpaceStore;
  /** The space as it was when the work began. */
  readonly snapshot: Snapshot;
  readonly settings: WriteSettings;
  /** The user's settings, as they were when they were first asked for. */
  readonly userSettings: () => Promise<UserSettings>;
  readonly event: Event;
  /** Whether the message requests to remember a fact drawn from it. */
  readonly isRequested: (factText: string) => boolean;
  readonly vectors: VectorSource;
  readonly meter: Meter;
  /** Aborts all model calls of this write together. */
  readonly signal: AbortSignal;
  /** Milliseconds until the signal aborts. */
  readonly remaining: () => number;
  readonly judges: {
    /** What the new facts mean beside similar ones; null for one that was left unanswered. */
    readonly reconcile: JudgeAnswers<readonly (Verdict | null)[]>;
    /** Which known entity a doubtful name means: its id, or null for none. */
    readonly disambiguate: JudgeAnswers<EntityId | null>;
  };
}

/** A stage takes the work and what earlier stages gave. `data` goes into the trace. */
export type Stage<In, Out> = (
  work: Work,
  input: In,
) => Promise<{ readonly value: Out; readonly data?: StageTrace["data"] }>;

/**
 * The answers of a judge by question: whoever asks again, such as a stage that runs again on a
 * moved head, gets the same answer.
 */
export class JudgeAnswers<T> {
  readonly #answers = new Map<string, Promise<Answer<T>>>();
  readonly #meter: Meter;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /**
   * The answer to a question, which is asked by `ask` the first time only. Rejects, also the next
   * time, with what asking threw.
   */
  of(question: unknown, ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
    const key = JSON.stringify(question);
    const answer = this.#answers.get(key) ?? this.#meter.counting(ask());
    this.#answers.set(key, answer);
    return answer;
  }
}
