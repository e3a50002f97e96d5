export interface Token {
  readonly kind: "word" | "string" | "number" | "parameter" | "symbol" | "end";
  readonly text: string;
  readonly at: number;
}

/**
 * The error for queries that the double does not support, in the form of the service's error for
 * queries that it cannot parse.
 */
export class Refusal extends Error {
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

const TOKEN =
  /\s*(?:(?<word>[A-Za-z_][A-Za-z0-9_]*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<parameter>@[A-Za-z_][A-Za-z0-9_]*)|(?<symbol><=|>=|!=|<>|\?\?|\|\||[=<>+\-*/()[\]{},.:]))/uy;

const unquote = (text: string): string => {
  const inner = text.slice(1, -1);
  return JSON.parse(
    `"${text.startsWith("'") ? inner.replace(/\\'/gu, "'").replace(/"/gu, '\\"') : inner}"`,
  ) as string;
};

/** Cuts a query into tokens; throws a Refusal at what it does not know. */
export const tokensOf = (query: string): Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  while (query.slice(at).trim() !== "") {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(query);
    if (!match?.groups)
      throw new Refusal(
        `SC1010 Syntax error, invalid token near '${query.slice(at, at + 20).trim()}'.`,
      );
    const { word, number, string, parameter, symbol } = match.groups;
    if (word !== undefined) tokens.push({ kind: "word", text: word, at });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, at });
    else if (string !== undefined) tokens.push({ kind: "string", text: unquote(string), at });
    else if (parameter !== undefined) tokens.push({ kind: "parameter", text: parameter, at });
    else tokens.push({ kind: "symbol", text: symbol === "<>" ? "!=" : (symbol ?? ""), at });
    at = TOKEN.lastIndex;
  }
  tokens.push({ kind: "end", text: "", at: query.length });
  return tokens;
};
