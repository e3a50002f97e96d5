import { OPEN, type Instant, type RecordInterval } from "../src/memory/time.ts";

/** A history with the version that a draft adds to it, where one is told as of the draft and it is not on record. */
export const continued = <V extends RecordInterval & { readonly n: number }>(
  history: V[],
  drafted: readonly V[] | undefined,
  belongs: (version: V) => boolean,
  knownAt: Instant,
): V[] => {
  const added = drafted?.find((version) => belongs(version) && version.recordedAt <= knownAt);
  if (added === undefined || history.some(({ n }) => n === added.n)) return history;
  return [
    ...history.map((version) =>
      version.expiredAt === OPEN ? { ...version, expiredAt: added.recordedAt } : version,
    ),
    added,
  ];
};
