import { later, type Instant } from "../memory/time.ts";
import { ScopedValue } from "../async/scoped-value.ts";

/**
 * The effect of a request on the record: its latest commit, or the fact that it emptied the space.
 */
type WitnessedCommit = Instant | "EMPTIED" | null;
const witnesses = new ScopedValue<{ newest: WitnessedCommit }>();

/** Runs `act`, which may read the latest commit that was made within it. */
export const witnessingCommits = <T>(act: () => T): T => witnesses.run({ newest: null }, act);

/** Called by the stores for every commit that they have written. */
export const witnessCommit = (recordedAt: Instant): void => {
  const witness = witnesses.current;
  if (!witness) return;
  const { newest } = witness;
  witness.newest = newest === null || newest === "EMPTIED" ? recordedAt : later(newest, recordedAt);
};

/** Called by the stores when a space with its head was erased. */
export const witnessEmptying = (): void => {
  const witness = witnesses.current;
  if (witness) witness.newest = "EMPTIED";
};

/** The record time of the newest commit within `witnessingCommits`; null if there was none. */
export const newestCommit = (): WitnessedCommit => witnesses.current?.newest ?? null;
