import type { Instant } from "./time.ts";
import { timeZoneOf, type TimeZone } from "./time-zone.ts";
import { ScopedValue } from "../scoped-value.ts";

/** Offsets by the instants of one request; null for an instant that was written with two. */
const offsets = new ScopedValue<Map<Instant, TimeZone | null>>();

const OFFSET = /[+-]\d{2}:\d{2}$/u;

/** Runs `act`; within it, instants keep the offsets that they are written with. */
export const keepingOffsets = <T>(act: () => T): T => offsets.run(new Map(), act);

/**
 * Keeps the offset that an instant is written with. `Z` and an offset of zero tell of no clock on a
 * wall: machines write them wherever they stand.
 */
export const keepOffset = (written: string, instant: Instant): void => {
  const kept = offsets.current;
  const [stated = ""] = OFFSET.exec(written) ?? [];
  if (kept === undefined || stated === "") return;
  const zone = /[1-9]/u.test(stated) ? timeZoneOf(stated) : null;
  kept.set(instant, (kept.get(instant) ?? zone) === zone ? zone : null);
};

/** The offset that an instant of this request was written with; null where it states none. */
export const statedOffset = (instant: Instant | null | undefined): TimeZone | null =>
  (instant != null && offsets.current?.get(instant)) || null;
