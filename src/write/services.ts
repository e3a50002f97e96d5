import type { NewId } from "../memory/ids.ts";
import type { Models } from "../models/port.ts";
import type { Spending } from "../store/charge-meter.ts";
import type { SpaceStore } from "../store/port.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { StageTrace } from "./report.ts";
import type { WriteSettings } from "./settings.ts";

/** A log for the operator, of what goes wrong without an error for the client. */
export interface Log {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}

/** What a write needs from outside. */
export interface WriteServices {
  readonly models: Models;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: NewId;
  readonly settings: WriteSettings;
  /** The slots that facts are compared by. */
  readonly vocabulary: Vocabulary;
  readonly log: Log;
  /**
   * Called when an event of a space stays pending, with the cause, so that it is retried
   * (`PendingEvents`).
   */
  readonly onPending: (space: SpaceStore, fault: unknown) => void;
  /**
   * What the current request has spent at the store so far. Omitted where the store charges
   * nothing.
   */
  readonly storeSpending?: (() => Spending) | undefined;
  /** Called for every stage that has ended, for metrics. */
  readonly onStage?: ((stage: StageTrace) => void) | undefined;
}
