import { ticksOf } from "../state/dates.ts";
import type { Axis } from "../state/memory.tsx";

/** Positions on the dock, in pixels. */
export interface Scale {
  readonly axis: Axis;
  readonly width: number;
  readonly isNarrow: boolean;
  readonly x: (instant: number) => number;
  readonly instantAt: (x: number) => number;
  /** Heights of the baseline of valid time, its bars, the years, record time, and the lower end. */
  readonly rows: {
    readonly valid: number;
    readonly bars: number;
    readonly years: number;
    readonly record: number;
    readonly end: number;
  };
}

const WIDE_ROWS = { valid: 46, bars: 16, years: 72, record: 92, end: 112 };
const NARROW_ROWS = { valid: 34, bars: 11, years: 50, record: 64, end: 80 };

export const scaleOf = (axis: Axis, width: number, isNarrow: boolean): Scale => {
  const span = axis.to - axis.from;
  return {
    axis,
    width,
    isNarrow,
    x: (instant) => Math.max(0, Math.min(width, ((instant - axis.from) / span) * width)),
    instantAt: (x) => axis.from + (Math.max(0, Math.min(width, x)) / Math.max(1, width)) * span,
    rows: isNarrow ? NARROW_ROWS : WIDE_ROWS,
  };
};

/** Approximate number of pixels of a letter in a label. */
const LETTER = 7;
/** Number of pixels from the mark of a year to its label. */
const INDENT = 4;

/**
 * The marks of the axis, with the ends of their labels in pixels. A label that would cross the edge
 * is omitted.
 */
export const yearLabels = ({ axis, width, x }: Scale) =>
  ticksOf(axis.from, axis.to, Math.max(3, width / 90)).map(({ at, label }) => {
    const left = x(at) + INDENT;
    const right = x(at) + label.length * LETTER;
    return { at, x: x(at), left, right, label: right < width ? label : null };
  });
