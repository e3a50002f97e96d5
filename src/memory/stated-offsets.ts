import type { Instant } from "./time.ts";
import { timeZoneOf, type TimeZone } from "./time-zone.ts";
import { ScopedValue } from "../async/scoped-value.ts";

/** Offsets by the instants of one request; null for an instant that was written with two. */
const offsets = new ScopedValue<Map<Instant, TimeZone | null>>();

const OFFSET = /[+-]\d{2}:\d{2}$/u;

/** Runs `act`, and keeps the offsets of the instants that are parsed within it. */
export const keepingOffsets = <T>(act: () => T): T => offsets.run(new Map(), act);

/**
 * Keeps the offset of a parsed instant. `Z` and an offset of zero show no local time, because
 * machines write them everywhere.
 */
export const keepOffset = (text: string, instant: Instant): void => {
  const zones = offsets.current;
  const [offset = ""] = OFFSET.exec(text) ?? [];
  if (zones === undefined || offset === "") return;
  const zone = /[1-9]/u.test(offset) ? timeZoneOf(offset) : null;
  zones.set(instant, (zones.get(instant) ?? zone) === zone ? zone : null);
};

/** The offset of an instant of this request; null if it has none. */
export const statedOffset = (instant: Instant | null | undefined): TimeZone | null =>
  (instant != null && offsets.current?.get(instant)) || null;
