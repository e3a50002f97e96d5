import { escape } from "./escape.ts";
import type { Chart } from "./report.ts";

/** Size of the picture, in its own units. */
const WIDTH = 760;
const HEIGHT = 320;
const LEFT = 60;
const RIGHT = 20;
const TOP = 16;
const BOTTOM = 50;
const LINE_HEIGHT = 14;
const INNER = { width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
const STEPS = 5;
/** Okabe and Ito's colours, which colour-blind readers can distinguish. */
const COLOURS = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#cc79a7",
  "#e69f00",
  "#56b4e9",
  "#999999",
  "#000000",
];
const ROOM_BETWEEN_GROUPS = 0.25;

const colourOf = (series: number): string => COLOURS[series % COLOURS.length] ?? "#000000";

/** The smallest of 1, 2, 5, 10, 20, 50, … that is at least one step of a scale up to `most`. */
const stepOf = (most: number): number => {
  const least = most / STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((one) => one * power).find((step) => step >= least) ?? 10 * power;
};

const figureText = (value: number): string =>
  Number.isInteger(value)
    ? value.toLocaleString("en")
    : value.toLocaleString("en", { maximumFractionDigits: 2 });

interface Scale {
  readonly x: (label: number) => number;
  readonly y: (value: number) => number;
  readonly group: number;
}

const grid = (scale: Scale, top: number, step: number, labels: readonly string[]): string => {
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step).map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${scale.y(value)}" y2="${scale.y(value)}" class="grid"/><text x="${LEFT - 8}" y="${scale.y(value) + 4}" class="end">${figureText(value)}</text>`,
  );
  // Puts words below each other, so that neighbouring labels do not overlap.
  const under = labels.flatMap((label, i) =>
    label
      .split("_")
      .map(
        (word, line) =>
          `<text x="${scale.x(i)}" y="${HEIGHT - BOTTOM + 18 + line * LINE_HEIGHT}" class="middle">${escape(word)}</text>`,
      ),
  );
  return [...lines, ...under].join("");
};

const linesOf = ({ series }: Chart, scale: Scale): string =>
  series
    .map(({ name, values }, i) => {
      const points = values.flatMap((value, at) =>
        value === null ? [] : [[scale.x(at), scale.y(value), value] as const],
      );
      const path = `<polyline points="${points.map(([x, y]) => `${x},${y}`).join(" ")}" fill="none" stroke="${colourOf(i)}" stroke-width="2"/>`;
      return (
        path +
        points
          .map(
            ([x, y, value]) =>
              `<circle cx="${x}" cy="${y}" r="3.5" fill="${colourOf(i)}"><title>${escape(name)}: ${figureText(value)}</title></circle>`,
          )
          .join("")
      );
    })
    .join("");

const barsOf = ({ series }: Chart, scale: Scale): string => {
  const width = (scale.group * (1 - ROOM_BETWEEN_GROUPS)) / series.length;
  return series
    .map(({ name, values }, i) =>
      values
        .map((value, at) => {
          if (value === null) return "";
          const x = scale.x(at) - (width * series.length) / 2 + i * width;
          return `<rect x="${x}" y="${scale.y(value)}" width="${Math.max(1, width - 1)}" height="${scale.y(0) - scale.y(value)}" fill="${colourOf(i)}"><title>${escape(name)}: ${figureText(value)}</title></rect>`;
        })
        .join(""),
    )
    .join("");
};

/** A chart as SVG, without external scripts and styles. */
export const chartSvg = (chart: Chart): string => {
  const values = chart.series.flatMap(({ values }) => values).filter((value) => value !== null);
  const most = Math.max(0, ...values) || 1;
  const step = stepOf(most);
  const top = Math.ceil(most / step) * step;
  const group = INNER.width / Math.max(1, chart.labels.length);
  const scale: Scale = {
    group,
    x: (label) => LEFT + (label + 0.5) * group,
    y: (value) => TOP + INNER.height * (1 - value / top),
  };
  const legend = chart.series
    .map(({ name }, i) => `<span><i style="background:${colourOf(i)}"></i>${escape(name)}</span>`)
    .join("");
  return (
    `<figure><figcaption><b>${escape(chart.title)}</b> (${escape(chart.unit)})</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(chart.title)}">` +
    `${grid(scale, top, step, chart.labels)}${chart.kind === "LINES" ? linesOf(chart, scale) : barsOf(chart, scale)}</svg><div class="legend">${legend}</div></figure>`
  );
};
