/**
 * A row of the table: a ratio of two measurements of one run, or one measurement, with its bound.
 */
export interface Row {
  readonly what: string;
  /** The sizes, and the absolute figures of the ratio. */
  readonly measured: string;
  readonly value: number;
  readonly unit: "times" | "MB" | "KB" | "ms" | "s" | "findings";
  /** Null for a figure without a bound. */
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

export const kilobytes = (
  what: string,
  measured: string,
  value: number,
  atMost: number | null,
): Row => ({ what, measured, value, unit: "KB", atMost });
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

export const findings = (
  what: string,
  measured: string,
  value: number,
  atMost: number | null,
): Row => ({ what, measured, value, unit: "findings", atMost });

export const holds = ({ value, atMost }: Row): boolean => atMost === null || value <= atMost;

/** `1/113` for a small fraction, `1.42` for a number near one. */
const ratio = (value: number): string =>
  value < 0.1 ? `1/${Math.round(1 / value)}` : value.toFixed(2);

const FORMATS: { readonly [Unit in Row["unit"]]: (value: number) => string } = {
  times: ratio,
  findings: (value) => String(value),
  ms: (value) => `${value.toFixed(2)} ms`,
  s: (value) => `${value.toFixed(1)} s`,
  KB: (value) => `${value.toFixed(0)} KB`,
  MB: (value) => `${value.toFixed(value < 10 ? 2 : 0)} MB`,
};

const format = (value: number, unit: Row["unit"]): string => FORMATS[unit](value);

const columnsOf = (row: Row): readonly string[] => [
  row.what,
  row.measured,
  format(row.value, row.unit),
  row.atMost === null ? "" : `at most ${format(row.atMost, row.unit)}`,
  row.atMost === null ? "" : holds(row) ? "yes" : "NO",
];

const HEADINGS = ["what", "measured on", "figure", "must reach", "reached"];

/** A Markdown table with aligned columns. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = [HEADINGS, ...rows.map(columnsOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...cells.map((texts) => texts[column]?.length ?? 0)),
  );
  const tableRow = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [
    tableRow(HEADINGS),
    tableRow(widths.map((width) => "-".repeat(width))),
    ...cells.slice(1).map(tableRow),
  ].join("\n");
};

/** Milliseconds with three significant figures. */
export const ms = (millis: number): string => `${Number(millis.toPrecision(3))} ms`;
export const count = (number: number): string => number.toLocaleString("en-US");
