/** The colours of the style sheet, for canvases. */
export interface Palette {
  readonly stage: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly record: string;
  readonly add: string;
  readonly rem: string;
  readonly tints: Readonly<Record<string, string>>;
}

const TINTS = ["person", "place", "organization", "project", "animal", "event", "other"];

export const readPalette = (): Palette => {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    stage: read("stage"),
    ink: read("ink"),
    ink2: read("ink2"),
    ink3: read("ink3"),
    record: read("record"),
    add: read("add"),
    rem: read("rem"),
    tints: Object.fromEntries(TINTS.map((tint) => [tint, read(tint)])),
  };
};

export const colourOf = ({ tints, ink3 }: Palette, tint: string): string => tints[tint] ?? ink3;

const channels = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

const mixes = new Map<string, string>();

/** A colour over another with an opacity from 0 to 1. Both have the form #rrggbb. */
export const mix = (under: string, over: string, share: number): string => {
  const name = `${under}${over}${share}`;
  const knownMix = mixes.get(name);
  if (knownMix !== undefined) return knownMix;
  const [below, above] = [channels(under), channels(over)];
  const mix = `#${below
    .map((channel, i) => Math.round(channel + ((above[i] ?? channel) - channel) * share))
    .map((channel) => channel.toString(16).padStart(2, "0"))
    .join("")}`;
  mixes.set(name, mix);
  return mix;
};
