/** One line of the table: a ratio of two measurements of the same run, or a plain measurement, beside what it must reach. */
export interface Row {
  readonly what: string;
  /** On what: sizes, and the absolute figures that the ratio is made of. */
  readonly measured: string;
  readonly value: number;
  readonly unit: "times" | "MB" | "ms" | "s";
  /** Null for what is only told. */
  readonly atMost: number | null;
}

export const times = (
  what: string,
  measured: string,
  value: number,
  atMost: number | null,
): Row => ({ what, measured, value, unit: "times", atMost });
export const megabytes = (
  what: string,
  measured: string,
  value: number,
  atMost: number | null,
): Row => ({ what, measured, value, unit: "MB", atMost });

export const seconds = (
  what: string,
  measured: string,
  value: number,
  atMost: number | null,
): Row => ({ what, measured, value, unit: "s", atMost });
export const millis = (
  what: string,
  measured: string,
  value: number,
  atMost: number | null,
): Row => ({ what, measured, value, unit: "ms", atMost });

export const holds = ({ value, atMost }: Row): boolean => atMost === null || value <= atMost;

/** `1/113` for a small fraction, `1.42` for what is near one. */
export const ratio = (value: number): string =>
  value < 0.1 ? `1/${Math.round(1 / value)}` : value.toFixed(2);

const SHOWN: { readonly [Unit in Row["unit"]]: (value: number) => string } = {
  times: ratio,
  ms: (value) => `${value.toFixed(2)} ms`,
  s: (value) => `${value.toFixed(1)} s`,
  MB: (value) => `${value.toFixed(value < 10 ? 2 : 0)} MB`,
};

const shown = (value: number, unit: Row["unit"]): string => SHOWN[unit](value);

const columnsOf = (row: Row): readonly string[] => [
  row.what,
  row.measured,
  shown(row.value, row.unit),
  row.atMost === null ? "" : `at most ${shown(row.atMost, row.unit)}`,
  row.atMost === null ? "" : holds(row) ? "yes" : "NO",
];

const HEADINGS = ["what", "measured on", "figure", "must reach", "reached"];

/** A Markdown table, its columns in line. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = [HEADINGS, ...rows.map(columnsOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...cells.map((line) => line[column]!.length)),
  );
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column]!)).join(" | ")} |`;
  return [
    line(HEADINGS),
    line(widths.map((width) => "-".repeat(width))),
    ...cells.slice(1).map(line),
  ].join("\n");
};

/** Milliseconds with three significant figures. */
export const ms = (millis: number): string => `${Number(millis.toPrecision(3))} ms`;
export const count = (number: number): string => number.toLocaleString("en-US");
