import { describe, expect, it } from "vitest";
import { BACKENDS, COSMOS, serviceOfSuite } from "./backends.ts";
import { as, told } from "./service.ts";

interface Shown {
  readonly kind: string;
  readonly snippet: string;
  readonly entity: { readonly name: string };
  readonly session: { readonly id: string } | null;
  readonly turn: { readonly content: string; readonly seq: number } | null;
  readonly recordedAt: string;
}

const REFERENCE = "kind snippet entity { name } session { id } turn { content seq } recordedAt";

describe.each(BACKENDS)("the context graph over HTTP on $name", ({ open, name }) => {
  const url = serviceOfSuite(open);
  let users = 0;

  const user = () => {
    const ask = as(url(), `graph-${users++}`);
    const session = async (title: string) =>
      (
        await told(
          ask<{ createSession: { session: { id: string } } }, object>(
            "mutation ($title: String) { createSession(input: { title: $title, strategy: DIRECT }) { session { id } } }",
            { title },
          ),
        )
      ).createSession.session.id;
    const write = async (message: string, sessionId: string) =>
      told(
        ask(
          "mutation ($input: WriteInput!) { write(input: $input) { success decisions { action } } }",
          { input: { message, sessionId } },
        ),
      );
    const references = async (args: string, at?: string) =>
      (
        await told(
          ask<{ references: { nodes: Shown[]; totalCount: number } }, object>(
            `query ($at: TimePoint) { references(${args} at: $at) { totalCount nodes { ${REFERENCE} } } }`,
            { at: at ? { knownAt: at } : null },
          ),
        )
      ).references;
    return { ask, session, write, references };
  };

  it("traces the requests to the store, where there are any", async () => {
    const { write } = await told(
      as(
        url(),
        "graph-traced",
      )<{ write: { trace: readonly { readonly storeRequests: number }[] } }, object>(
        'mutation { write(input: { message: "My city is Pune.", verbose: true }) { trace { storeRequests } } }',
      ),
    );
    const requests = write.trace.reduce((sum, { storeRequests }) => sum + storeRequests, 0);
    if (name === COSMOS) expect(requests).toBeGreaterThan(0);
    else expect(requests).toBe(0);
  });

  it("answers what was discussed about an entity, with snippet and turn, at any time", async () => {
    const { ask, session, write, references } = user();
    const id = await session("one");
    await write("Clara Rezende works at Vertix.", id);
    await told(
      ask(
        'mutation ($s: ID!) { chat(input: { sessionId: $s, message: "Where does Clara Rezende work?" }) { reply write { success } } }',
        { s: id },
      ),
    );
    const all = await references('entity: "Clara Rezende", kinds: [QUERIED, MENTIONED]');
    expect(all.nodes).toMatchObject([
      {
        kind: "QUERIED",
        snippet: "Where does Clara Rezende work?",
        entity: { name: "Clara Rezende" },
        session: { id },
        turn: { content: "Where does Clara Rezende work?" },
      },
      {
        kind: "MENTIONED",
        snippet: "Clara Rezende works at Vertix",
        turn: { content: "Clara Rezende works at Vertix.", seq: 1 },
      },
    ]);
    expect(all.totalCount).toBe(2);
    expect(
      (
        await references(
          'entity: "Clara Rezende", kinds: [QUERIED, MENTIONED]',
          all.nodes[1]!.recordedAt,
        )
      ).nodes.map(({ kind }) => kind),
    ).toEqual(["MENTIONED"]);
    expect((await references('entity: "nobody at all"')).totalCount).toBe(0);
    const first = await told(
      ask<{ references: { pageInfo: { endCursor: string } } }, object>(
        "{ references(first: 1) { pageInfo { endCursor } } }",
      ),
    );
    const rest = await references(`first: 50, after: "${first.references.pageInfo.endCursor}"`);
    expect(rest.nodes.length).toBe((await references("first: 50")).totalCount - 1);
  });

  it("reports what replies discussed", async () => {
    const { ask, session, write, references } = user();
    const id = await session("one");
    await write("Clara Rezende works at Vertix.", id);
    const { chat } = await told(
      ask<{ chat: { reply: string; replyTurn: { content: string } } }, object>(
        'mutation ($s: ID!) { chat(input: { sessionId: $s, message: "Where does Clara Rezende work?", strategy: TIERED }) { reply replyTurn { content } } }',
        { s: id },
      ),
    );
    expect(chat.reply).toContain("Vertix");
    await expect
      .poll(async () => (await references('entity: "Vertix", kinds: [DISCUSSED]')).nodes)
      .toMatchObject([
        {
          kind: "DISCUSSED",
          entity: { name: "Vertix" },
          turn: { content: chat.replyTurn.content },
        },
      ]);
  });

  it("lists the entities asked about recently", async () => {
    const { ask, session, write } = user();
    const id = await session("one");
    for (const message of [
      "Clara Rezende works at Vertix.",
      "Where does Clara Rezende work?",
      "Who is Clara Rezende?",
      "What is Vertix?",
    ])
      await write(message, id);
    const recent = async (kinds: string) =>
      (
        await told(
          ask<
            {
              recentEntities: {
                entity: { name: string };
                count: number;
                lastAt: string;
                lastReference: { snippet: string };
              }[];
            },
            object
          >(
            `{ recentEntities(kinds: ${kinds}) { count lastAt entity { name references(kinds: [QUERIED]) { totalCount } } lastReference { snippet } } }`,
          ),
        )
      ).recentEntities;
    expect(await recent("[QUERIED]")).toMatchObject([
      {
        entity: { name: "Vertix", references: { totalCount: 1 } },
        count: 1,
        lastReference: { snippet: "What is Vertix?" },
      },
      {
        entity: { name: "Clara Rezende", references: { totalCount: 2 } },
        count: 2,
        lastReference: { snippet: "Who is Clara Rezende?" },
      },
    ]);
    expect(await recent("[INTERESTED_IN]")).toEqual([]);
    const refused = await ask("{ recentEntities(first: 0) { count } }");
    expect(refused.errors?.[0]?.extensions.code).toBe("PAGE_SIZE_OUT_OF_BOUNDS");
  });

  it("keeps users apart", async () => {
    const [one, other] = [user(), user()];
    const id = await one.session("one");
    await one.write("Clara Rezende works at Vertix.", id);
    expect((await other.references("first: 50")).totalCount).toBe(0);
    expect((await other.references(`sessionId: "${id}"`)).totalCount).toBe(0);
  });
});
