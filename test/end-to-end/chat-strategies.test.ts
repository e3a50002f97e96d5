import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { palimpsest, type Memory } from "../../packages/client/src/index.ts";
import { as, dataDirectory, startService, told, type Service } from "./service.ts";

type Strategy = "SLIDING_WINDOW" | "HIERARCHICAL" | "ENTITY_GRAPH" | "KEY_VALUE" | "TIERED";
interface SaidTurn {
  readonly role: "USER" | "AGENT";
  readonly content: string;
  readonly occurredAt: string;
}

let directory: Awaited<ReturnType<typeof dataDirectory>>;
let service: Service;
let users = 0;
beforeAll(async () => {
  directory = await dataDirectory();
  service = await startService(directory.path);
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  await directory.remove();
});

/** A user of the running service, and what strategies send with the user's questions. */
const user = () => {
  const name = `strategies-${users++}`;
  const memory: Memory = palimpsest({ url: service.url, user: name });
  const contextOf = async (
    question: string,
    strategy: Strategy,
    sessionId?: string,
  ): Promise<ReadonlyMap<string, string>> => {
    const { messages } = await memory.context(question, { strategy, sessionId });
    return new Map(messages.map(({ origin, content }) => [origin, content]));
  };
  const run = (query: string, variables: object) => told(as(service.url, name)(query, variables));
  const addTurns = (sessionId: string, turns: readonly SaidTurn[]) =>
    run("mutation ($input: AddTurnsInput!) { addTurns(input: $input) { turns { seq } } }", {
      input: { sessionId, turns },
    });
  return { memory, contextOf, run, addTurns };
};

const MARCH = (day: number): string => `2026-03-${String(day).padStart(2, "0")}T10:00:00.000Z`;
const exchange = (day: number, content: string): SaidTurn[] => [
  { role: "USER", content, occurredAt: MARCH(day) },
  { role: "AGENT", content: "I apologise, I cannot see the year 1987.", occurredAt: MARCH(day) },
];

describe("an answer to the agent", () => {
  const facts = async (memory: Memory) =>
    (await memory.facts()).nodes.map(({ slot, value }) => `${slot}=${value}`);

  it("is remembered with its question, in turns and in a chat", async () => {
    const { memory, run, addTurns } = user();
    const { id: sessionId } = await memory.createSession({ strategy: "SLIDING_WINDOW" });
    const turn = (role: SaidTurn["role"], content: string): SaidTurn => ({
      role,
      content,
      occurredAt: MARCH(1),
    });
    await addTurns(sessionId, [
      turn("AGENT", "Nice to meet you! Where do you live?"),
      turn("USER", "Oslo"),
      turn("AGENT", "You work at Bolt, I guess. What car do you drive?"),
    ]);
    await run("mutation ($input: ExtractFactsInput!) { extractFacts(input: $input) { turns } }", {
      input: { sessionId },
    });
    await run("mutation ($input: ChatInput!) { chat(input: $input) { write { success } } }", {
      input: { sessionId, message: "A Skoda Octavia" },
    });
    expect((await facts(memory)).toSorted()).toEqual(["residence=Oslo", "vehicle=Skoda Octavia"]);
  });
});

describe("ENTITY_GRAPH", () => {
  it("dates its lines, and contains nothing that is over unless the question asks for it", async () => {
    const { memory, contextOf } = user();
    await memory.remember("I live in Rome. My dentist is Dr. Visser.", { occurredAt: MARCH(1) });
    await memory.remember("I no longer live in Rome.", { occurredAt: MARCH(9) });
    const now = (await contextOf("Where do I live?", "ENTITY_GRAPH")).get("RETRIEVED")!;
    expect(now).toContain("dentist is Dr. Visser (said 2026-03-01)");
    expect(now).not.toMatch(/lives in Rome/u);
    const before = (await contextOf("Where did I live before?", "ENTITY_GRAPH")).get("RETRIEVED")!;
    expect(before).toMatch(/lives in Rome \(said 2026-03-01, until 2026-03-09, no longer so\)/u);
  });

  it("says a name once, and repeats no fact of the user", async () => {
    const { memory, contextOf } = user();
    await memory.remember("My name is Ana Reis. My gym is PureLift. I like jazz.");
    const context = await contextOf("Which gym do I go to?", "ENTITY_GRAPH");
    expect(context.get("IDENTITY")).toContain("The user is Ana Reis.");
    const [, line] = /\n(- Ana Reis \(person\): .*)\n/u.exec(context.get("RETRIEVED")!)!;
    expect(line).toMatch(/: gym is PureLift \(said [^)]*\)/u);
    expect(line!.match(/Ana Reis/gu)).toHaveLength(1);
  });
});

describe("KEY_VALUE", () => {
  it("contains every single-valued attribute in any wording, and none that is over", async () => {
    const { memory, contextOf } = user();
    await memory.remember("I moved to Porto in January and I work as an editor at Lumen.");
    await memory.remember("My business partner is Leila Haddad. My supervisor is Professor Keane.");
    await memory.remember("My working hours are nine to six. My locker code is 4471.");
    await memory.assert({
      entity: { name: "user" },
      text: "user's desk is 7",
      slot: "desk",
      value: "7",
    });
    await memory.remember("My locker code is 9020 now. I'm dating Luca. I broke up with Luca.");
    const known = (await contextOf("Hello.", "KEY_VALUE")).get("KNOWN_FACTS")!;
    for (const statement of [
      "my residence is Porto",
      "my employer is Lumen",
      "my role is editor",
      "my business partner is Leila Haddad",
      "my academic supervisor is Professor Keane",
      "my working hours are nine to six",
      "my locker code is 9020",
      "my desk is 7",
    ])
      expect(known).toContain(statement);
    expect(known).not.toMatch(/4471|Luca/u);
  });
});

describe("the summary of messages that left the window", () => {
  const SAID = [
    "The budget for the fit-out is 40,000 euros.",
    "We have a cat, Biscuit. She is fourteen and grumpy.",
    "We moved into the house in Ilkley yesterday.",
    "The budget has gone up to 52,000 euros, the floor was rotten.",
    "My manager is Gwen Parfitt.",
  ];
  const said = Array.from({ length: 30 }, (_, n) =>
    exchange(n + 1, SAID[n] ?? `Item ${n} of the list was Number ${n * 7}.`),
  ).flat();

  it("keeps its days, its people and one figure for each thing in HIERARCHICAL", async () => {
    const { memory, contextOf, addTurns } = user();
    const { id } = await memory.createSession({ strategy: "HIERARCHICAL" });
    await addTurns(id, said);
    await vi.waitFor(async () => {
      const context = await contextOf("And now?", "HIERARCHICAL", id);
      const summarised = `${context.get("LONG_TERM_FACTS")}${context.get("SUMMARY_BLOCKS")}`;
      expect(summarised).toContain(
        "- 2026-03-02: We have a cat, Biscuit. She is fourteen and grumpy.",
      );
      expect(summarised).toContain("- 2026-03-03: We moved into the house in Ilkley yesterday.");
      expect(summarised).not.toContain("1987");
      expect(context.get("ANCHORS")).toMatch(/\n- Budget \(fit-out\): 52,000 euros\.\n/u);
      expect(context.get("ANCHORS")).not.toContain("40,000");
    });
  });

  it("consists of the user's words alone, with their days, in TIERED", async () => {
    const { memory, contextOf, addTurns } = user();
    const { id } = await memory.createSession({ strategy: "TIERED" });
    await addTurns(id, said);
    await vi.waitFor(async () => {
      const context = await contextOf("Who is my manager?", "TIERED", id);
      const made = [...context].filter(([origin]) => !["TURN", "SYSTEM_PROMPT"].includes(origin));
      const text = made.map(([, content]) => content).join("\n");
      expect(context.get("SUMMARY") ?? context.get("COMPRESSED_TURNS")).toMatch(/2026-03-\d\d: /u);
      expect(text).not.toMatch(/1987|apologise|helpful assistant/u);
      for (const quotation of text.match(/^- the user said.*$/gmu) ?? [])
        expect(quotation).toMatch(/^- the user said on 2026-03-\d\d: "/u);
    });
  });
});
