import type { NewId } from "../memory/ids.ts";
import type { Models } from "../models/port.ts";
import type { Spending } from "../store/charge-meter.ts";
import type { SpaceStore } from "../store/port.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { WriteSettings } from "./settings.ts";
import type { TokenUsage } from "../memory/usage.ts";

/** Log for the operator, for failures that are not errors for the client. */
export interface Log {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}

/** The cost of one stage of a write, and its data. */
export interface StageTrace {
  readonly stage: string;
  readonly durationMs: number;
  readonly modelCalls: number;
  readonly tokens: TokenUsage;
  /** Number of requests to a store that charges, and the request units charged. */
  readonly storeRequests: number;
  readonly requestUnits: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The external services of a write. */
export interface WriteServices {
  readonly models: Models;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: NewId;
  readonly settings: WriteSettings;
  /** The slots by which facts are compared. */
  readonly vocabulary: Vocabulary;
  readonly log: Log;
  /**
   * Called when an event of a space stays pending, with the cause, to schedule a retry
   * (`PendingEvents`).
   */
  readonly onPending: (space: SpaceStore, fault: unknown) => void;
  /** Current store cost of the request. Omitted if the store charges nothing. */
  readonly storeSpending?: (() => Spending) | undefined;
  /** Called for every finished stage, for metrics. */
  readonly onStage?: ((stage: StageTrace) => void) | undefined;
}
