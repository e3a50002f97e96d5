import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { BACKENDS, freshBackends, integrityOf } from "./backends.ts";
import { as, told } from "./service.ts";

/** How often the service is killed, on all stores together: 20 times by default, `CRASHES=200` for longer. */
const CRASHES = Math.ceil(Number(process.env["CRASHES"] ?? 20) / BACKENDS.length);
const WRITERS = 4;
const LONGEST_LIFE = 400;

interface Written {
  readonly event: string;
  readonly key: string;
  readonly value: string;
}

const WRITE = /* GraphQL */ `
  mutation ($input: WriteInput!) {
    write(input: $input) {
      success
      event {
        id
      }
      factsAdded {
        id
      }
    }
  }
`;
const READ = /* GraphQL */ `
  query ($slot: String, $event: ID!) {
    facts(entity: "user", slot: $slot) {
      nodes {
        value
        decision {
          action
        }
        event {
          id
          status
        }
      }
    }
    event(id: $event) {
      status
      decisions {
        action
      }
    }
  }
`;

describe.each(BACKENDS)("a service that is killed, on $name", ({ open }) => {
  const opened = freshBackends(open);

  it(`loses nothing that it acknowledged, ${CRASHES} times`, async () => {
    const backend = await opened();
    const acknowledged: Written[] = [];
    let said = 0;
    for (let crash = 0; crash < CRASHES; crash++) {
      const service = await backend.start();
      const ask = as(service.url);
      const writer = async (): Promise<void> => {
        for (;;) {
          const n = said++;
          const [key, value] = [`number ${n}`, `value ${n}`];
          const { write } = (await told(
            ask(WRITE, { input: { message: `My ${key} is ${value}.` } }),
          )) as { write: { event: { id: string } } };
          acknowledged.push({ event: write.event.id, key, value });
        }
      };
      const before = acknowledged.length;
      const dead = Promise.allSettled(Array.from({ length: WRITERS }, writer));
      // Every other life is killed at any time from its start on; the others once something was acknowledged, however slow the machine is.
      if (crash % 2 === 0)
        await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before);
      await delay(Math.random() * LONGEST_LIFE);
      await service.kill();
      await dead;
    }
    // Every other life has acknowledged something before it was killed.
    expect(acknowledged.length).toBeGreaterThanOrEqual(CRASHES / 2);

    expect(await integrityOf(backend)).toEqual([]);
    const service = await backend.start();
    const ask = as(service.url);
    for (const { event, key, value } of acknowledged) {
      const read = (await told(ask(READ, { slot: key.replaceAll(" ", "_"), event }))) as {
        facts: { nodes: { value: string; event: { id: string } }[] };
        event: { status: string; decisions: unknown[] };
      };
      expect(read.event).toMatchObject({ status: "APPLIED", decisions: [{ action: "ADD" }] });
      expect(read.facts.nodes).toMatchObject([{ value, event: { id: event } }]);
    }
    const { changes } = (await told(
      ask(
        `{ changes(from: "2020-01-01T00:00:00.000Z", first: 100) { totalCount nodes { kind after { id ... on Fact { text decision { action } event { status } } } } } }`,
      ),
    )) as { changes: { nodes: { kind: string; after: { event?: { status: string } } | null }[] } };
    for (const { kind, after } of changes.nodes)
      if (kind === "FACT_ADDED") expect(after?.event?.status).toBe("APPLIED");
    expect(await service.stop()).toBe(0);
  }, 240_000);

  it("processes events that it had only logged when it starts again", async () => {
    const backend = await opened();
    let service = await backend.start();
    const said = Array.from({ length: 40 }, (_, n) =>
      as(service.url)(WRITE, { input: { message: `My number ${n} is value ${n}.` } }).catch(
        () => null,
      ),
    );
    await Promise.race(said);
    await service.kill();
    await Promise.all(said);
    service = await backend.start();
    const ask = as(service.url);
    const search = async () =>
      (
        (await told(
          ask(
            `{ search(query: "number value", kinds: [EVENT], first: 100) { hits { node { ... on Event { status } } } } }`,
          ),
        )) as { search: { hits: { node: { status: string } }[] } }
      ).search.hits;
    await expect
      .poll(async () => (await search()).every(({ node }) => node.status === "APPLIED"))
      .toBe(true);
    expect((await search()).length).toBeGreaterThan(0);
    await service.stop();
  }, 60_000);
});
