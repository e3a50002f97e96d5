import type { SessionId } from "../../memory/ids.ts";
import type { TurnState } from "../../memory/session.ts";
import type { SpaceStore } from "../../store/port.ts";
import {
  BATCHES,
  stateOf,
  SUMMARY,
  TIERED,
  type Batch,
  type SessionSummary,
} from "./kept-state.ts";

/** Tells of the turns of a session, by their sequence numbers, what has become of them. One store call. */
export const turnStates = async (
  space: SpaceStore,
  session: SessionId,
): Promise<(seq: number) => TurnState> => {
  const notes = await space.notes(session, TIERED);
  const valueOf = <T>(value: unknown): T => (value as { readonly value: T }).value;
  const batches = notes
    .filter(({ path }) => path.startsWith(BATCHES))
    .map(({ value }) => valueOf<Batch>(value));
  const summary = notes.find(({ path }) => path === SUMMARY);
  return (seq) => stateOf(seq, batches, summary && valueOf<SessionSummary>(summary.value));
};
