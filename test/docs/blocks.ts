import { readFileSync } from "node:fs";

/** A fenced code block of a page, with the directives in the HTML comments right above it. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** Line of the page on which the fence opens. */
  readonly line: number;
  readonly directives: ReadonlyMap<string, string>;
}

const FENCE = /^```(?<language>[a-z]*)/u;
const DIRECTIVE = /^<!-- (?<name>[a-z]+): (?<value>.*) -->$/u;

/**
 * The code blocks of a Markdown page, in order. A directive is a comment right above a block, for
 * instance `<!-- variables: {"fact": "@facts.nodes.0.id"} -->`.
 */
export const blocksOf = (page: URL): Block[] => {
  const blocks: Block[] = [];
  let directives = new Map<string, string>();
  let open: { language: string; line: number; code: string[] } | null = null;
  for (const [i, text] of readFileSync(page, "utf8").split("\n").entries()) {
    const fence = FENCE.exec(text.trimStart());
    if (open !== null) {
      if (text.trim() === "```") {
        blocks.push({ ...open, code: open.code.join("\n"), directives });
        open = null;
        directives = new Map();
      } else open.code.push(text);
    } else if (fence) {
      open = { language: fence.groups?.["language"] ?? "", line: i + 1, code: [] };
    } else {
      const { name, value } = DIRECTIVE.exec(text.trim())?.groups ?? {};
      if (name !== undefined && value !== undefined) directives.set(name, value);
      else if (text.trim() !== "") directives = new Map();
    }
  }
  return blocks;
};
