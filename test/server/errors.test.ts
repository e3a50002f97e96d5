import { GraphQLError } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROBLEMS } from "../../src/memory/problem.ts";
import { StoreUnavailable } from "../../src/store/port.ts";
import { createFormatError } from "../../src/server/format-error.ts";
import { ask, collect, connect, type GraphqlError } from "./clients.ts";
import { recordingLog, startService, type Service } from "./service.ts";
import { SECRET } from "./stand-in-schema.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Case {
  readonly what: string;
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly code: string;
  readonly message: string | RegExp;
  /** Whether an operator must look at it: the log then has it, under an id. */
  readonly fault?: true;
}

const INTERNAL = {
  code: "INTERNAL_SERVER_ERROR",
  message: "Internal server error",
  fault: true,
} as const;

const cases: Case[] = [
  ...Object.keys(PROBLEMS)
    .filter((code) => code !== "INTERNAL_SERVER_ERROR")
    .map((code) => ({
      what: `the problem ${code}`,
      query: `{problem(code:${code})}`,
      code,
      message: "A sentence that helps.",
    })),
  { what: "a problem that is ours", query: "{problem(code:INTERNAL_SERVER_ERROR)}", ...INTERNAL },
  {
    what: "a store that is away",
    query: "{store(reason:UNREACHABLE)}",
    code: "STORE_UNAVAILABLE",
    message: /cannot be reached/,
    fault: true,
  },
  {
    what: "a store that accepts the service no more",
    query: "{store(reason:REFUSED)}",
    code: "STORE_REFUSED",
    message: /refuses the service/,
    fault: true,
  },
  {
    what: "a full disk",
    query: "{store(reason:FULL)}",
    code: "STORAGE_FULL",
    message: /is full/,
    fault: true,
  },
  {
    what: "a damaged space",
    query: "{store(reason:DAMAGED)}",
    code: "SPACE_DAMAGED",
    message: /is damaged/,
    fault: true,
  },
  {
    what: "a space that a newer version of the service has written",
    query: "{store(reason:NEWER)}",
    code: "SPACE_OF_NEWER_VERSION",
    message: /newer version .* must update the service/,
    fault: true,
  },
  { what: "a fault in a resolver", query: "{fault}", ...INTERNAL },
  { what: "an error of a library", query: "{oddFault}", ...INTERNAL },
  { what: "a field that must not be null and is", query: "{missing}", ...INTERNAL },
  { what: "a value that does not fit its field", query: "{wrongType}", ...INTERNAL },
  {
    what: "a document that does not parse",
    query: "{",
    code: "GRAPHQL_PARSE_FAILED",
    message: /Syntax Error/,
  },
  {
    what: "a field that is not there",
    query: "{nothing}",
    code: "GRAPHQL_VALIDATION_FAILED",
    message: /Cannot query field "nothing"/,
  },
  {
    what: "a missing argument",
    query: "{byId}",
    code: "GRAPHQL_VALIDATION_FAILED",
    message: /"id"/,
  },
  {
    what: "a literal of a wrong type",
    query: '{at(count:"x")}',
    code: "GRAPHQL_VALIDATION_FAILED",
    message: /Int cannot represent/,
  },
  {
    what: "a variable of a wrong type",
    query: "query($n:Int){at(count:$n)}",
    variables: { n: "x" },
    code: "BAD_USER_INPUT",
    message: /Variable "\$n"/,
  },
  {
    what: "a variable that is missing",
    query: "query($id:ID!){byId(id:$id)}",
    variables: {},
    code: "BAD_USER_INPUT",
    message: /Variable "\$id"/,
  },
  {
    what: "a variable that is null after all",
    query: 'query($id:ID="x"){byId(id:$id)}',
    variables: { id: null },
    code: "BAD_USER_INPUT",
    message: /"id" of non-null type/,
  },
  {
    what: "a literal that a scalar refuses with a code",
    query: '{at(instant:"2026-01-01")}',
    code: "INVALID_INSTANT",
    message: /It is not an instant/,
  },
  {
    what: "a variable that a scalar refuses with a code",
    query: "query($at:Instant){at(instant:$at)}",
    variables: { at: "2026-01-01" },
    code: "INVALID_INSTANT",
    message: /Variable "\$at".*It is not an instant/,
  },
  {
    what: "a literal that a scalar refuses with a problem",
    query: '{at(span:"x")}',
    code: "INVALID_INTERVAL",
    message: /It ends before it begins/,
  },
  {
    what: "a variable that a scalar refuses with a problem",
    query: "query($s:Span){at(span:$s)}",
    variables: { s: 1 },
    code: "INVALID_INTERVAL",
    message: /Variable "\$s".*It ends before it begins/,
  },
  {
    what: "a document of several operations, none named",
    query: "query A{hello} query B{hello}",
    code: "BAD_REQUEST",
    message: /operation/,
  },
];

const told = (error: GraphqlError | undefined) => ({
  message: error?.message,
  extensions: error?.extensions,
});
const toTell = ({ code, message, fault }: Case) => ({
  message: typeof message === "string" ? message : expect.stringMatching(message),
  extensions: fault ? { code, errorId: expect.any(String) } : { code },
});

describe.each(cases)("$what", (example) => {
  it("is reported over HTTP", async () => {
    const { body } = await ask(service.url, example.query, { variables: example.variables });
    expect(told(body.errors?.[0])).toEqual(toTell(example));
    expect(JSON.stringify(body)).not.toContain(SECRET);
  });
  it("is reported the same over a socket", async () => {
    const client = connect(service.url);
    const [answer] = await collect(
      client,
      example.query,
      example.variables ? { variables: example.variables } : {},
    );
    expect(told(answer?.errors?.[0])).toEqual(toTell(example));
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    await client.dispose();
  });
});

describe("a subscription", () => {
  it("ends with a masked error if it fails", async () => {
    const client = connect(service.url);
    const answers = await collect(client, "subscription{failing}");
    expect(answers).toEqual([
      { data: { failing: 1 } },
      {
        errors: [
          {
            message: "Internal server error",
            extensions: { code: "INTERNAL_SERVER_ERROR", errorId: expect.any(String) },
          },
        ],
      },
    ]);
    await client.dispose();
  });
});

describe("the log", () => {
  const faultOf = async (service: Service, query: string) => {
    const { body } = await ask(service.url, query);
    const errorId = body.errors?.[0]?.extensions.errorId;
    return {
      errorId,
      line: service.log.lines.find(({ details }) => details["errorId"] === errorId),
    };
  };

  it("says where a fault was thrown, under the id that the client got, without its message", async () => {
    const { errorId, line } = await faultOf(service, "{fault}");
    expect(errorId).toEqual(expect.any(String));
    expect(line).toMatchObject({
      level: "error",
      details: {
        code: "INTERNAL_SERVER_ERROR",
        fault: {
          kind: "Error",
          at: expect.arrayContaining([expect.stringContaining("stand-in-schema.ts")]),
          cause: { kind: "TypeError" },
        },
      },
    });
    expect(JSON.stringify(line)).not.toContain(SECRET);
  });
  it("contains the message at level debug", async () => {
    const talkative = await startService({ logLevel: "debug" });
    const { line } = await faultOf(talkative, "{fault}");
    expect(line).toMatchObject({
      details: { fault: { message: SECRET, cause: { message: SECRET } } },
    });
    await talkative.stop();
  });
  it("contains the store's messages, which are written for it", async () => {
    const { line } = await faultOf(service, "{store(reason:DAMAGED)}");
    expect(line).toMatchObject({ details: { code: "SPACE_DAMAGED", store: SECRET } });
  });
  it("says nothing about client errors", async () => {
    const before = service.log.lines.length;
    for (const query of ["{", "{nothing}", "{problem(code:NOT_FOUND)}", '{at(instant:"x")}'])
      await ask(service.url, query);
    expect(service.log.lines).toHaveLength(before);
  });
  it("reports a fault once, however many fields it fails", () => {
    const log = recordingLog();
    let ids = 0;
    const format = createFormatError(log, () => `error-${++ids}`);
    const fault = new Error(SECRET);
    const told = ["a", "b"].map((field) =>
      format(
        { message: SECRET, path: [field] },
        new GraphQLError(SECRET, { originalError: fault, path: [field] }),
      ),
    );
    expect(told.map(({ extensions }) => extensions?.["errorId"])).toEqual(["error-1", "error-1"]);
    expect(log.lines).toHaveLength(1);
  });
});

describe("a request whose space cannot be opened", () => {
  it.each([
    ["UNREACHABLE", 503, "STORE_UNAVAILABLE"],
    ["REFUSED", 500, "STORE_REFUSED"],
    ["FULL", 507, "STORAGE_FULL"],
    ["DAMAGED", 503, "SPACE_DAMAGED"],
    ["NEWER", 503, "SPACE_OF_NEWER_VERSION"],
  ] as const)("is %s and fails as a whole with %i", async (reason, status, code) => {
    service.ail(new StoreUnavailable(reason, SECRET));
    const answer = await ask(service.url, "{hello}");
    const client = connect(service.url);
    const [overSocket] = await collect(client, "{hello}");
    await client.dispose();
    service.ail(undefined);
    expect([
      answer.status,
      answer.body.errors?.[0]?.extensions.code,
      overSocket?.errors?.[0]?.extensions.code,
    ]).toEqual([status, code, code]);
    expect(answer.text).not.toContain(SECRET);
  });
  it("reveals no fault", async () => {
    service.ail(new Error(SECRET));
    const answer = await ask(service.url, "{hello}");
    service.ail(undefined);
    expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([
      500,
      "Internal server error",
    ]);
  });
});
