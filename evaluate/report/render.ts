import { chartSvg } from "./chart.ts";
import { escape } from "./escape.ts";
import type { Report, Section, Table } from "./report.ts";

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

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 1000px; padding: 0 1rem; color: #222; background: #fff; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
td.figure { text-align: right; white-space: nowrap; }
figure { margin: 1rem 0 2rem; } svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; }
.grid { stroke: #e4e4e4; } .end { text-anchor: end; fill: #555; } .middle { text-anchor: middle; fill: #555; }
.legend span { margin-right: 1.2rem; white-space: nowrap; } .legend i { display: inline-block; width: .8em; height: .8em; margin-right: .4em; border-radius: 2px; }`;

const tableHtml = ({ caption, columns, rows }: Table): string => {
  const cell = (value: string | number): string =>
    `<td${typeof value === "number" || /^[\d.,]+%?$/u.test(value) ? ' class="figure"' : ""}>${escape(String(value))}</td>`;
  return `<h3>${escape(caption)}</h3><table><thead><tr>${columns.map((name) => `<th>${escape(name)}</th>`).join("")}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("")}</tbody></table>`;
};

const sectionHtml = ({ title, text, tables, charts }: Section): string =>
  `<h2>${escape(title)}</h2>${text.map((paragraph) => `<p>${escape(paragraph)}</p>`).join("")}${charts.map(chartSvg).join("")}${tables.map(tableHtml).join("")}`;

/** The whole report as one self-contained page. */
export const reportPage = ({ at, model, machine, sections }: Report): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Palimpsest: evaluation</title><style>${STYLE}</style></head>` +
  `<body><h1>Palimpsest: evaluation</h1><p>${escape(at)}; answered by ${escape(model)}; ${escape(machine)}.</p>${sections.map(sectionHtml).join("")}</body></html>\n`;
