/** How many characters of a snippet stand on each side of the name that it shows. */
const AROUND = 80;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** The words of a text around the first of some names that stands in it; its beginning, where none does. Cut at spaces, with an ellipsis where something is left out. */
export const snippetAround = (text: string, names: readonly string[]): string => {
  const flat = text.replace(/\s+/gu, " ").trim();
  const found = names
    .filter((name) => name.trim() !== "")
    .map((name) =>
      new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, "iu").exec(flat),
    )
    .filter((match) => match !== null)
    .toSorted((a, b) => a.index - b.index)[0];
  const [start, end] = found ? [found.index, found.index + found[0].length] : [0, 0];
  const from = start <= AROUND ? 0 : flat.indexOf(" ", start - AROUND) + 1;
  const room = end + AROUND + (found ? 0 : AROUND);
  const space = flat.lastIndexOf(" ", room);
  const to = flat.length <= room ? flat.length : space > end ? space : room;
  return `${from > 0 ? "… " : ""}${flat.slice(from > start ? 0 : from, to)}${to < flat.length ? " …" : ""}`;
};
