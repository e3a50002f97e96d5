import type { Axis } from "../state/memory.tsx";

/** Where things stand on the dock, in pixels. */
export interface Scale {
  readonly axis: Axis;
  readonly width: number;
  readonly isNarrow: boolean;
  readonly x: (instant: number) => number;
  readonly instantAt: (x: number) => number;
  /** Baseline of valid time, height of its bars, the years, record time, and the lower end. */
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
