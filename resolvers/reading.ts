import type { GlobalId } from "../schema/global-id.ts";
import { BEGINNING, type Instant, later, type TimePoint } from "../src/memory/time.ts";
import {
  type Pin,
  pastKnownAt,
  type RequestedTimePoint,
  type View,
  viewAt,
} from "../src/read/view.ts";
import type { SpaceStore } from "../src/store/port.ts";
import type { DraftContents } from "../src/write/draft/draft.ts";
import type { Context } from "./context.ts";
import { createLoaders, type Loaders } from "./loaders/loaders.ts";

/**
 * The view at which an object of a response was read, and the loaders that read everything below
 * it.
 */
export interface Reading {
  readonly space: SpaceStore;
  readonly view: View;
  readonly pin: Pin;
  readonly loaders: Loaders;
}

/** The reading of the present. */
export const readingOf = ({ space, pin, loaders }: ReadingSource): Reading => ({
  space,
  pin,
  loaders,
  view: viewAt(pin),
});

/**
 * The reading of a root field at its time point. One store call for a time point before the head.
 */
export const readingAt = async (
  { space, pin, loaders }: ReadingSource,
  at: RequestedTimePoint | null | undefined,
): Promise<Reading> => {
  const past = pastKnownAt(pin, at);
  const foundCommit = past === null ? null : await loaders.commitTimes.lastBefore(past);
  // In an empty space, the first commit may be in progress and have an earlier record time.
  const lastCommit = foundCommit ?? (pin.head === null ? BEGINNING : null);
  return { space, pin, loaders, view: viewAt(pin, at, lastCommit) };
};

type ReadingSource = Pick<Reading, "space" | "pin" | "loaders">;

/**
 * The reading of an object requested by id: at the field's time point if given, else at the id's,
 * which is that of a commit except for sessions and turns.
 */
export const readingOfId = async (
  context: Context,
  { kind, at: own }: GlobalId,
  at?: RequestedTimePoint | null,
): Promise<Reading> => {
  if (at != null || kind === "Session" || kind === "Turn") return readingAt(context, at ?? own);
  const { space, pin, loaders } = context;
  const view = viewAt(pin, own);
  return { space, pin, loaders, view };
};

/** The reading of a field: its parent's, unless the field has a time point of its own. */
export const below = (
  parent: Reading,
  at: RequestedTimePoint | null | undefined,
): Reading | Promise<Reading> => (at == null ? parent : readingAt(parent, at));

/**
 * The reading of the result of a commit, or of a dry run: at its record time, with fresh loaders.
 */
export const readingAfter = (
  { space, pin }: Pick<Context, "space" | "pin">,
  at: TimePoint,
  draft?: DraftContents,
): Reading => ({
  space,
  loaders: createLoaders(space, draft),
  pin: { head: at.knownAt, now: later(pin.now, at.knownAt) },
  view: { at, past: false },
});

/** The reading of the same space at a past record time. */
export const readingOfPast = (reading: Reading, knownAt: Instant): Reading => ({
  ...reading,
  view: { at: { knownAt, validAt: knownAt }, past: true },
});
