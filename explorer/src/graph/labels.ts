import type { EdgeDisplayData, NodeDisplayData } from "sigma/types";
import { fitText, fontOf, type Type, widthOf } from "../frame/text-width.ts";

/** The colours and fonts of labels, from the style sheet. */
export interface LabelColours {
  readonly ink: string;
  readonly faint: string;
  readonly halo: string;
}

/** The label data of a node. */
export interface NodeLabel {
  readonly alpha: number;
  /** A second line: the other names. */
  readonly also: string | null;
  readonly isFaint: boolean;
  /** Whether it is drawn even if it covers another label. */
  readonly isPinned: boolean;
}

/** The label data of an edge. */
export interface EdgeLabel {
  readonly alpha: number;
  readonly bend: number;
  /** The position of the label along the line, from 0 to 1. */
  readonly labelAt: number;
  readonly labelColour: string | null;
  /** Appended to the label if the line has room for it. */
  readonly labelDetail: string | null;
}

/** Opacity of ended entities, at rest. */
export const GHOST = 0.62;
/** Maximum number of pixels of a name. */
const LONGEST = 190;

/** Number of pixels between a text and the edge of the stage. */
const MARGIN = 6;

interface Line extends Type {
  readonly text: string;
  readonly colour: string;
}

const lineOf = (text: string, type: Type, colour: string): Line => ({
  ...type,
  text: fitText(text, type, LONGEST),
  colour,
});

const lineWidth = (line: Line): number => widthOf(line.text, line);

/**
 * The middle of a text, moved so that the text does not cross the left or right edge of the stage.
 */
const within = ({ canvas }: CanvasRenderingContext2D, width: number, x: number): number => {
  const half = width / 2 + MARGIN;
  return canvas.clientWidth < half * 2 ? x : Math.min(Math.max(x, half), canvas.clientWidth - half);
};

const write = (
  context: CanvasRenderingContext2D,
  { text, size, weight, colour }: Line,
  { x, y, halo }: { readonly x: number; readonly y: number; readonly halo: string },
): void => {
  context.font = fontOf({ size, weight });
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = halo;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
};

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Draws names under their nodes, with a halo in the colour of the stage: names with priority
 * always, others if they cover none of these.
 */
export class NodeLabels {
  #taken: Box[] = [];
  readonly #colours: () => LabelColours;

  constructor(colours: () => LabelColours) {
    this.#colours = colours;
  }

  /** Starts a new picture. */
  clear(): void {
    this.#taken = [];
  }

  draw(
    context: CanvasRenderingContext2D,
    data: Pick<NodeDisplayData, "x" | "y" | "size" | "label"> & Partial<NodeLabel>,
  ): void {
    const { x, y, size, label, alpha = 1, also = null, isFaint = false } = data;
    if (label === null || label === "" || alpha < 0.05) return;
    const { ink, faint, halo } = this.#colours();
    const lines = [lineOf(label, { size: 12, weight: 500 }, isFaint ? faint : ink)];
    if (also !== null) lines.push(lineOf(also, { size: 11, weight: 400 }, faint));
    const width = Math.max(...lines.map(lineWidth));
    const middle = within(context, width, x);
    const top = y + size + 5;
    const [left, right] = [middle - width / 2, middle + width / 2];
    if (!this.#take({ left, right, top, bottom: top + 14 * lines.length }, data.isPinned)) return;
    // A faint name is shown by its colour, because it would be unreadable if it were also
    // transparent.
    context.globalAlpha = isFaint ? Math.min(1, alpha / GHOST) : alpha;
    for (const [i, line] of lines.entries())
      write(context, line, { x: middle, y: y + size + 16 + i * 14, halo });
    context.globalAlpha = 1;
  }

  /** Takes the room for a label. Returns false if there is none. */
  #take(box: Box, isPinned = false): boolean {
    if (!isPinned && this.#taken.some((other) => meet(box, other))) return false;
    this.#taken.push(box);
    return true;
  }
}

/** Numbers of pixels that the ends of a line take from a long label, and from any label. */
const ENDS = 48;
const LEAST_ENDS = 16;

/** Draws the name of a relationship on its line. */
export const drawEdgeLabel =
  (colours: () => LabelColours) =>
  (
    context: CanvasRenderingContext2D,
    data: Pick<EdgeDisplayData, "label"> & Partial<EdgeLabel>,
    source: Pick<NodeDisplayData, "x" | "y">,
    target: Pick<NodeDisplayData, "x" | "y">,
  ): void => {
    const { label, alpha = 1, bend = 0, labelAt: t = 0.5, labelDetail = null } = data;
    if (label == null || label === "" || alpha < 0.05) return;
    // The vertical axis of the screen points downwards, that of the graph upwards.
    const [dx, dy] = [target.x - source.x, target.y - source.y];
    const control = {
      x: (source.x + target.x) / 2 + dy * bend * 2,
      y: (source.y + target.y) / 2 - dx * bend * 2,
    };
    const s = 1 - t;
    const { faint, halo } = colours();
    const line = { text: label, size: 11, weight: 400, colour: data.labelColour ?? faint };
    const long = { ...line, text: labelDetail === null ? label : `${label} · ${labelDetail}` };
    const length = Math.hypot(dx, dy);
    const shownLine = lineWidth(long) < length - ENDS ? long : line;
    const width = lineWidth(shownLine);
    const isMarked = data.labelColour != null;
    if (!isMarked && width > length - LEAST_ENDS) return;
    const x = within(context, width, s * s * source.x + 2 * s * t * control.x + t * t * target.x);
    const y = s * s * source.y + 2 * s * t * control.y + t * t * target.y;
    // Hides the line behind the words.
    context.fillStyle = halo;
    context.fillRect(x - width / 2 - 2, y - 7, width + 4, 14);
    write(context, shownLine, { x, y: y + 4, halo });
  };
