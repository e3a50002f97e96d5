import type { NewId } from "../memory/ids.ts";
import type { Models } from "../models/port.ts";
import type { Spending } from "../store/charge-meter.ts";
import type { SpaceStore } from "../store/port.ts";
import type { StageTrace } from "./report.ts";
import type { WriteSettings } from "./settings.ts";

/** Something went wrong that a client is not told: where an operator reads it. */
export interface Log {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}

/** What writing needs from outside. */
export interface WriteServices {
  readonly models: Models;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: NewId;
  readonly settings: WriteSettings;
  readonly log: Log;
  /** Told when an event of a space stayed pending, and why, so that it is tried again (`PendingEvents`). */
  readonly onPending: (space: SpaceStore, fault: unknown) => void;
  /** What the request under way has spent at the store so far; left out where the store charges nothing. */
  readonly spent?: (() => Spending) | undefined;
  /** Told of every stage that has ended, for metrics. */
  readonly onStage?: ((stage: StageTrace) => void) | undefined;
}
