import type { Report, Table } from "./report.ts";

/** A table in Markdown with aligned columns; figures are aligned to the right. */
const tableText = ({ columns, rows }: Table): string => {
  const cells = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  const isFigure = columns.map(
    (_, i) =>
      rows.length > 0 &&
      rows.every((row) => typeof row[i] === "number" || /^[\d.,–-]+%?$/u.test(String(row[i]))),
  );
  const rowText = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (isFigure[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(" | ")} |`;
  return [
    rowText(columns),
    `| ${widths.map((width, i) => (isFigure[i] ? `${"-".repeat(Math.max(2, width - 1))}:` : "-".repeat(Math.max(3, width)))).join(" | ")} |`,
    ...cells.slice(1).map(rowText),
  ].join("\n");
};

/** The report as it is printed. */
export const reportText = ({ sections }: Report): string =>
  sections
    .map(({ title, text, tables }) =>
      [
        `# ${title}`,
        ...text,
        ...tables.flatMap((table) => [`## ${table.caption}`, tableText(table)]),
      ].join("\n\n"),
    )
    .join("\n\n");
