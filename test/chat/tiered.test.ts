import { beforeEach, describe, expect, it } from "vitest";
import { localId } from "../../schema/global-id.ts";
import { assemble } from "../../src/chat/context/assemble.ts";
import { tiered } from "../../src/chat/strategies/tiered/tiered.ts";
import { TIERED_BUDGETS } from "../../src/chat/strategies/tiered/budgets.ts";
import { turnStates } from "../../src/chat/strategies/tiered/session-state.ts";
import { epochMillis } from "../../src/memory/time.ts";
import { pinAt, viewAt } from "../../src/read/view.ts";
import { stores } from "../contract/stores.ts";
import { answer, extracted, type Script } from "../fakes/scripted-models.ts";
import {
  chatServices,
  turnsSent,
  withoutFrame,
  type ChatPayload,
  type ChatService,
} from "./chat-service.ts";

const says: Script["says"] = {
  "Remember that the deadline is March 15.": {
    facts: [
      extracted({
        subject: "user",
        text: "user's deadline is March 15",
        slot: "deadline",
        value: "March 15",
      }),
    ],
  },
  "My bike is red.": {
    facts: [extracted({ subject: "user", text: "user's bike is red", slot: "bike", value: "red" })],
  },
  "Clara works at Vertix.": {
    entities: [
      { name: "Clara", type: "person", aliases: [] },
      { name: "Vertix", type: "organization", aliases: [] },
    ],
    facts: [
      extracted({
        subject: "Clara",
        text: "Clara works at Vertix",
        slot: "employer",
        value: "Vertix",
      }),
    ],
  },
};

/** Half as many words as the text has. */
const halved: NonNullable<Script["summarise"]> = async ({ text }) =>
  answer(
    text
      .split(/\s+/u)
      .filter((_, i) => i % 3 === 0)
      .join(" "),
  );
/** Saves nothing. */
const verbose: NonNullable<Script["summarise"]> = async ({ text, previous }) =>
  answer([...(previous === null ? [] : [previous]), text].join("\n"));

const origins = ({ context }: ChatPayload): string[] => [
  ...new Set(context.map(({ origin }) => origin)),
];
const partOf = ({ context }: ChatPayload, origin: string): string =>
  context
    .filter((one) => one.origin === origin)
    .map(({ content }) => withoutFrame(content))
    .join("\n");
const tokensOf = ({ context }: ChatPayload): number =>
  context.reduce((sum, { tokens }) => sum + tokens, 0);
const filler = (from: number, to: number): string[] =>
  Array.from(
    { length: to - from + 1 },
    (_, i) => `Filler number ${from + i} says nothing of interest to anybody at all, really.`,
  );

describe.each(stores)("TIERED on $name", ({ open }) => {
  const fresh = chatServices(open);
  let service: ChatService;
  beforeEach(async () => void (service = await fresh({ says, summarise: halved })));

  const states = async (session: string): Promise<string> =>
    (
      (
        await service.run(
          "query ($id: ID!) { session(id: $id) { turns(last: 100) { nodes { state } } } }",
          { id: session },
        )
      ).session.turns.nodes as { state: string }[]
    )
      .map(({ state }) => state[0])
      .join("");

  it("contains the tiers of its mode", async () => {
    const elsewhere = await service.begin("TIERED");
    await service.chatAll(elsewhere, [
      "Remember that the deadline is March 15.",
      "Clara works at Vertix.",
    ]);
    const session = await service.begin("TIERED");
    await service.chatAll(session, ["My bike is red.", ...filler(1, 4)]);
    const ask = (mode: string) =>
      service.chat(session, "What is my bike, when is the deadline, and where does Clara work?", {
        mode,
      });
    const quick = await ask("QUICK");
    expect([origins(quick), turnsSent(quick.context)]).toEqual([
      ["SYSTEM_PROMPT", "TURN", "MESSAGE"],
      [5, 6, 7, 8, 9, 10, 11],
    ]);
    const think = await ask("THINK");
    expect(origins(think)).toEqual([
      "SYSTEM_PROMPT",
      "SESSION_MEMORY",
      "REFERENCES",
      "TURN",
      "MESSAGE",
    ]);
    expect(partOf(think, "SESSION_MEMORY")).toContain("bike is red");
    expect(partOf(think, "SESSION_MEMORY")).not.toContain("March 15");
    expect(partOf(think, "REFERENCES")).toContain(
      '- Clara (person): mentioned 2026-01-01: "Clara works at Vertix"',
    );
    for (const mode of ["DEEP", "RESEARCH"]) {
      const deep = await ask(mode);
      expect(origins(deep)).toEqual([
        "SYSTEM_PROMPT",
        "USER_MEMORY",
        "SESSION_MEMORY",
        "REFERENCES",
        "TURN",
        "MESSAGE",
      ]);
      expect(partOf(deep, "USER_MEMORY")).toMatch(/deadline is March 15[\s\S]*/u);
      expect(partOf(deep, "USER_MEMORY")).toContain("works at Vertix");
    }
  });

  it("compresses the six oldest of more than twenty messages, and reports the state of each", async () => {
    const session = await service.begin("TIERED");
    await service.chatAll(session, filler(1, 10));
    expect(await states(session)).toBe("F".repeat(20));
    await service.chat(session, "One more.");
    expect(await states(session)).toBe("CCCCCC" + "F".repeat(16));
    await service.chatAll(session, filler(12, 14));
    expect(await states(session)).toBe("C".repeat(12) + "F".repeat(16));
    const next = await service.chat(session, "And now?");
    expect(turnsSent(next.context)).toEqual(Array.from({ length: 17 }, (_, i) => 13 + i));
    expect(partOf(next, "COMPRESSED_TURNS")).toMatch(
      /^Earlier in this session, compressed \(said on 2026-01-01 where no day is given\):\nFiller/u,
    );
    expect(partOf(next, "COMPRESSED_TURNS")).not.toMatch(/Reply|Assistant|User:/u);
    expect(next.cuts).toEqual([]);
  });

  it("archives into the session summary what compression does not shorten by half", async () => {
    service = await fresh({ says, summarise: verbose });
    const session = await service.begin("TIERED");
    await service.chatAll(session, ["My bike is red.", ...filler(1, 13)]);
    expect(await states(session)).toBe("A".repeat(12) + "F".repeat(16));
    const next = await service.chat(session, "And now?");
    expect(partOf(next, "SUMMARY")).toMatch(
      /^Summary of this session \(said on 2026-01-01 where no day is given\):\nMy bike is red\.\nFiller number 1 /u,
    );
    expect(partOf(next, "SUMMARY")).not.toMatch(/Reply|Assistant|User:/u);
    expect(partOf(next, "COMPRESSED_TURNS")).toBe("");
  });

  it("keeps messages while no model summarises, and catches up", async () => {
    let away = true;
    service = await fresh({
      says,
      summarise: async (input) => {
        if (away) throw new Error("away");
        return halved(input);
      },
    });
    const session = await service.begin("TIERED");
    await service.chatAll(session, filler(1, 20));
    expect(await states(session)).toBe("F".repeat(40));
    const behind = await service.chat(session, "And now?");
    expect([turnsSent(behind.context).length, behind.cuts]).toEqual([
      26,
      [{ origin: "TURN", reason: "NOT_SUMMARISED", messages: 15, tokens: 0 }],
    ]);
    away = false;
    await service.chat(session, "Again?");
    expect(await states(session)).toBe("C".repeat(24) + "F".repeat(20));
  });

  it("answers a message beyond the budget of its mode, and reports the cuts", async () => {
    const session = await service.begin("TIERED");
    await service.chatAll(session, ["My bike is red.", ...filler(1, 5)]);
    const long = await service.chat(session, "What about this? ".repeat(1_500), { mode: "QUICK" });
    expect(long.reply).toMatch(/^Reply/u);
    expect(tokensOf(long)).toBeLessThanOrEqual(
      TIERED_BUDGETS.QUICK.total - TIERED_BUDGETS.QUICK.reserve,
    );
    expect(long.cuts.map(({ origin, reason }) => [origin, reason])).toEqual([
      ["TURN", "BUDGET"],
      ["MESSAGE", "BUDGET"],
    ]);
  });

  it("is the same when assembled again after further compression", async () => {
    const session = await service.begin("TIERED");
    await service.chatAll(session, ["My bike is red.", ...filler(1, 12)]);
    const then = await service.chat(session, "What is my bike?");
    await service.chatAll(session, filler(13, 22));
    const { node } = await service.run(
      "query ($id: ID!) { node(id: $id) { ... on Turn { recomputedContext { messages { origin content } } } } }",
      { id: then.turn.id },
    );
    expect(node.recomputedContext.messages).toEqual(
      then.context.map(({ origin, content }) => ({ origin, content })),
    );
  });

  it("stays within budget at every turn of a long conversation", async () => {
    const session = await service.begin("TIERED");
    for (let block = 0; block < 10; block++) {
      await service.add(
        session,
        Array.from({ length: 60 }, (_, i) => ({
          role: i % 2 === 0 ? "USER" : "AGENT",
          content: `Turn ${60 * block + i}: ${"many words that fill the window up ".repeat(1 + ((block + i) % 7) * 6)}`,
        })),
      );
      for (const mode of ["QUICK", "THINK", "DEEP"] as const) {
        const sent = await service.chat(session, `What did we say about number ${block}?`, {
          mode,
        });
        expect(tokensOf(sent), `${block} ${mode}`).toBeLessThanOrEqual(
          TIERED_BUDGETS[mode].total - TIERED_BUDGETS[mode].reserve,
        );
        expect(turnsSent(sent.context).length, `${block} ${mode}`).toBeGreaterThan(2);
      }
    }
  });
});

/** Number of exchanges at the start of a conversation that are all checked. */
const FIRST = 50;

describe("TIERED in a conversation of 2,000 turns", () => {
  const fresh = chatServices(stores[0]!.open);

  it("stays within budget throughout, and always sends the last messages", async () => {
    const {
      begin,
      services: { chat: services },
      space,
      clock,
    } = await fresh({ summarise: halved });
    const session = localId(await begin("TIERED"), "Session");
    for (let i = 0; i < 1_000; i++) {
      const mode = (["QUICK", "THINK", "DEEP"] as const)[i % 3]!;
      const message = `Project ${i} costs $${i},000, and ${"this fills the window up ".repeat(i % 11)}.`;
      const [known] = await space.sessionsById([session]);
      // Every seventh turn meets each mode with each length of a message.
      if (i < FIRST || i % 7 === 0) {
        const view = viewAt(pinAt(null, epochMillis(clock())));
        const { messages, tokens } = await assemble(tiered, {
          services,
          space,
          view,
          session: known!,
          mode,
          message,
          before: 2 * i + 1,
          past: false,
        });
        expect(tokens, `${i} ${mode}`).toBeLessThanOrEqual(
          TIERED_BUDGETS[mode].total - TIERED_BUDGETS[mode].reserve,
        );
        const last = Math.min(6, 2 * i);
        expect(
          messages
            .filter(({ origin }) => origin === "TURN")
            .slice(-last || messages.length)
            .map(({ turn }) => turn),
          `${i} ${mode}`,
        ).toEqual(Array.from({ length: last }, (_, k) => `t${2 * i - last + k}`));
      }
      const at = clock();
      const turn = {
        metadata: null,
        toolName: null,
        toolCallId: null,
        occurredAt: at,
        recordedAt: at,
        event: null,
        expiresAt: null,
      };
      await space.appendTurns(session, [
        { ...turn, id: `t${2 * i}`, role: "USER", content: message },
        { ...turn, id: `t${2 * i + 1}`, role: "AGENT", content: `Noted, project ${i}.` },
      ]);
      await tiered.keepUp!({
        services,
        space,
        session: known!,
        lastSeq: 2 * i + 2,
        exchange: null,
      });
    }
    expect((await turnStates(space, session))(1)).toBe("ARCHIVED");
  }, 120_000);
});
