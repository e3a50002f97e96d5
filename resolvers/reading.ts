import type { GlobalId } from "../schema/global-id.ts";
import { later, type Instant, type TimePoint } from "../src/memory/time.ts";
import { viewAt, type Pin, type RequestedTimePoint, type View } from "../src/read/view.ts";
import type { SpaceStore } from "../src/store/port.ts";
import type { Drafted } from "../src/write/report.ts";
import type { Context } from "./context.ts";
import { createLoaders, type Loaders } from "./loaders.ts";

/** Where an object of a response stands: at which view it was read, and by what everything below it is read. */
export interface Reading {
  readonly space: SpaceStore;
  readonly view: View;
  readonly pin: Pin;
  readonly loaders: Loaders;
}

/** The reading of a root field, at the time point that it is given. */
export const readingOf = (
  { space, pin, loaders }: Context,
  at?: RequestedTimePoint | null,
): Reading => ({ space, pin, loaders, view: viewAt(pin, at) });

/** The reading of an object that is asked for by id: at the time point of the field, or else at that of the id. */
export const readingOfId = (
  context: Context,
  id: GlobalId,
  at?: RequestedTimePoint | null,
): Reading => readingOf(context, at ?? id.at);

/** The reading of a field: its parent's, unless it is given a time point of its own. */
export const below = (parent: Reading, at: RequestedTimePoint | null | undefined): Reading =>
  at == null ? parent : { ...parent, view: viewAt(parent.pin, at) };

/** The reading of what a commit brought about (or a dry run would have): at its own time, and with nothing that was read before it. */
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

/** The reading of another moment of the past. */
export const readingOfPast = (reading: Reading, knownAt: Instant): Reading => ({
  ...reading,
  view: { at: { knownAt, validAt: knownAt }, past: true },
});
