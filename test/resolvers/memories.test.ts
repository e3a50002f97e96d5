import { beforeEach, describe, expect, it } from "vitest";
import type { SpaceStore } from "../../src/store/port.ts";
import { instantOf, type Instant } from "../../src/memory/time.ts";
import { stores } from "../contract/stores.ts";
import { answer } from "../fakes/scripted-models.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const MEMORIES = `query ($types: [MemoryType!], $session: ID, $role: Role, $recorded: Interval, $first: Int, $after: String, $at: TimePoint) {
  memories(types: $types, sessionId: $session, role: $role, recorded: $recorded, first: $first, after: $after, at: $at) {
    totalCount nodes { __typename id content recordedAt } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`;

describe.each(stores)("memories on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let service: ReturnType<typeof memoryService>;
  let id: string;
  beforeEach(async () => {
    space = await freshSpace();
    service = memoryService(space, {
      summariseTalk: async ({ turns }) =>
        answer([{ heading: "topic", lines: [`Of ${turns.at(-1)?.content ?? "facts"}`] }]),
    });
    id = (await service.run("mutation { createSession(input: {}) { session { id } } }"))
      .createSession.session.id;
  });
  const local = (): string => Buffer.from(id, "base64url").toString("utf8").split(":")[1]!;
  const say = async (role: "USER" | "AGENT", content: string): Promise<Instant> => {
    const at = instantOf(Date.parse(service.clock()) + 500);
    await space.appendTurns(local(), [
      {
        id: `${space.id.user}-${content}`,
        role,
        content,
        metadata: null,
        toolName: null,
        toolCallId: null,
        occurredAt: at,
        recordedAt: at,
        event: null,
        expiresAt: null,
      },
    ]);
    return at;
  };
  const list = async (variables: Record<string, unknown> = {}) =>
    (await service.run(MEMORIES, { first: 50, ...variables })).memories;
  const contents = async (variables: Record<string, unknown> = {}): Promise<string[]> =>
    (await list(variables)).nodes.map(({ content }: { content: string }) => content);
  const summarise = () =>
    service.run("mutation ($id: ID!) { summariseSession(input: { sessionId: $id }) { turns } }", {
      id,
    });

  /** t1, fact1, t2, summary, fact2, t3; with the time of each. */
  const story = async () => {
    const times: Instant[] = [await say("USER", "t1")];
    times.push((await service.say("Ana", "fact1")).at);
    times.push(await say("AGENT", "t2"));
    await summarise();
    times.push((await space.head()).recordedAt!);
    times.push((await service.say("Ana", "fact2", { sessionId: id })).at);
    times.push(await say("USER", "t3"));
    return times;
  };

  it("are all in one list, the last recorded first", async () => {
    await story();
    const page = await list();
    expect(
      page.nodes.map(
        ({ __typename, content }: Record<string, string>) => `${__typename} ${content}`,
      ),
    ).toEqual([
      "Turn t3",
      "Fact fact2",
      "SessionSummary Topic: Of t2.",
      "Turn t2",
      "Fact fact1",
      "Turn t1",
    ]);
    expect(page).toMatchObject({
      totalCount: 6,
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    });
    const read = await Promise.all(
      page.nodes.map(
        async ({ id: node }: { id: string }) =>
          (
            await service.run("query ($id: ID!) { node(id: $id) { ... on Memory { content } } }", {
              id: node,
            })
          ).node.content,
      ),
    );
    expect(read).toEqual(page.nodes.map(({ content }: { content: string }) => content));
  });

  it("can be filtered by type, session, role and time", async () => {
    const times = await story();
    const other = (await service.run("mutation { createSession(input: {}) { session { id } } }"))
      .createSession.session.id;
    const table: [variables: Record<string, unknown>, contents: string[]][] = [
      [{ types: "TURN" }, ["t3", "t2", "t1"]],
      [{ types: ["FACT", "SESSION_SUMMARY"] }, ["fact2", "Topic: Of t2.", "fact1"]],
      [{ types: ["USER_SUMMARY", "EPISODE", "PROCEDURE", "OBSERVATION"] }, []],
      [{ session: id }, ["t3", "fact2", "Topic: Of t2.", "t2", "t1"]],
      [{ session: other }, []],
      [{ role: "USER" }, ["t3", "t1"]],
      [{ role: "AGENT", session: id }, ["t2"]],
      [{ role: "TOOL" }, []],
      [{ role: "USER", types: "FACT" }, []],
      [{ recorded: { from: times[1], to: times[4] } }, ["Topic: Of t2.", "t2", "fact1"]],
      [{ recorded: { from: times[5] } }, ["t3"]],
      [{ recorded: { to: times[1] } }, ["t1"]],
    ];
    for (const [variables, expected] of table) {
      expect(await contents(variables), JSON.stringify(variables)).toEqual(expected);
      expect((await list({ ...variables, first: 1 })).totalCount, JSON.stringify(variables)).toBe(
        expected.length,
      );
    }
    expect(
      (await service.attempt(MEMORIES, { recorded: { from: times[2], to: times[2] } })).codes,
    ).toEqual(["INVALID_INTERVAL"]);
    expect((await service.attempt(MEMORIES, { session: "x" })).codes).toEqual(["INVALID_ID"]);
  });

  it("are paged without gaps or duplicates, whatever is added meanwhile", async () => {
    await story();
    for (const first of [1, 2, 3, 4]) {
      const seen: string[] = [];
      let after: string | null = null;
      for (let more = true; more;) {
        const page: Awaited<ReturnType<typeof list>> = await list({ first, after });
        seen.push(...page.nodes.map(({ content }: { content: string }) => content));
        expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
        ({ hasNextPage: more, endCursor: after } = page.pageInfo);
        if (seen.length === first) await service.say("Ana", `added ${first}`);
      }
      expect(seen.filter((content) => !content.startsWith("added"))).toEqual([
        "t3",
        "fact2",
        "Topic: Of t2.",
        "t2",
        "fact1",
        "t1",
      ]);
      expect(new Set(seen).size).toBe(seen.length);
    }
    const facts = await service.run("{ facts(first: 1) { pageInfo { endCursor } } }");
    for (const after of [
      facts.facts.pageInfo.endCursor,
      "x",
      Buffer.from("memories|{}|0").toString("base64url"),
    ])
      expect((await service.attempt(MEMORIES, { after })).codes, String(after)).toEqual([
        "INVALID_CURSOR",
      ]);
    for (const first of [0, 101])
      expect((await service.attempt(MEMORIES, { first })).codes).toEqual([
        "PAGE_SIZE_OUT_OF_BOUNDS",
      ]);
  });

  it("read the same as of the past as they did then", async () => {
    const times = await story();
    const asked = times.map((at) => ({ at: { knownAt: at } }));
    // After the last commit, as of a turn: the view is that of the commit, so its ids will be others once there is a later one.
    const withoutIds = ({ nodes, ...page }: Awaited<ReturnType<typeof list>>) => ({
      ...page,
      nodes: nodes.map((node: Record<string, unknown>) => ({ ...node, id: null })),
    });
    const read = () =>
      Promise.all(
        asked.map(async (at, i) =>
          i === asked.length - 1 ? withoutIds(await list(at)) : list(at),
        ),
      );
    const first = await read();
    expect(first.map(({ totalCount }) => totalCount)).toEqual([1, 2, 3, 4, 5, 6]);
    await say("USER", "t4");
    await summarise();
    await service.say("Ana", "fact3");
    expect(await read()).toEqual(first);
    expect((await contents()).slice(0, 3)).toEqual(["fact3", "Topic: Of t4.", "t4"]);
  });
});
