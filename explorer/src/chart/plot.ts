import { fitText, widthOf } from "../frame/text-width.ts";
import { isBelieved, isTrue } from "../memory/picture.ts";
import type { LaneSpan } from "../memory/lanes.ts";
import type { Moment } from "../state/view.ts";

/** The range of both axes of a chart. */
export interface Range {
  readonly validFrom: number;
  readonly validTo: number;
  readonly knownFrom: number;
  readonly knownTo: number;
}

/** Positions of instants in a chart, in pixels. */
export interface Plot {
  readonly range: Range;
  readonly isBig: boolean;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (valid: number) => number;
  readonly y: (known: number) => number;
  readonly momentAt: (x: number, y: number) => Moment;
}

const BIG_FROM = 520;

export const plotOf = (range: Range, width: number, height: number): Plot => {
  const isBig = width > BIG_FROM;
  const [left, right] = [isBig ? 64 : 58, width - 8];
  const [top, bottom] = [isBig ? 24 : 16, height - (isBig ? 44 : 34)];
  const within = (value: number, from: number, to: number): number =>
    Math.max(from, Math.min(to, value));
  const { validFrom, validTo, knownFrom, knownTo } = range;
  const share = (value: number, from: number, to: number): number =>
    (within(value, from, to) - from) / Math.max(1, to - from);
  return {
    range,
    isBig,
    width,
    height,
    left,
    right,
    top,
    bottom,
    x: (valid) => left + share(valid, validFrom, validTo) * (right - left),
    y: (known) => bottom - share(known, knownFrom, knownTo) * (bottom - top),
    momentAt: (x, y) => ({
      valid: validFrom + within((x - left) / (right - left), 0, 1) * (validTo - validFrom),
      known: knownFrom + within((bottom - y) / (bottom - top), 0, 1) * (knownTo - knownFrom),
    }),
  };
};

export interface Box {
  readonly span: LaneSpan;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /**
   * Whether the span is believed at the moment, and whether it is the current reading of the line.
   */
  readonly isCurrent: boolean;
  readonly isHere: boolean;
}

const LEAST_PIXELS = 0.5;

/** The spans that were believed until the moment. */
export const boxesOf = (spans: readonly LaneSpan[], plot: Plot, { valid, known }: Moment): Box[] =>
  spans.flatMap((span) => {
    if (span.recorded > known || span.from >= span.to) return [];
    const [left, right] = [plot.x(span.from), plot.x(span.to)];
    const [top, bottom] = [plot.y(Math.min(span.expired, known)), plot.y(span.recorded)];
    if (right - left < LEAST_PIXELS || bottom - top < LEAST_PIXELS / 2) return [];
    const isCurrent = isBelieved(span, known);
    return [
      { span, left, right, top, bottom, isCurrent, isHere: isCurrent && isTrue(span, valid) },
    ];
  });

/** The spans that were recorded, or still believed, after the moment, as outlines. */
export const laterBoxesOf = (
  spans: readonly LaneSpan[],
  plot: Plot,
  { known }: Moment,
): Pick<Box, "span" | "left" | "right" | "top" | "bottom">[] =>
  spans.flatMap((span) => {
    if (span.expired <= known || span.from >= span.to) return [];
    const [left, right] = [plot.x(span.from), plot.x(span.to)];
    const [top, bottom] = [plot.y(span.expired), plot.y(Math.max(span.recorded, known))];
    return right - left < LEAST_PIXELS || bottom - top < LEAST_PIXELS
      ? []
      : [{ span, left, right, top, bottom }];
  });

export interface BoxLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly isUpright: boolean;
}

/**
 * The label in a box: horizontal if it fits, upright if only that fits, otherwise truncated. Null
 * if not even a letter fits.
 */
const labelIn = (
  { left, right, top, bottom }: Box,
  value: string,
  size: number,
): BoxLabel | null => {
  const [width, height] = [right - left, bottom - top];
  const type = { size, weight: 600 };
  const length = widthOf(value, type);
  const isWide = width >= length + 12;
  if (!isWide && height > length + 16 && width < height)
    return {
      text: value,
      x: left + width / 2 + size * 0.36,
      y: top + height / 2 + length / 2,
      isUpright: true,
    };
  const text = fitText(value, type, width - 12);
  if (text === "") return null;
  return { text, x: left + 8, y: Math.min(top + size + 6, bottom - 4), isUpright: false };
};

/** One label for each value, in its largest rectangle. */
export const labelsOf = (boxes: readonly Box[], size: number, without?: string): BoxLabel[] => {
  const best = new Map<string, { readonly box: Box; readonly area: number }>();
  for (const box of boxes) {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const area = Math.min(width, 200) * Math.min(height, 120);
    if (width < 14 || height < 14 || box.span.value === without) continue;
    if (area > (best.get(box.span.value)?.area ?? 0)) best.set(box.span.value, { box, area });
  }
  return [...best].flatMap(([value, { box }]) => labelIn(box, value, size) ?? []);
};
