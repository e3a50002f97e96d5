/** The font of names, on canvases and in charts. */
const FONT = `ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif`;

export interface Type {
  /** In pixels. */
  readonly size: number;
  readonly weight: number;
}

export const fontOf = ({ size, weight }: Type): string => `${weight} ${size}px ${FONT}`;

/** Maximum number of cached texts. */
const MOST_WIDTHS = 10_000;
const widths = new Map<string, number>();
const context = document.createElement("canvas").getContext("2d");

/** The width of a text in pixels, in any script. Cached, because every frame needs it. */
export const widthOf = (text: string, type: Type): number => {
  const font = fontOf(type);
  const key = `${font} ${text}`;
  const knownWidth = widths.get(key);
  if (knownWidth !== undefined) return knownWidth;
  if (context === null) return text.length * type.size;
  context.font = font;
  const { width } = context.measureText(text);
  if (widths.size > MOST_WIDTHS) widths.clear();
  widths.set(key, width);
  return width;
};

const ELLIPSIS = "…";
/** Minimum number of letters of a truncated text that is still useful. */
const LEAST_LETTERS = 2;

/** A text, or as much of its beginning as has room; empty if that is too little. */
export const fitText = (text: string, type: Type, room: number): string => {
  if (widthOf(text, type) <= room) return text;
  const letters = [...text];
  let [fits, over] = [0, letters.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    const part = letters.slice(0, middle).join("") + ELLIPSIS;
    if (widthOf(part, type) <= room) fits = middle;
    else over = middle;
  }
  return fits < LEAST_LETTERS ? "" : letters.slice(0, fits).join("").trimEnd() + ELLIPSIS;
};
