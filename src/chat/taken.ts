import type { Event } from "../memory/event.ts";
import type { Session } from "../memory/session.ts";
import type { TimePoint } from "../memory/time.ts";
import type { ChatRequest } from "./request.ts";

/** A message that is on record, and is to be replied to. */
export interface Taken {
  readonly request: ChatRequest;
  readonly session: Session;
  readonly event: Event;
  readonly repeated: boolean;
  /** Whether the event is on record: not where the user lets nobody remember it. */
  readonly logged: boolean;
  readonly at: TimePoint;
  readonly started: number;
}
