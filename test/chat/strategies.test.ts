import { beforeEach, describe, expect, it } from "vitest";
import { stores } from "../contract/stores.ts";
import { extracted, type Script } from "../fakes/scripted-models.ts";
import { chatServices, partsOf, turnsSent, type ChatService } from "./chat-service.ts";

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `m${from + index}`);
const seqs = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const person = (name: string) => ({ name, type: "person", aliases: [] });
const company = (name: string) => ({ name, type: "organization", aliases: [] });
/** Statements of the user about herself and her workplace. */
const says: Script["says"] = {
  "I'm Ana and I live in Lisbon.": {
    entities: [person("Ana")],
    facts: [
      extracted({
        subject: "Ana",
        text: "Ana lives in Lisbon",
        slot: "residence",
        value: "Lisbon",
      }),
    ],
    selfName: "Ana",
  },
  "I moved to Porto.": {
    facts: [
      extracted({
        subject: "Ana",
        text: "Ana lives in Porto",
        slot: "residence",
        value: "Porto",
        action: "UPDATE",
      }),
    ],
  },
  "My favourite colour is green.": {
    facts: [
      extracted({
        subject: "Ana",
        text: "Ana's favourite colour is green",
        slot: "favourite_colour",
        value: "green",
      }),
    ],
  },
  "I like chess.": { facts: [extracted({ subject: "Ana", text: "Ana likes chess" })] },
  "Vertix charges $3,500/month for hosting, and Rui runs it.": {
    entities: [company("Vertix"), person("Rui")],
    facts: [
      extracted({ subject: "Vertix", text: "Vertix charges $3,500/month for hosting" }),
      extracted({ subject: "Rui", text: "Rui runs Vertix" }),
    ],
    relations: [{ source: "Rui", type: "runs", target: "Vertix" }],
  },
};
const SAID = Object.keys(says);

describe.each(stores)("the strategies on $name", ({ open }) => {
  const fresh = chatServices(open);
  let service: ChatService;
  beforeEach(async () => void (service = await fresh({ says })));

  describe("DIRECT", () => {
    it("sends the system prompt and the message, and nothing else", async () => {
      const session = await service.begin("DIRECT");
      await service.chatAll(session, SAID);
      const { context, metrics, retrieved, cuts } = await service.chat(session, "Where do I live?");
      expect(context.map(({ role, origin }) => [role, origin])).toEqual([
        ["SYSTEM", "SYSTEM_PROMPT"],
        ["USER", "MESSAGE"],
      ]);
      expect(metrics).toMatchObject({
        memoryTurnsStored: 2 * SAID.length + 2,
        contextTurnsSent: 1,
      });
      expect([retrieved, cuts]).toEqual([[], []]);
    });
  });

  describe("SLIDING_WINDOW", () => {
    it("sends up to thirty messages unchanged, and no summary before one leaves the window", async () => {
      const session = await service.begin("SLIDING_WINDOW");
      await service.chatAll(session, numbered(1, 14));
      const { context, turn } = await service.chat(session, "m15");
      expect(turn.seq).toBe(29);
      expect(turnsSent(context)).toEqual(seqs(1, 29));
      expect(context.filter(({ origin }) => origin === "SUMMARY")).toEqual([]);
    });
    it("sends summary, identity, figures and the last thirty messages, in this order", async () => {
      const session = await service.begin("SLIDING_WINDOW");
      await service.chatAll(session, [
        "Hi, I'm Ana Reis, a designer at Vertix.",
        "Our cloud budget is $50,000.",
        ...numbered(3, 17),
      ]);
      const { context, metrics, cuts } = await service.chat(session, "m18");
      expect(partsOf(context).slice(0, 3)).toEqual([
        "SUMMARY: Rolling memory summary (what the user stated, on 2026-01-01 where no day is given; may be incomplete):\nHi, I'm Ana Reis, a designer at Vertix. | Our cloud budget is $50,000. | m3 | m4 | m5",
        "IDENTITY: User identity: Ana Reis; role: designer; company: Vertix.",
        "ANCHORS: Canonical figures and choices (as the user stated them):\n- Budget (cloud): $50,000.",
      ]);
      expect(turnsSent(context)).toEqual(seqs(6, 35));
      expect(context.map(({ role }) => role).slice(4, 8)).toEqual([
        "AGENT",
        "USER",
        "AGENT",
        "USER",
      ]);
      expect([metrics.contextTurnsSent, metrics.memoryTurnsStored, cuts]).toEqual([30, 36, []]);
    });
    it("summarises messages that leave the window incrementally, in the user's words only", async () => {
      const session = await service.begin("SLIDING_WINDOW");
      await service.chatAll(session, numbered(1, 30));
      const { context } = await service.chat(session, "m31");
      const summary = context.find(({ origin }) => origin === "SUMMARY")!.content;
      expect(summary).toMatch(/\nm1 \| m2 \| .* \| m20\n<\/memory>$/u);
      expect(summary).not.toContain("Reply");
      expect(turnsSent(context)).toEqual(seqs(32, 61));
    });
    it("keeps figures that a summary lost, and prefers later ones", async () => {
      const forgetful = await fresh({
        summarise: async () => ({
          value: "nothing much",
          calls: 1,
          tokens: { input: 1, output: 1, cached: 0 },
          model: "scripted",
        }),
      });
      const session = await forgetful.begin("SLIDING_WINDOW");
      await forgetful.chatAll(session, [
        "Our cloud budget is $50,000.",
        "AWS costs us $3,500/month.",
        "Our cloud budget has changed to $60,000.",
        ...numbered(4, 40),
      ]);
      const { context } = await forgetful.chat(session, "What is the budget?");
      expect(partsOf(context).slice(0, 2)).toEqual([
        "SUMMARY: Rolling memory summary (what the user stated, on 2026-01-01 where no day is given; may be incomplete):\nnothing much",
        "ANCHORS: Canonical figures and choices (as the user stated them):\n- Monthly cost (AWS): $3,500/month.\n- Budget (cloud): $60,000.",
      ]);
    });
    it("continues if no model summarises, reports the missing messages, and catches up later", async () => {
      let fails = true;
      const failing = await fresh({
        summarise: async (input) =>
          fails
            ? Promise.reject(new Error("away"))
            : {
                value: input.text,
                calls: 1,
                tokens: { input: 1, output: 1, cached: 0 },
                model: "scripted",
              },
      });
      const session = await failing.begin("SLIDING_WINDOW");
      await failing.chatAll(session, numbered(1, 16));
      const { cuts, context } = await failing.chat(session, "m17");
      expect(cuts).toEqual([
        { origin: "SUMMARY", reason: "NOT_SUMMARISED", messages: 3, tokens: 0 },
      ]);
      expect(turnsSent(context)).toEqual(seqs(4, 33));
      fails = false;
      await failing.chat(session, "m18");
      expect((await failing.chat(session, "m19")).cuts).toEqual([]);
    });
    it("lets its turns expire after an hour", async () => {
      const { turn } = await service.chat(await service.begin("SLIDING_WINDOW"), "hello there");
      expect(Date.parse(turn.expiresAt!) - Date.parse(turn.recordedAt)).toBe(3_600_000);
    });
  });

  describe("HIERARCHICAL", () => {
    it("puts every message in exactly one tier", async () => {
      const session = await service.begin("HIERARCHICAL");
      await service.chatAll(session, numbered(1, 12));
      const { context } = await service.chat(session, "m13");
      expect(partsOf(context).slice(0, 2)).toEqual([
        "SUMMARY_BLOCKS: Recent memory blocks (said on 2026-01-01 where no day is given):\nm1 | m2 | m3 | m4 | m5",
        "PENDING_TEXT: Older user messages (said on 2026-01-01 where no day is given):\n- m6\n- m7\n- m8",
      ]);
      expect(turnsSent(context)).toEqual(seqs(16, 25));
    });
    it("merges the oldest of more than four blocks into facts, which come first", async () => {
      const session = await service.begin("HIERARCHICAL");
      await service.chatAll(session, [
        "Hi, I'm Ana Reis, a designer at Vertix.",
        ...numbered(2, 35),
      ]);
      const { context } = await service.chat(session, "m36");
      expect(partsOf(context).slice(0, 4)).toEqual([
        "LONG_TERM_FACTS: Long-term memory (said on 2026-01-01 where no day is given):\nHi, I'm Ana Reis, a designer at Vertix. | m2 | m3 | m4 | m5 | m6 | m7 | m8 | m9 | m10",
        "IDENTITY: User identity: Ana Reis; role: designer; company: Vertix.",
        "SUMMARY_BLOCKS: Recent memory blocks (said on 2026-01-01 where no day is given):\nm11 | m12 | m13 | m14 | m15\n\nm16 | m17 | m18 | m19 | m20\n\nm21 | m22 | m23 | m24 | m25\n\nm26 | m27 | m28 | m29 | m30",
        "PENDING_TEXT: Older user messages (said on 2026-01-01 where no day is given):\n- m31",
      ]);
      expect(turnsSent(context)).toEqual(seqs(62, 71));
      const notes = await service.space.notes(
        (await service.space.sessions({ first: 1 })).items[0]!.item.id,
        "/tier2/summary/",
      );
      expect(notes.map(({ path }) => path)).toEqual(
        [3, 4, 5, 6].map((index) => `/tier2/summary/00000000${index}`),
      );
    });
    it("catches up with turns that were added in bulk", async () => {
      const session = await service.begin("HIERARCHICAL");
      await service.add(
        session,
        numbered(1, 100).map((content) => ({ role: "USER", content })),
      );
      const { context } = await service.chat(session, "m101");
      expect(partsOf(context)[0]).toBe(
        `LONG_TERM_FACTS: Long-term memory (said on 2026-01-01 where no day is given):\n${numbered(1, 50).join(" | ")}`,
      );
      expect(partsOf(context)[1]!.split("\n\n").at(-1)).toBe(numbered(81, 90).join(" | "));
      expect(partsOf(context)[2]).toBe(
        "PENDING_TEXT: Older user messages (said on 2026-01-01 where no day is given):\n- m91",
      );
      expect(turnsSent(context)).toEqual(seqs(92, 101));
    });
    it("neither loses nor doubles anything if a summary or a merge fails", async () => {
      let calls = 0;
      const failing = await fresh({
        summarise: async ({ text, previous }) => {
          if (++calls % 3 === 1) throw new Error("away");
          return {
            value: [...(previous === null ? [] : [previous]), ...text.split("\n")].join(" | "),
            calls: 1,
            tokens: { input: 1, output: 1, cached: 0 },
            model: "scripted",
          };
        },
      });
      const session = await failing.begin("HIERARCHICAL");
      await failing.chatAll(session, numbered(1, 60));
      const { context } = await failing.chat(session, "m61");
      const told = context
        .filter(({ origin, role }) => role === "USER" || origin !== "SYSTEM_PROMPT")
        .flatMap(({ content }) => content.match(/\bm\d+\b/gu) ?? []);
      expect(told.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))).toEqual(
        numbered(1, 61),
      );
    });
    it("lets its turns expire after six hours", async () => {
      const { turn } = await service.chat(await service.begin("HIERARCHICAL"), "hello there");
      expect(Date.parse(turn.expiresAt!) - Date.parse(turn.recordedAt)).toBe(6 * 3_600_000);
    });
  });

  describe("ENTITY_GRAPH", () => {
    it("sends the identity, the facts that answer and the last six messages", async () => {
      const session = await service.begin("ENTITY_GRAPH");
      await service.chatAll(session, [...SAID, "m6", "m7", "m8"]);
      const { context, retrieved, metrics } = await service.chat(
        session,
        "What does Vertix cost, is it $3,500/month?",
      );
      const [identity, bullets] = partsOf(context);
      expect(identity).toBe(
        "IDENTITY: The user is Ana. When the user says I, me or my, it refers to Ana.",
      );
      expect(bullets!.split("\n").slice(0, 2)).toEqual([
        "RETRIEVED: What memory holds on this:",
        "- Vertix (organization): charges $3,500/month for hosting (said 2026-01-01) (related: Rui)",
      ]);
      expect(bullets).toContain("- Rui (person): runs Vertix (said 2026-01-01) (related: Vertix)");
      expect(bullets).not.toContain("lives in Porto");
      expect(turnsSent(context)).toEqual(seqs(12, 17));
      expect(metrics.contextTurnsSent).toBe(6);
      expect(retrieved.map(({ node }) => node.text ?? node.name ?? node.message)).toContain(
        "Vertix charges $3,500/month for hosting",
      );
    });
    it("puts the user first if the user asks about themself", async () => {
      const session = await service.begin("ENTITY_GRAPH");
      await service.chatAll(session, SAID);
      const { context } = await service.chat(session, "Who am I?");
      expect(partsOf(context)[1]!.split("\n")[1]).toMatch(/^- Ana \(person\): .*lives in Porto/u);
    });
    it("never presents an outdated value as current", async () => {
      const session = await service.begin("ENTITY_GRAPH");
      await service.chatAll(session, [...SAID, "m6", "m7", "m8"]);
      const { context } = await service.chat(session, "Where do I live?");
      const bullets = context.find(({ origin }) => origin === "RETRIEVED")!.content;
      expect(bullets).toContain("lives in Porto");
      expect(bullets).not.toContain("Lisbon");
    });
    it("follows a question from its answer to the entities that the answer names", async () => {
      const following = await fresh({
        says: {
          "Our stack is Redis.": {
            entities: [{ name: "Redis", type: "product", aliases: [] }],
            facts: [
              extracted({
                subject: "Ana",
                text: "Ana's stack is Redis",
                slot: "stack",
                value: "Redis",
              }),
            ],
          },
          "The cache left Redis for Valkey.": {
            entities: [{ name: "Redis", type: "product", aliases: [] }],
            facts: [extracted({ subject: "cache", text: "The cache left Redis for Valkey" })],
          },
        },
      });
      const session = await following.begin("ENTITY_GRAPH");
      await following.chatAll(session, [
        "Our stack is Redis.",
        "The cache left Redis for Valkey.",
        ...numbered(3, 5),
      ]);
      const { context } = await following.chat(session, "What is the stack?");
      expect(context.find(({ origin }) => origin === "RETRIEVED")!.content).toContain(
        "left Redis for Valkey",
      );
    });
    it("quotes no earlier question", async () => {
      const session = await service.begin("ENTITY_GRAPH");
      await service.chatAll(session, ["Where does Vertix store its backups?", ...numbered(2, 5)]);
      const { context } = await service.chat(session, "Where does Vertix store its backups?");
      expect(context.filter(({ origin }) => origin === "RETRIEVED")).toEqual([]);
    });
    it("sends no memory if there is none", async () => {
      const { context } = await service.chat(
        await service.begin("ENTITY_GRAPH"),
        "Where do I live?",
      );
      expect(context.map(({ origin }) => origin)).toEqual(["SYSTEM_PROMPT", "MESSAGE"]);
    });
  });

  describe("KEY_VALUE", () => {
    it("sends the current single-valued attributes of the user, and no history", async () => {
      const session = await service.begin("KEY_VALUE");
      await service.chatAll(session, [...SAID, "m6", "m7", "m8"]);
      const { context, metrics } = await service.chat(session, "Where do I live?");
      const [known, message, ...rest] = partsOf(context);
      expect(known).toMatch(/^KNOWN_FACTS: \[Known facts about the user\] /u);
      expect(
        known!
          .slice(known!.indexOf("] ") + 2)
          .split("; ")
          .filter((fact) => !fact.startsWith("my name")),
      ).toEqual(["my residence is Porto", "my favourite colour is green"]);
      expect([message, rest]).toEqual(["MESSAGE: Where do I live?", []]);
      expect(metrics.contextTurnsSent).toBe(1);
    });
    it("grows with the facts, not with the turns", async () => {
      const session = await service.begin("KEY_VALUE");
      await service.chatAll(session, SAID);
      const before = (await service.chat(session, "m1")).metrics;
      await service.chatAll(session, numbered(2, 20));
      const { promptTokens } = (await service.chat(session, "m1")).metrics;
      expect(promptTokens).toBe(before.promptTokens);
    });
  });

  it("lets a message override its session's strategy", async () => {
    const session = await service.begin("DIRECT");
    await service.chatAll(session, SAID);
    const { strategy, context } = await service.chat(session, "Where do I live?", {
      strategy: "KEY_VALUE",
    });
    expect([strategy, context.map(({ origin }) => origin)]).toEqual([
      "KEY_VALUE",
      ["SYSTEM_PROMPT", "KNOWN_FACTS", "MESSAGE"],
    ]);
  });
  it("reads its own space only", async () => {
    const session = await service.begin("ENTITY_GRAPH");
    await service.chatAll(session, SAID);
    for (const strategy of [
      "ENTITY_GRAPH",
      "KEY_VALUE",
      "SLIDING_WINDOW",
      "HIERARCHICAL",
      "DIRECT",
      "TIERED",
    ]) {
      const other = await fresh();
      const { context, retrieved } = await other.chat(
        await other.begin(strategy),
        "Where does Ana live, what does Vertix charge?",
      );
      expect([context.length, retrieved]).toEqual([2, []]);
    }
  });
});
