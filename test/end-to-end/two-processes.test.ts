import { describe, expect, it } from "vitest";
import { BACKENDS } from "./backends.ts";
import { as, told } from "./service.ts";

const WRITERS = 4;
const EACH = 10;
const ASSERT = /* GraphQL */ `
  mutation ($input: AssertFactInput!) {
    assertFact(input: $input) {
      success
      event {
        recordedAt
      }
      decisions {
        action
      }
    }
  }
`;
const COUNTS = /* GraphQL */ `
  {
    facts(entity: "thing:shared", slot: "turn") {
      nodes {
        value
        history {
          value
          validFrom
          validTo
        }
      }
    }
    others: facts(entity: "thing:shared", first: 100) {
      totalCount
    }
    changes(from: "2020-01-01T00:00:00.000Z", first: 100) {
      totalCount
    }
  }
`;

describe.each(BACKENDS)("two processes on one space, four writers each, on $name", ({ open }) => {
  it("lose no update", async () => {
    const backend = await open();
    const services = await Promise.all([backend.start(), backend.start()]);
    const recorded: string[] = [];
    const writer = async (url: string, name: string): Promise<void> => {
      for (let n = 0; n < EACH; n++) {
        const input = { entity: { key: "thing:shared", name: "Shared" } };
        const slot = (await told(
          as(url)(ASSERT, {
            input: {
              ...input,
              text: `The turn of Shared is ${name}-${n}.`,
              slot: "turn",
              value: `${name}-${n}`,
            },
          }),
        )) as { assertFact: { event: { recordedAt: string } } };
        const free = (await told(
          as(url)(ASSERT, {
            input: { ...input, text: `${name} was here for the time number ${n}.` },
          }),
        )) as { assertFact: { event: { recordedAt: string } } };
        recorded.push(slot.assertFact.event.recordedAt, free.assertFact.event.recordedAt);
      }
    };
    await Promise.all(
      services.flatMap(({ url }, process) =>
        Array.from({ length: WRITERS }, (_, i) => writer(url, `p${process}w${i}`)),
      ),
    );

    const written = services.length * WRITERS * EACH;
    expect(new Set(recorded).size).toBe(2 * written);
    for (const { url } of services) {
      const { facts, others } = (await told(as(url)(COUNTS))) as {
        facts: {
          nodes: {
            value: string;
            history: { value: string; validFrom: string; validTo: string | null }[];
          }[];
        };
        others: { totalCount: number };
      };
      expect(facts.nodes).toHaveLength(1);
      expect(others.totalCount).toBe(written + 1);
      const { history } = facts.nodes[0]!;
      expect(new Set(history.map(({ value }) => value)).size).toBe(written);
      for (const [i, { validTo }] of history.entries())
        expect(validTo).toBe(history[i + 1]?.validFrom ?? null);
    }
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
    await backend.remove();
  }, 120_000);
});
