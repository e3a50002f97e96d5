import type { EdgeDisplayData, NodeDisplayData } from "sigma/types";

/** What the labels are drawn with; from the style sheet. */
export interface LabelColours {
  readonly ink: string;
  readonly faint: string;
  readonly halo: string;
}

/** What a node says of its label. */
export interface NodeLabel {
  readonly alpha: number;
  /** A second line: the other names. */
  readonly also: string | null;
  readonly isFaint: boolean;
}

/** What an edge says of its label. */
export interface EdgeLabel {
  readonly alpha: number;
  readonly bend: number;
  /** Where along the line the label stands, from 0 to 1. */
  readonly labelAt: number;
  readonly labelColour: string | null;
}

const FONT = `ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif`;
const LONGEST = 28;

export const shortened = (text: string, longest = LONGEST): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

/** Pixels between a text and the edge of the stage. */
const MARGIN = 6;

/** The middle of a text, moved so that it does not run over the left or right edge of the stage. */
const within = (context: CanvasRenderingContext2D, text: string, x: number): number => {
  const half = context.measureText(text).width / 2 + MARGIN;
  const { clientWidth } = context.canvas;
  return clientWidth < half * 2 ? x : Math.min(Math.max(x, half), clientWidth - half);
};

const write = (
  context: CanvasRenderingContext2D,
  text: string,
  {
    x,
    y,
    size,
    weight,
    colour,
    halo,
  }: {
    readonly x: number;
    readonly y: number;
    readonly size: number;
    readonly weight: number;
    readonly colour: string;
    readonly halo: string;
  },
): void => {
  context.font = `${weight} ${size}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = halo;
  const place = within(context, text, x);
  context.strokeText(text, place, y);
  context.fillStyle = colour;
  context.fillText(text, place, y);
};

/** Draws names under their nodes, with a halo in the colour of the stage. */
export const drawNodeLabel =
  (colours: () => LabelColours) =>
  (
    context: CanvasRenderingContext2D,
    data: Pick<NodeDisplayData, "x" | "y" | "size" | "label"> & Partial<NodeLabel>,
  ): void => {
    const { x, y, size, label, alpha = 1, also = null, isFaint = false } = data;
    if (label === null || label === "" || alpha < 0.05) return;
    const { ink, faint, halo } = colours();
    context.globalAlpha = alpha;
    const colour = isFaint ? faint : ink;
    write(context, shortened(label), { x, y: y + size + 16, size: 12, weight: 500, colour, halo });
    if (also !== null)
      write(context, shortened(also), {
        x,
        y: y + size + 30,
        size: 11,
        weight: 400,
        colour: faint,
        halo,
      });
    context.globalAlpha = 1;
  };

/** Draws what a relationship is called, on its line. */
export const drawEdgeLabel =
  (colours: () => LabelColours) =>
  (
    context: CanvasRenderingContext2D,
    data: Pick<EdgeDisplayData, "label"> & Partial<EdgeLabel>,
    source: Pick<NodeDisplayData, "x" | "y">,
    target: Pick<NodeDisplayData, "x" | "y">,
  ): void => {
    const { label, alpha = 1, bend = 0, labelAt: t = 0.5, labelColour = null } = data;
    if (label == null || label === "" || alpha < 0.05) return;
    // The vertical axis of the screen runs downwards, that of the graph upwards.
    const [dx, dy] = [target.x - source.x, target.y - source.y];
    const control = {
      x: (source.x + target.x) / 2 + dy * bend * 2,
      y: (source.y + target.y) / 2 - dx * bend * 2,
    };
    const s = 1 - t;
    const { faint, halo } = colours();
    write(context, label, {
      x: s * s * source.x + 2 * s * t * control.x + t * t * target.x,
      y: s * s * source.y + 2 * s * t * control.y + t * t * target.y + 4,
      size: 11,
      weight: 400,
      colour: labelColour ?? faint,
      halo,
    });
  };
