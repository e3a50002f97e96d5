import { getIntrospectionQuery } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, collect, connect } from "./clients.ts";
import { LIMITS, startService, type Service } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const nested = (field: string, depth: number, leaf: string): string =>
  `${`${field}{`.repeat(depth)}${leaf}${"}".repeat(depth)}`;
const chain = (length: number, fragment: (index: number) => string): string =>
  Array.from({ length }, (_, index) => fragment(index)).join(" ");

const attacks: [string, string, string][] = [
  [
    "introspection, many times over",
    `{${chain(40, (index) => `s${index}:__schema{types{fields{args{type{name}}type{name}}}}`)}}`,
    "OPERATION_TOO_EXPENSIVE",
  ],
  ["too many tokens", `{${"hello ".repeat(LIMITS.tokens)}}`, "OPERATION_TOO_LARGE"],
  ["too many brackets", "{".repeat(LIMITS.tokens + 1), "GRAPHQL_PARSE_FAILED"],
  [
    "values nested too deeply",
    `{hello(x:${"[".repeat(LIMITS.tokens - 10)})}`,
    "OPERATION_TOO_LARGE",
  ],
  ["too deep", `{${nested("thing", LIMITS.depth, "id")}}`, "OPERATION_TOO_LARGE"],
  [
    "too deep by a fragment",
    `{thing{...deep}} fragment deep on Thing{${nested("child", LIMITS.depth - 1, "id")}}`,
    "OPERATION_TOO_LARGE",
  ],
  [
    "too many fields under aliases",
    `{${chain(LIMITS.selections + 1, (index) => `a${index}:hello`)}}`,
    "OPERATION_TOO_LARGE",
  ],
  [
    "too many fields that are one",
    `{${"hello ".repeat(LIMITS.selections + 1)}}`,
    "OPERATION_TOO_LARGE",
  ],
  [
    "too many fields with fields",
    `{${"thing{id}".repeat(LIMITS.selections / 2 + 1)}}`,
    "OPERATION_TOO_LARGE",
  ],
  [
    "a fragment that doubles forty times",
    `{thing{...f0}} ${chain(40, (index) => `fragment f${index} on Thing{a:child{...f${index + 1}} b:child{...f${index + 1}}}`)} fragment f40 on Thing{id}`,
    "OPERATION_TOO_LARGE",
  ],
  [
    "fragments spread in width",
    `{thing{...f0 ...f0}} ${chain(30, (index) => `fragment f${index} on Thing{...f${index + 1} ...f${index + 1}}`)} fragment f30 on Thing{id}`,
    "OPERATION_TOO_LARGE",
  ],
  [
    "a large fragment that nothing uses",
    `{hello} fragment unused on Query{${"thing{id}".repeat(LIMITS.selections / 2 + 1)}}`,
    "OPERATION_TOO_LARGE",
  ],
  [
    "a fragment within itself",
    "{thing{...loop}} fragment loop on Thing{child{...loop}}",
    "GRAPHQL_VALIDATION_FAILED",
  ],
  [
    "fragments in a ring",
    `{thing{...f0}} ${chain(50, (index) => `fragment f${index} on Thing{child{...f${(index + 1) % 50}}}`)}`,
    "OPERATION_TOO_LARGE",
  ],
  ["a huge page", "{things(first:1000000){id}}", "OPERATION_TOO_EXPENSIVE"],
  [
    "a huge page by a variable",
    "query($n:Int=1000000){things(first:$n){id}}",
    "OPERATION_TOO_EXPENSIVE",
  ],
  [
    "pages within pages",
    "{things(first:100){things(first:100){things(first:100){id}}}}",
    "OPERATION_TOO_EXPENSIVE",
  ],
  [
    "pages within pages, sizes left out",
    "{things{things{things{things{id}}}}}",
    "OPERATION_TOO_EXPENSIVE",
  ],
  ["lists within lists", `{thing{${nested("parts", 8, "id")}}}`, "OPERATION_TOO_EXPENSIVE"],
  [
    "a huge page that another is to pay for",
    "{a:things(first:1000000){id} b:things(first:-1000000){id}}",
    "OPERATION_TOO_EXPENSIVE",
  ],
  [
    "an operation that has no price",
    'query($id:ID="x"){byId(id:$id) things(first:1000000){id}}',
    "BAD_USER_INPUT",
  ],
];

describe.each(attacks)("%s", (_what, query, code) => {
  const variables = query.includes("byId") ? { id: null } : {};
  it("is refused over HTTP", async () => {
    const { status, body } = await ask(service.url, query, { variables });
    expect([status, body.errors?.[0]?.extensions.code, body.data]).toEqual([400, code, undefined]);
  });
  it("is refused over a socket", async () => {
    const client = connect(service.url);
    const [answer, ...more] = await collect(client, query, { variables });
    expect([answer?.errors?.[0]?.extensions.code, answer?.data, more]).toEqual([
      code,
      undefined,
      [],
    ]);
    await client.dispose();
  });
});

describe("a request within the limits", () => {
  it.each([
    ["as deep as allowed", `{thing{${nested("child", LIMITS.depth - 2, "id")}}}`],
    ["as many fields as allowed", `{${chain(LIMITS.selections, (index) => `a${index}:hello`)}}`],
    ["a large page", "{things(first:10000){id}}"],
    [
      "a walk of depth 3 and fan-out 10",
      "{thing{id things(first:10){id things(first:10){id things(first:10){id}}}}}",
    ],
    [
      "introspection, as an IDE asks for it",
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ],
  ])("runs: %s", async (_what, query) => {
    const { status, body } = await ask(service.url, query);
    expect([status, body.errors]).toEqual([200, undefined]);
  });
});
