import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A value of a template: an object literal, a list of them (or a condition between several), or its words. */
export type Written =
  | { readonly kind: "OBJECT"; readonly properties: ReadonlyMap<string, Written> }
  | { readonly kind: "SOME"; readonly objects: readonly Written[]; readonly words: string };

type Types = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
interface Schema {
  readonly resources: Readonly<Record<string, string>>;
  readonly types: Types;
}

/** The published schema of one API version, as far as infra/ uses it. */
export const publishedSchema = async (version: string): Promise<Schema> =>
  JSON.parse(await readFile(join(import.meta.dirname, `arm-${version}.json`), "utf8")) as Schema;

const PRIMITIVES: Readonly<Record<string, (words: string) => boolean>> = {
  bool: (words) => !/^(?:-?\d+|'.*')$/u.test(words),
  int: (words) => !/^(?:true|false|'.*')$/u.test(words),
  string: (words) => !/^(?:true|false|-?\d+)$/u.test(words),
};

/**
 * The parts of a value that the schema does not know, or misses, each as a path and a word.
 * `isPart` says that it is one of several objects that are joined.
 */
export const misfits = (
  { types }: Schema,
  type: string,
  value: Written,
  path: string,
  isPart = false,
): string[] => {
  if (value.kind === "SOME")
    return value.objects.flatMap((one) => misfits({ types, resources: {} }, type, one, path, true));
  const properties = types[type.replaceAll("[]", "")];
  if (properties === undefined) return [];
  const missing = Object.keys(properties)
    .filter((name) => name.endsWith("!") && !value.properties.has(name.slice(0, -1)))
    .map((name) => `${path}.${name.slice(0, -1)} is missing`);
  const own = Array.from(value.properties, ([name, inner]): string[] => {
    const expected = properties[name] ?? properties[`${name}!`];
    const at = `${path}.${name}`;
    if (expected === undefined) return [`${at} is unknown`];
    if (typeof expected === "string" && !(expected in PRIMITIVES))
      return misfits({ types, resources: {} }, expected, inner, at);
    if (inner.kind === "OBJECT") return [`${at} is an object`];
    if (typeof expected === "string")
      return PRIMITIVES[expected]?.(inner.words) ? [] : [`${at} is no ${expected}`];
    const literal = /^'(?<text>.*)'$/u.exec(inner.words)?.groups?.["text"];
    return literal === undefined || expected.includes(literal) ? [] : [`${at} is ${literal}`];
  });
  return [...(isPart ? [] : missing), ...own.flat()];
};

/** A JSON value as a template would write it. */
export const writtenJson = (value: unknown): Written => {
  if (Array.isArray(value))
    return { kind: "SOME", objects: value.map((one) => writtenJson(one)), words: "" };
  if (typeof value === "object" && value !== null)
    return {
      kind: "OBJECT",
      properties: new Map(Object.entries(value).map(([name, own]) => [name, writtenJson(own)])),
    };
  const words = typeof value === "string" ? `'${value}'` : String(value);
  return { kind: "SOME", objects: [], words };
};

const TOKEN = /\/\/[^\n]*|'(?:[^'\\]|\\.)*'|[[\]{}()]|[\w.@-]+|\n|[^\s]/gu;

/** Reads the object literals of Bicep: their properties, and the objects within the expressions of these. */
class BicepReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = (text.match(TOKEN) ?? []).filter((token) => !token.startsWith("//"));
  }

  /** The object that begins here. */
  object(): Written {
    const properties = new Map<string, Written>();
    this.#at += 1;
    for (;;) {
      const name = this.#tokens[this.#at++];
      if (name === undefined || name === "}") return { kind: "OBJECT", properties };
      if (name === "\n" || name === ",") continue;
      this.#at += 1; // the colon
      properties.set(name, this.#value());
    }
  }

  /** An expression, up to the end of its line, or a comma or brace of the object around it. */
  #value(): Written {
    const objects: Written[] = [];
    const words: string[] = [];
    for (let depth = 0; this.#at < this.#tokens.length;) {
      const token = this.#tokens[this.#at] ?? "";
      const goesOn = ["?", ":"].includes(
        this.#tokens.slice(this.#at).find((one) => one !== "\n") ?? "",
      );
      if (depth === 0 && (token === "," || token === "}" || (token === "\n" && !goesOn))) break;
      if (token === "{") {
        objects.push(this.object());
        continue;
      }
      if (token === "[" || token === "(") depth += 1;
      if (token === "]" || token === ")") depth -= 1;
      if (token !== "\n") words.push(token);
      this.#at += 1;
    }
    const [only] = objects;
    return only !== undefined && objects.length === 1 && words.length === 0
      ? only
      : { kind: "SOME", objects, words: words.join(" ") };
  }
}

/** The properties of each resource of a Bicep file, by type and version. */
export const bicepResources = (bicep: string): ReadonlyMap<string, Written> =>
  new Map(
    Array.from(bicep.matchAll(/^resource \w+ '(?<type>[^']+)'/gmu), (match) => {
      const from = bicep.indexOf("properties: {", match.index) + "properties: ".length;
      return [match.groups?.["type"] ?? "", new BicepReader(bicep.slice(from)).object()] as const;
    }),
  );

/** The value of a variable of a Bicep file, as the objects that it joins. */
export const bicepVariable = (bicep: string, name: string): Written => {
  const from = bicep.indexOf(`var ${name} = `);
  const to = bicep.indexOf("\n)\n", from);
  return new BicepReader(`{ value: ${bicep.slice(bicep.indexOf("=", from) + 1, to)}) }`).object();
};
