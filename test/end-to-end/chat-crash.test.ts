import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { BACKENDS, freshBackends } from "./backends.ts";
import { as, told, type Service } from "./service.ts";

/** How often the service is killed on each store. */
const CRASHES = 3;
const LONGEST_LIFE = 300;
/** Messages until the oldest blocks have rolled up, and until the oldest turns are compressed. */
const LONG = 44;
const SHORT = 20;

const CHAT = /* GraphQL */ `
  mutation ($input: ChatInput!) {
    chat(input: $input) {
      reply
      turn {
        seq
      }
      replyTurn {
        seq
      }
    }
  }
`;
const TURNS = /* GraphQL */ `
  query ($id: ID!) {
    session(id: $id) {
      turns(first: 100) {
        nodes {
          seq
          role
          content
          state
          event {
            status
          }
        }
      }
    }
  }
`;
const CONTEXT = /* GraphQL */ `
  query ($id: ID!) {
    chatContext(sessionId: $id, message: "And now?") {
      cuts {
        origin
      }
      messages {
        origin
        role
        content
      }
    }
  }
`;

interface Turns {
  readonly session: {
    readonly turns: {
      readonly nodes: readonly {
        readonly seq: number;
        readonly role: string;
        readonly content: string;
        readonly state: string | null;
        readonly event: { readonly status: string } | null;
      }[];
    };
  };
}
interface Planned {
  readonly chatContext: {
    readonly cuts: readonly unknown[];
    readonly messages: readonly {
      readonly origin: string;
      readonly role: string;
      readonly content: string;
    }[];
  };
}

describe.each(BACKENDS)("a service that is killed while it chats, on $name", ({ open }) => {
  const opened = freshBackends(open);

  /** Chats in a session while the service is killed again and again, and to the end then: every message and every reply is there once. */
  const chatThroughCrashes = async (strategy: "HIERARCHICAL" | "TIERED", last: number) => {
    const backend = await opened();
    let service: Service = await backend.start();
    const { createSession } = (await told(
      as(service.url)(
        `mutation { createSession(input: { strategy: ${strategy} }) { session { id } } }`,
      ),
    )) as { createSession: { session: { id: string } } };
    const id = createSession.session.id;
    let next = 1;
    const chatOn = async (until: number): Promise<void> => {
      while (next <= until) {
        await told(
          as(service.url)(CHAT, {
            input: {
              sessionId: id,
              message: `Item ${next} costs $${next}.`,
              idempotencyKey: `chat-${next}`,
            },
          }),
        );
        next += 1;
      }
    };
    for (let crash = 0; crash < CRASHES; crash++) {
      // Each life goes a little way; what it was at when it was killed is asked for again.
      const dead = chatOn(Math.ceil(((crash + 1) * last) / CRASHES)).catch(() => undefined);
      await delay(40 + Math.floor((LONGEST_LIFE * ((crash * 7) % CRASHES)) / CRASHES));
      await service.kill();
      await dead;
      service = await backend.start();
    }
    await chatOn(last);
    const settled = async () =>
      ((await told(as(service.url)(TURNS, { id }))) as Turns).session.turns.nodes;
    await expect
      .poll(async () =>
        (await settled()).filter(
          ({ role, event }) => role === "USER" && event?.status !== "APPLIED",
        ),
      )
      .toEqual([]);
    const turns = await settled();
    expect(turns.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 2 * last }, (_, index) => index + 1),
    );
    expect(turns.filter(({ role }) => role === "USER").map(({ content }) => content)).toEqual(
      Array.from({ length: last }, (_, index) => `Item ${index + 1} costs $${index + 1}.`),
    );
    expect(turns.map(({ role }) => role)).toEqual(
      Array.from({ length: 2 * last }, (_, index) => (index % 2 === 0 ? "USER" : "AGENT")),
    );
    const { chatContext } = (await told(as(service.url)(CONTEXT, { id }))) as Planned;
    await service.stop();
    return { turns, chatContext };
  };

  it("stores every message and every reply once, and every message in one tier", async () => {
    const { chatContext } = await chatThroughCrashes("HIERARCHICAL", LONG);
    const parts = chatContext.messages.filter(
      ({ origin, role }) =>
        ["LONG_TERM_FACTS", "SUMMARY_BLOCKS", "PENDING_TEXT"].includes(origin) ||
        (origin === "TURN" && role === "USER"),
    );
    const items = parts.flatMap(({ content }) =>
      [...content.matchAll(/Item (\d+) costs/gu)].map(([, n]) => Number(n)),
    );
    expect(items).toEqual(Array.from({ length: LONG }, (_, index) => index + 1));
    expect(chatContext.cuts).toEqual([]);
  }, 180_000);

  it("stores every message and every reply once, and every turn in one state", async () => {
    const { turns, chatContext } = await chatThroughCrashes("TIERED", SHORT);
    const states = turns.map(({ state }) => state);
    const inOrder = ["ARCHIVED", "COMPRESSED", "FULL"].flatMap((state) =>
      states.filter((one) => one === state),
    );
    expect(states).toEqual(inOrder);
    expect(states.filter((state) => state !== "FULL").length % 6).toBe(0);
    expect(states.filter((state) => state === "FULL").length).toBeLessThan(20 + 6);
    expect(chatContext.cuts).toEqual([]);
  }, 180_000);
});
