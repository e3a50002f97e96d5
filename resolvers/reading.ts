import type { GlobalId } from "../schema/global-id.ts";
import { type Instant, later, type TimePoint } from "../src/memory/time.ts";
import { type Pin, type RequestedTimePoint, type View, viewAt } from "../src/read/view.ts";
import type { SpaceStore } from "../src/store/port.ts";
import type { Drafted } from "../src/write/draft/draft.ts";
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

/** The reading of a root field, at its time point. */
export const readingOf = (
  { space, pin, loaders }: Context,
  at?: RequestedTimePoint | null,
): Reading => ({ space, pin, loaders, view: viewAt(pin, at) });

/**
 * The reading of an object requested by id: at the field's time point if given, else at the id's.
 */
export const readingOfId = (
  context: Context,
  id: GlobalId,
  at?: RequestedTimePoint | null,
): Reading => readingOf(context, at ?? id.at);

/** The reading of a field: its parent's, unless the field has a time point of its own. */
export const below = (parent: Reading, at: RequestedTimePoint | null | undefined): Reading =>
  at == null ? parent : { ...parent, view: viewAt(parent.pin, at) };

/**
 * The reading of what a commit did, or a dry run would have done: at its record time, with fresh
 * loaders.
 */
export const readingAfter = (
  { space, pin }: Pick<Context, "space" | "pin">,
  at: TimePoint,
  drafted?: Drafted,
): Reading => ({
  space,
  loaders: createLoaders(space, drafted),
  pin: { head: at.knownAt, now: later(pin.now, at.knownAt) },
  view: { at, past: false },
});

/** The reading of the same space at a past record time. */
export const readingOfPast = (reading: Reading, knownAt: Instant): Reading => ({
  ...reading,
  view: { at: { knownAt, validAt: knownAt }, past: true },
});
