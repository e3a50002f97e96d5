import { parse } from "graphql";
import { describe, expect, it } from "vitest";
import { refuseLongArguments } from "../../src/server/limits/argument-lengths.ts";

const codeOf = (document: string, variables?: Readonly<Record<string, unknown>>): string | null => {
  try {
    refuseLongArguments(parse(document), variables);
    return null;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
};
const text = (bytes: number): string => "a".repeat(bytes);

describe("arguments", () => {
  it.each<[string, string, Readonly<Record<string, unknown>>?]>([
    ["a name", `{entity(name:"${text(1025)}"){id}}`],
    ["a name in a variable", "query($n:String){entity(name:$n){id}}", { n: text(1025) }],
    ["a name by default", `query($n:String="${text(1025)}"){entity(name:$n){id}}`],
    ["a name of many bytes", `{entity(name:"${"é".repeat(513)}"){id}}`],
    ["a query", "query($q:String!){search(query:$q){tookMs}}", { q: text(8193) }],
    ["an id", `{node(id:"${text(4097)}"){id}}`],
    ["one of several", "query($i:[ID!]!){nodes(ids:$i){id}}", { i: ["a", text(4097)] }],
    ["a type in a list", `{graph{nodes(types:["a","${text(1025)}"]){id}}}`],
    [
      "a field of an input",
      `mutation{write(input:{message:"a" speaker:"${text(1025)}"}){success}}`,
    ],
    [
      "a field of an input in a variable",
      "mutation($i:WriteInput!){write(input:$i){success}}",
      { i: { message: "a", idempotencyKey: text(1025) } },
    ],
    ["an argument below others", `{me{facts(slot:"${text(1025)}"){id}}}`],
  ])("are refused if too long: %s", (_, document, variables) =>
    expect(codeOf(document, variables)).toBe("ARGUMENT_TOO_LONG"),
  );

  it.each<[string, string, Readonly<Record<string, unknown>>?]>([
    ["a name", `{entity(name:"${text(1024)}"){id}}`],
    ["a query", "query($q:String!){search(query:$q){tookMs}}", { q: text(8192) }],
    ["a message", `mutation{write(input:{message:"${text(65536)}"}){success}}`],
    [
      "a message in a variable",
      "mutation($i:WriteInput!){write(input:$i){success}}",
      { i: { message: text(65536), recentMessages: [text(9000)] } },
    ],
    [
      "metadata of any form",
      "mutation($i:ChatInput!){chat(input:$i){id}}",
      { i: { message: "a", metadata: { name: text(5000) } } },
    ],
    ["a variable that nothing uses", "query($n:String){viewer{id}}", { n: text(9000) }],
    ["nothing", "query($n:String){entity(name:$n){id}}"],
  ])("are accepted within the limits: %s", (_, document, variables) =>
    expect(codeOf(document, variables)).toBeNull(),
  );
});
