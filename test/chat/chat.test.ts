import { beforeEach, describe, expect, it } from "vitest";
import { countTokens } from "../../src/language/tokens.ts";
import { ModelUnavailable } from "../../src/models/port.ts";
import { stores } from "../contract/stores.ts";
import { answer, extracted } from "../fakes/scripted-models.ts";
import {
  CHAT_FIELDS,
  chatServices,
  MESSAGE,
  turnsSent,
  type ChatPayload,
  type ChatService,
} from "./chat-service.ts";

const TURNS = `query ($id: ID!, $last: Int, $first: Int, $fromSeq: Int, $toSeq: Int) { session(id: $id) { turnCount turns(first: $first, last: $last, fromSeq: $fromSeq, toSeq: $toSeq) { nodes {
  seq role speaker content metadata toolName toolCallId expiresAt event { message status }
} } } }`;
const CONTEXTS = `query ($id: ID!, $strategy: Strategy) { node(id: $id) { ... on Turn {
  context { strategy mode tokens messages { ...M } cuts { origin reason messages } retrieved { node { ... on Fact { text } } } at { knownAt } }
  recomputedContext(strategy: $strategy) { strategy messages { ...M } cuts { origin reason messages } retrieved { node { ... on Fact { text } } } at { knownAt } }
} } } ${MESSAGE}`;
const WITH_WRITE = `mutation ($input: ChatInput!) { chat(input: $input) { reply turn { id } write { success factsAdded { text } event { status } } } }`;
const STREAM = `subscription ($input: ChatInput!) { chatReply(input: $input) { token result { ${CHAT_FIELDS} } } } ${MESSAGE}`;
const PLANNED = `query ($sessionId: ID!, $message: String!, $strategy: Strategy, $at: TimePoint) { chatContext(sessionId: $sessionId, message: $message, strategy: $strategy, at: $at) { strategy mode tokens messages { ...M } cuts { origin reason messages } } } ${MESSAGE}`;

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `m${from + index}`);
/** Something that is waited for until it is let go. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
};
const away = () => new ModelUnavailable("UNAVAILABLE", "The model is away.");

describe.each(stores)("chat on $name", ({ open }) => {
  const fresh = chatServices(open);
  let service: ChatService;
  let session: string;
  const turnsOf = async (id: string, args: Record<string, unknown> = {}) =>
    (await service.run(TURNS, { id, ...args })).session.turns.nodes;
  beforeEach(async () => {
    service = await fresh({
      says: {
        "I like chess.": { facts: [extracted({ subject: "user", text: "The user likes chess" })] },
      },
    });
    session = await service.begin("DIRECT");
  });

  it("stores the message and the reply as turns, and reports what was sent", async () => {
    const result = await service.chat(session, "Hello <|endoftext|> there", {
      metadata: { from: "test" },
    });
    expect(result).toMatchObject({
      reply: "Reply 1",
      strategy: "DIRECT",
      mode: "THINK",
      model: "scripted",
      turn: { seq: 1, metadata: { from: "test" }, expiresAt: null },
      replyTurn: { seq: 2, role: "AGENT", content: "Reply 1" },
    });
    expect(
      result.context.map(({ role, origin, turn }) => [role, origin, turn?.seq ?? null]),
    ).toEqual([
      ["SYSTEM", "SYSTEM_PROMPT", null],
      ["USER", "MESSAGE", 1],
    ]);
    for (const { content, tokens } of result.context)
      expect(tokens).toBe(await countTokens(content));
    expect(result.metrics).toEqual({
      promptTokens: 10,
      completionTokens: 5,
      totalTokens: 15,
      latencyMs: 0,
      memoryTurnsStored: 2,
      contextTurnsSent: 1,
    });
    expect(
      (await turnsOf(session)).map(({ seq, role, content, event }: Record<string, unknown>) => [
        seq,
        role,
        content,
        event,
      ]),
    ).toEqual([
      [
        1,
        "USER",
        "Hello <|endoftext|> there",
        { message: "Hello <|endoftext|> there", status: "APPLIED" },
      ],
      [2, "AGENT", "Reply 1", null],
    ]);
  });
  it("counts the tokens itself if the model reports none", async () => {
    const silent = await fresh();
    silent.services.write.models.reply = async function* () {
      yield { text: "Two words" };
      yield { ...answer("Two words"), tokens: { input: 0, output: 0, cached: 0 } };
    };
    const { metrics, context } = await silent.chat(await silent.begin(), "Hello");
    expect(metrics.promptTokens).toBe(context.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(metrics.completionTokens).toBe(2);
  });
  it("returns the write to clients that select it", async () => {
    const { chat } = await service.run(WITH_WRITE, {
      input: { sessionId: session, message: "I like chess." },
    });
    expect(chat.write).toMatchObject({
      success: true,
      factsAdded: [{ text: "The user likes chess" }],
      event: { status: "APPLIED" },
    });
  });

  describe("the write", () => {
    it("does not delay the reply", async () => {
      const { opened, open: let_go } = gate();
      service.services.write.models.extract = async () => {
        await opened;
        return answer({
          entities: [],
          facts: [],
          relations: [],
          profiles: [],
          selfName: null,
          emotion: null,
        });
      };
      const { data } = await service.attemptChat({ sessionId: session, message: "I like chess." });
      expect(data.chat.reply).toBe("Reply 1");
      expect(
        (await turnsOf(session)).map(
          ({ event }: { event: { status: string } | null }) => event?.status ?? null,
        ),
      ).toEqual(["PENDING", null]);
      let_go();
      await service.idle();
      expect((await turnsOf(session))[0].event.status).toBe("APPLIED");
    });
    it("can fail while the reply succeeds", async () => {
      service.services.write.models.extract = () => Promise.reject(new Error("broken"));
      service.services.write.models.extractBlind = () => Promise.reject(new Error("broken"));
      expect((await service.chat(session, "I like chess.")).reply).toBe("Reply 1");
      expect((await turnsOf(session)).map(({ role }: { role: string }) => role)).toEqual([
        "USER",
        "AGENT",
      ]);
    });
  });

  describe("a model that fails", () => {
    it("loses neither the turn nor the write, and replies to the same turn when asked again with the key", async () => {
      let fails = true;
      const failing = await fresh({
        reply: () => (fails ? away() : "At last"),
        says: {
          "I like chess.": {
            facts: [extracted({ subject: "user", text: "The user likes chess" })],
          },
        },
      });
      const id = await failing.begin("SLIDING_WINDOW");
      const input = { sessionId: id, message: "I like chess.", idempotencyKey: "k" };
      const { codes } = await failing.attemptChat(input);
      await failing.idle();
      expect(codes).toEqual(["MODEL_UNAVAILABLE"]);
      service = failing;
      expect(
        (await turnsOf(id)).map(
          ({ content, event }: { content: string; event: { status: string } }) => [
            content,
            event.status,
          ],
        ),
      ).toEqual([["I like chess.", "APPLIED"]]);
      fails = false;
      const { reply, turn, replyTurn } = await failing.chat(id, "I like chess.", {
        idempotencyKey: "k",
      });
      expect([reply, turn.seq, replyTurn.seq]).toEqual(["At last", 1, 2]);
    });
    it("stores no part of a reply that fails half-way", async () => {
      service.services.write.models.reply = async function* () {
        yield { text: "Well" };
        throw away();
      };
      expect((await service.attemptChat({ sessionId: session, message: "Hello" })).codes).toEqual([
        "MODEL_UNAVAILABLE",
      ]);
      expect((await turnsOf(session)).length).toBe(1);
    });
    it("keeps the context that was sent for it", async () => {
      const failing = await fresh({ reply: away });
      const id = await failing.begin("DIRECT");
      await failing.attemptChat({ sessionId: id, message: "Hello" });
      const {
        session: { turns },
      } = await failing.run(
        "query ($id: ID!) { session(id: $id) { turns { nodes { context { messages { origin } } } } } }",
        { id },
      );
      expect(turns.nodes).toEqual([
        { context: { messages: [{ origin: "SYSTEM_PROMPT" }, { origin: "MESSAGE" }] } },
      ]);
    });
  });

  describe("an idempotency key", () => {
    const keyed = (message = "Hello", id = session) => ({
      sessionId: id,
      message,
      idempotencyKey: "once",
    });
    it("returns the first result again, and stores nothing", async () => {
      const first = await service.chat(session, "Hello", {
        idempotencyKey: "once",
        metadata: { a: 1 },
      });
      await service.chat(session, "Something else");
      const second = await service.chat(session, "Hello", { idempotencyKey: "once" });
      expect(second).toEqual(first);
      expect((await turnsOf(session)).length).toBe(4);
      expect(service.services.write.models).toMatchObject({ asked: { reply: 2 } });
    });
    it("makes one chat of concurrent ones", async () => {
      const results = await Promise.all([1, 2, 3].map(() => service.attemptChat(keyed())));
      expect(results.map(({ data }) => data.chat.reply)).toEqual(["Reply 1", "Reply 1", "Reply 1"]);
      expect((await turnsOf(session)).length).toBe(2);
    });
    it("is refused with another message or in another session", async () => {
      await service.chat(session, "Hello", { idempotencyKey: "once" });
      expect((await service.attemptChat(keyed("Goodbye"))).codes).toEqual([
        "IDEMPOTENCY_KEY_REUSED",
      ]);
      expect((await service.attemptChat(keyed("Hello", await service.begin()))).codes).toEqual([
        "IDEMPOTENCY_KEY_REUSED",
      ]);
    });
  });

  it("gives concurrent chats strictly increasing sequence numbers", async () => {
    const id = await service.begin("SLIDING_WINDOW");
    const results = await Promise.all(
      numbered(1, 8).map((message) => service.attemptChat({ sessionId: id, message })),
    );
    await service.idle();
    const chats = results.map(({ data }) => data.chat as ChatPayload);
    const turns = await turnsOf(id);
    expect(turns.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 16 }, (_, index) => index + 1),
    );
    for (const { turn, replyTurn, context } of chats) {
      expect(replyTurn.seq).toBeGreaterThan(turn.seq);
      expect(turnsSent(context)).toEqual(Array.from({ length: turn.seq }, (_, index) => index + 1));
    }
  });

  describe("streamed", () => {
    const parts = async (input: Record<string, unknown>) => {
      const told: { token: string | null; result: ChatPayload | null }[] = [];
      for await (const { data, errors } of await service.follow(STREAM, { input })) {
        if (errors) throw errors[0]!;
        told.push(JSON.parse(JSON.stringify(data!["chatReply"])));
      }
      return told;
    };
    it("streams token by token, and ends with the whole result", async () => {
      const told = await parts({ sessionId: session, message: "Hello" });
      expect(told.map(({ token }) => token)).toEqual(["Repl", "y 1", null]);
      expect(told.at(-1)!.result).toMatchObject({
        reply: "Reply 1",
        turn: { seq: 1 },
        replyTurn: { seq: 2 },
      });
    });
    it("finishes after the client has disconnected", async () => {
      const { opened, open: let_go } = gate();
      service.services.write.models.reply = async function* () {
        yield { text: "Well" };
        await opened;
        yield { text: " then" };
        yield answer("Well then");
      };
      const stream = await service.follow(STREAM, {
        input: { sessionId: session, message: "Hello" },
      });
      expect((await stream.next()).value.data.chatReply.token).toBe("Well");
      const ended = stream.return(undefined);
      let_go();
      await ended;
      await service.idle();
      expect((await turnsOf(session)).map(({ content }: { content: string }) => content)).toEqual([
        "Hello",
        "Well then",
      ]);
    });
    it("joins a chat with the same key from its first token on", async () => {
      const [one, two] = await Promise.all(
        [1, 2].map(() => parts({ sessionId: session, message: "Hello", idempotencyKey: "k" })),
      );
      expect(one!.map(({ token }) => token).join("")).toBe(two!.map(({ token }) => token).join(""));
      expect((await turnsOf(session)).length).toBe(2);
    });
  });

  describe("the context of a past turn", () => {
    // The first two summarise what is long past; the others look at a few messages at most.
    it.each([
      ["SLIDING_WINDOW", 40],
      ["HIERARCHICAL", 40],
      ["ENTITY_GRAPH", 12],
      ["KEY_VALUE", 12],
      ["DIRECT", 12],
    ] as const)(
      "is reported as it was, and is the same when it is assembled again: %s",
      async (strategy, messages) => {
        const id = await service.begin(strategy);
        const contexts: ChatPayload[] = [];
        for (const message of [
          "Hi, I'm Ana Reis, a designer at Vertix.",
          "I like chess.",
          "Our cloud budget is $50,000.",
          ...numbered(4, messages),
          "Our cloud budget has changed to $60,000.",
          "And now?",
        ])
          contexts.push(await service.chat(id, message));
        const looks = [0, 1, 3, 8, 17, 22, 36, contexts.length - 1];
        for (const { context, turn } of looks.flatMap((at) => contexts[at] ?? [])) {
          const { node } = await service.run(CONTEXTS, { id: turn.id });
          const plain = (messages: ChatPayload["context"]) =>
            messages.map(({ origin, content, tokens }) => ({ origin, content, tokens }));
          expect(plain(node.context.messages)).toEqual(plain(context));
          expect(plain(node.recomputedContext.messages)).toEqual(plain(context));
          expect([
            node.context.strategy,
            node.recomputedContext.strategy,
            node.recomputedContext.cuts,
          ]).toEqual([strategy, strategy, []]);
        }
      },
      60_000,
    );
    it("is the same for the message and its reply, and null for a turn without one", async () => {
      const { turn, replyTurn } = await service.chat(session, "Hello");
      const [added] = await service.add(session, [
        { role: "TOOL", content: "42", toolName: "calculator" },
      ]);
      const [ofTurn, ofReply, ofTool] = await Promise.all(
        [turn.id, replyTurn.id, added.id].map(
          async (id) => (await service.run(CONTEXTS, { id })).node,
        ),
      );
      expect(ofReply.context.messages).toEqual(ofTurn.context.messages);
      expect([ofTool.context, ofTool.recomputedContext]).toEqual([null, null]);
    });
    it("can be assembled by another strategy, from what was known then", async () => {
      const { turn } = await service.chat(session, "Where do I play?");
      await service.chat(session, "I like chess.");
      const { node } = await service.run(CONTEXTS, { id: turn.id, strategy: "ENTITY_GRAPH" });
      expect(
        node.recomputedContext.messages.map(({ origin }: { origin: string }) => origin),
      ).toEqual(["SYSTEM_PROMPT", "MESSAGE"]);
    });
    it("reports what has expired", async () => {
      const id = await service.begin("SLIDING_WINDOW");
      await service.chat(id, "m1");
      service.wait(40 * 60_000);
      const { turn } = await service.chat(id, "m2");
      service.wait(30 * 60_000);
      const { node } = await service.run(CONTEXTS, { id: turn.id });
      expect(turnsSent(node.context.messages)).toEqual([0, 0, 3]);
      expect(
        node.context.messages.map(({ content }: { content: string }) => content).slice(1),
      ).toEqual(["m1", "Reply 1", "m2"]);
      expect(
        node.recomputedContext.messages.map(({ content }: { content: string }) => content).slice(1),
      ).toEqual(["m2"]);
      expect(node.recomputedContext.cuts).toEqual([
        { origin: "TURN", reason: "EXPIRED", messages: 2 },
      ]);
      service.wait(31 * 60_000);
      expect((await service.run(CONTEXTS, { id: turn.id })).node).toBeNull();
      const { cuts, metrics } = await service.chat(id, "m3");
      expect([cuts, metrics.memoryTurnsStored]).toEqual([
        [{ origin: "TURN", reason: "EXPIRED", messages: 4, tokens: 0 }],
        2,
      ]);
    });
  });

  describe("a preview of a context", () => {
    it("is what would be sent now, and stores nothing", async () => {
      const id = await service.begin("SLIDING_WINDOW");
      await service.chatAll(id, numbered(1, 20));
      const { chatContext } = await service.run(PLANNED, { sessionId: id, message: "m21" });
      const { context } = await service.chat(id, "m21");
      expect(chatContext.messages.map(({ content }: { content: string }) => content)).toEqual(
        context.map(({ content }) => content),
      );
      expect(await turnsOf(id, { last: 1 })).toMatchObject([{ seq: 42 }]);
    });
    it.each(["SLIDING_WINDOW", "HIERARCHICAL", "ENTITY_GRAPH", "KEY_VALUE"])(
      "shows what would have been sent at a past moment: %s",
      async (strategy) => {
        const id = await service.begin(strategy);
        await service.chatAll(id, [
          "Hi, I'm Ana Reis, a designer at Vertix.",
          "I like chess.",
          ...numbered(3, 35),
        ]);
        const then = service.clock();
        const { chatContext: before } = await service.run(PLANNED, {
          sessionId: id,
          message: "What now?",
          strategy,
        });
        await service.chatAll(id, ["I work at Orbis as a writer.", ...numbered(36, 45)]);
        const { chatContext } = await service.run(PLANNED, {
          sessionId: id,
          message: "What now?",
          strategy,
          at: { knownAt: then },
        });
        expect(chatContext.messages.map(({ content }: { content: string }) => content)).toEqual(
          before.messages.map(({ content }: { content: string }) => content),
        );
        expect(chatContext.cuts).toEqual([]);
      },
      60_000,
    );
  });

  describe("a write in a session", () => {
    const WRITE =
      "mutation ($input: WriteInput!) { write(input: $input) { event { recordedAt } } }";
    it("stores a turn that expires by the session's strategy", async () => {
      const id = await service.begin("SLIDING_WINDOW");
      const { write } = await service.run(WRITE, { input: { sessionId: id, message: "m1" } });
      expect(await turnsOf(id)).toMatchObject([
        {
          content: "m1",
          expiresAt: new Date(Date.parse(write.event.recordedAt) + 3_600_000).toISOString(),
        },
      ]);
    });
    it("is summarised like any other turn", async () => {
      const id = await service.begin("SLIDING_WINDOW");
      for (const message of numbered(1, 40))
        await service.run(WRITE, { input: { sessionId: id, message } });
      await service.idle();
      const { context } = await service.chat(id, "m41");
      expect(context.find(({ origin }) => origin === "SUMMARY")?.content).toContain("m1 | m2 | m3");
    });
  });

  describe("in a space that several share", () => {
    const WRITE = "mutation ($input: WriteInput!) { write(input: $input) { success } }";
    const spoken = async () =>
      (await turnsOf(session)).map(({ role, speaker, content }: Record<string, unknown>) => [
        role,
        speaker,
        content,
      ]);

    it("keeps the speaker of each turn, however the turn was stored", async () => {
      service.asks("ana");
      await service.chat(session, "m1");
      await service.chat(session, "m2", { speaker: " Eva " });
      service.asks("bo");
      await service.run(WRITE, { input: { sessionId: session, message: "m3" } });
      await service.add(session, [
        { role: "USER", content: "m4" },
        { role: "USER", speaker: "Eva", content: "m5" },
        { role: "AGENT", content: "m6" },
        { role: "AGENT", speaker: "travel-bot", content: "m7" },
        { role: "TOOL", content: "m8" },
      ]);
      expect(await spoken()).toEqual([
        ["USER", "ana", "m1"],
        ["AGENT", null, "Reply 1"],
        ["USER", "Eva", "m2"],
        ["AGENT", null, "Reply 2"],
        ["USER", "bo", "m3"],
        ["USER", "bo", "m4"],
        ["USER", "Eva", "m5"],
        ["AGENT", null, "m6"],
        ["AGENT", "travel-bot", "m7"],
        ["TOOL", null, "m8"],
      ]);
    });
    it("tells the model who said each turn, now and when the context is read again", async () => {
      const id = await service.begin("SLIDING_WINDOW");
      service.asks("ana");
      await service.chat(id, "m1");
      service.asks("bo");
      const { context, turn } = await service.chat(id, "m2");
      const said = (messages: readonly { origin: string; content: string }[]): string[] =>
        messages.filter(({ origin }) => origin !== "SYSTEM_PROMPT").map(({ content }) => content);
      expect(said(context)).toEqual(["ana: m1", "Reply 1", "bo: m2"]);
      const { node } = await service.run(CONTEXTS, { id: turn.id });
      expect(said(node.context.messages)).toEqual(said(context));
      expect(said(node.recomputedContext.messages)).toEqual(said(context));
      const { chatContext } = await service.run(PLANNED, { sessionId: id, message: "m3" });
      expect(said(chatContext.messages)).toEqual([...said(context), "Reply 2", "bo: m3"]);
    });
    it("keeps the speakers in a summary", async () => {
      const id = await service.begin("SLIDING_WINDOW");
      for (const message of numbered(1, 40)) {
        service.asks(message === "m2" ? "ana" : null);
        await service.run(WRITE, { input: { sessionId: id, message } });
      }
      await service.idle();
      const { context } = await service.chat(id, "m41");
      expect(context.find(({ origin }) => origin === "SUMMARY")?.content).toContain(
        "m1 | ana: m2 | m3",
      );
    });
    it("does not name the speaker of the user's own words", async () => {
      await service.chat(session, "m1");
      const { context } = await service.chat(session, "m2");
      expect(await spoken()).toMatchObject([
        ["USER", null, "m1"],
        ["AGENT", null, "Reply 1"],
        ["USER", null, "m2"],
        ["AGENT", null, "Reply 2"],
      ]);
      expect(context.at(-1)?.content).toBe("m2");
    });
    it.each([[" "], ["x".repeat(501)]])("refuses the speaker %j of a chat", async (speaker) => {
      const { codes } = await service.attemptChat({ sessionId: session, message: "m1", speaker });
      expect([codes, await spoken()]).toEqual([["BAD_USER_INPUT"], []]);
    });
  });

  describe("bulk turns", () => {
    it("are stored in order with their metadata", async () => {
      const stored = await service.add(session, [
        { role: "SYSTEM", content: "Be brief." },
        { role: "USER", content: "What is 6 times 7?", metadata: { a: 1 } },
        { role: "TOOL", content: "42", toolName: "calculator", toolCallId: "call-1" },
        { role: "AGENT", content: "It is 42." },
      ]);
      expect(
        stored.map(({ seq, role, toolName, toolCallId }: Record<string, unknown>) => [
          seq,
          role,
          toolName,
          toolCallId,
        ]),
      ).toEqual([
        [1, "SYSTEM", null, null],
        [2, "USER", null, null],
        [3, "TOOL", "calculator", "call-1"],
        [4, "AGENT", null, null],
      ]);
      expect(await turnsOf(session)).toMatchObject(
        stored.map(({ seq, role, content, metadata }: Record<string, unknown>) => ({
          seq,
          role,
          content,
          metadata,
        })),
      );
    });
    it("stores a thousand at once, and reads the last n and a range", async () => {
      await service.add(
        session,
        Array.from({ length: 1000 }, (_, index) => ({ role: "USER", content: `t${index + 1}` })),
      );
      const seqsOf = async (args: Record<string, unknown>) =>
        (await turnsOf(session, args)).map(({ seq }: { seq: number }) => seq);
      expect(await seqsOf({ last: 3 })).toEqual([998, 999, 1000]);
      expect(await seqsOf({ fromSeq: 500, toSeq: 503 })).toEqual([500, 501, 502, 503]);
      expect(await seqsOf({ toSeq: 503, last: 2 })).toEqual([502, 503]);
      expect(await seqsOf({ fromSeq: 990, first: 2 })).toEqual([990, 991]);
    }, 30_000);
    it.each([
      ["none", [], "BAD_USER_INPUT"],
      [
        "too many",
        Array.from({ length: 1001 }, () => ({ role: "USER", content: "x" })),
        "BAD_USER_INPUT",
      ],
      ["one that is too long", [{ role: "USER", content: "x".repeat(65_537) }], "MESSAGE_TOO_LONG"],
      [
        "a tool's name on a turn of the user",
        [{ role: "USER", content: "x", toolName: "calculator" }],
        "BAD_USER_INPUT",
      ],
      ["a blank speaker", [{ role: "USER", content: "x", speaker: " " }], "BAD_USER_INPUT"],
      [
        "a speaker of a tool's turn",
        [{ role: "TOOL", content: "x", speaker: "Ana" }],
        "BAD_USER_INPUT",
      ],
      [
        "metadata that is no object",
        [{ role: "USER", content: "x", metadata: [1] }],
        "BAD_USER_INPUT",
      ],
    ])("%s: %#", async (_, turns, code) => {
      const { codes } = await service.attempt(
        "mutation ($input: AddTurnsInput!) { addTurns(input: $input) { turns { seq } } }",
        { input: { sessionId: session, turns } },
      );
      expect(codes).toEqual([code]);
      expect(await turnsOf(session)).toEqual([]);
    });
  });

  it("drops the turns of a deleted session and keeps the facts extracted from them", async () => {
    const { turn } = await service.chat(session, "I like chess.");
    const remove = (id: string) =>
      service.attempt(
        "mutation ($id: ID!) { deleteSession(input: { sessionId: $id }) { sessionId } }",
        { id },
      );
    expect((await remove(session)).data).toEqual({ deleteSession: { sessionId: session } });
    expect(
      await service.run(
        "query ($s: ID!, $t: ID!) { session(id: $s) { id } node(id: $t) { id } facts { nodes { text } } }",
        { s: session, t: turn.id },
      ),
    ).toMatchObject({
      session: null,
      node: null,
      facts: { nodes: [{ text: "The user likes chess" }] },
    });
    expect((await remove(session)).codes).toEqual(["NOT_FOUND"]);
    expect((await service.attemptChat({ sessionId: session, message: "Hello" })).codes).toEqual([
      "NOT_FOUND",
    ]);
  });

  it("treats another user's session as missing", async () => {
    const other = await fresh();
    const operations = [
      [`mutation ($id: ID!) { chat(input: { sessionId: $id, message: "x" }) { reply } }`],
      [
        `mutation ($id: ID!) { addTurns(input: { sessionId: $id, turns: [{ role: USER, content: "x" }] }) { turns { seq } } }`,
      ],
      [`mutation ($id: ID!) { deleteSession(input: { sessionId: $id }) { sessionId } }`],
      [`query ($id: ID!) { chatContext(sessionId: $id, message: "x") { tokens } }`],
    ];
    for (const [source] of operations) {
      const [theirs, none] = await Promise.all(
        [session, Buffer.from("Session:none").toString("base64url")].map((id) =>
          other.attempt(source!, { id }),
        ),
      );
      expect(theirs!.codes).toEqual(["NOT_FOUND"]);
      expect(theirs).toEqual(none);
    }
    expect(await turnsOf(session)).toEqual([]);
  });

  it.each([
    ["a blank message", { message: "  " }, "BAD_USER_INPUT"],
    ["a message over 64 KB", { message: "x".repeat(65_537) }, "MESSAGE_TOO_LONG"],
    ["metadata that is no object", { message: "x", metadata: "text" }, "BAD_USER_INPUT"],
    [
      "metadata of great depth",
      { message: "x", metadata: JSON.parse(`${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`) },
      "BAD_USER_INPUT",
    ],
    ["a blank key", { message: "x", idempotencyKey: " " }, "BAD_USER_INPUT"],
  ])("refuses %s, and stores nothing", async (_, input, code) => {
    expect((await service.attemptChat({ sessionId: session, ...input })).codes).toEqual([code]);
    expect(await turnsOf(session)).toEqual([]);
  });

  it("answers a message beyond the budget, and reports what was cut", async () => {
    const small = await fresh({}, { contextTokens: 300 });
    const id = await small.begin("SLIDING_WINDOW");
    await small.chatAll(id, ["word ".repeat(50), ...numbered(2, 4)]);
    const full = await small.chat(id, "word ".repeat(160));
    expect(full.context.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(300);
    expect(full.cuts.map(({ origin, reason, messages }) => [origin, reason, messages > 0])).toEqual(
      [["TURN", "BUDGET", true]],
    );
    const beyond = await small.chat(id, "word ".repeat(2000));
    expect(beyond.reply).toBe("Reply 6");
    expect(beyond.cuts.map(({ origin, messages }) => [origin, messages])).toEqual([
      ["MESSAGE", 0],
      ["TURN", 10],
    ]);
    expect(beyond.context.at(-1)!.content).toMatch(/^word word/u);
  });
});
