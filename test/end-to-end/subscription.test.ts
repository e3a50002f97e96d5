import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { BACKENDS, type Backend } from "./backends.ts";
import { as, told, type Service } from "./service.ts";

const CHANGED = /* GraphQL */ `
  subscription ($entity: ID) {
    memoryChanged(entity: $entity) {
      at
      kind
      before {
        ... on Fact {
          text
          validTo
        }
      }
      after {
        ... on Fact {
          text
          validTo
        }
        ... on Entity {
          key
        }
      }
      decision {
        action
      }
      event {
        message
      }
    }
  }
`;
interface Told {
  readonly memoryChanged: {
    readonly at: string;
    readonly kind: string;
    readonly before: { readonly text?: string } | null;
    readonly after: { readonly text?: string; readonly key?: string } | null;
    readonly event: { readonly message: string } | null;
  };
}

/** The events of a subscriber up to `last`. */
const listen = (
  url: string,
  user: string,
  last: (change: Told["memoryChanged"]) => boolean,
  variables: Record<string, unknown> = {},
) => {
  const client = createClient({
    url: url.replace("http", "ws"),
    webSocketImpl: WebSocket,
    connectionParams: { "x-user-id": user },
    lazy: false,
  });
  const iterator = client.iterate<Told>({ query: CHANGED, variables });
  const heard: Told["memoryChanged"][] = [];
  const ended = (async () => {
    for await (const { data, errors } of iterator) {
      if (errors) throw new Error(JSON.stringify(errors));
      heard.push(data!.memoryChanged);
      if (last(data!.memoryChanged)) break;
    }
    await client.dispose();
    return heard;
  })();
  return { ended, heard };
};

const write = (url: string, user: string, message: string) =>
  told(
    as(url, user)(
      `mutation ($m: String!) { write(input: { message: $m }) { success factsUpdated { text } entities { id key } } }`,
      { m: message },
    ),
  );

describe.each(BACKENDS)("a subscriber, on $name", ({ open }) => {
  let backend: Backend;
  let services: Service[];
  beforeAll(async () => {
    backend = await open();
    services = await Promise.all([backend.start(), backend.start()]);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await backend.remove();
  });

  it("receives every change once, in order, from any process", async () => {
    const [here, there] = services.map(({ url }) => url) as [string, string];
    await write(here, "s1", "My city is Oslo.");
    const { ended, heard } = listen(
      here,
      "s1",
      ({ after }) => after?.text === "user's city is Lima",
    );
    // The subscription starts at the head. A first change shows that it has started.
    for (let n = 0; heard.length === 0; n++) {
      await write(here, "s1", `My mood is number ${n}.`);
      await expect
        .poll(() => heard.length, { timeout: 300 })
        .toBeGreaterThan(0)
        .catch(() => undefined);
    }
    await write(there, "s1", "My city has changed to Rome.");
    await write(here, "s2", "My city is nobody's business.");
    await write(here, "s1", "My city has changed to Lima.");
    const cities = (await ended).filter(({ after }) => after?.text?.includes("city"));
    expect(
      cities.map(({ kind, before, after, event }) => [
        kind,
        before?.text,
        after?.text,
        event?.message,
      ]),
    ).toEqual([
      [
        "FACT_UPDATED",
        "user's city is Oslo",
        "user's city is Rome",
        "My city has changed to Rome.",
      ],
      [
        "FACT_UPDATED",
        "user's city is Rome",
        "user's city is Lima",
        "My city has changed to Lima.",
      ],
    ]);
    expect(heard.map(({ at }) => at)).toEqual(heard.map(({ at }) => at).toSorted());
    expect(heard.some(({ after }) => after?.text?.includes("nobody"))).toBe(false);
  }, 30_000);

  // Last, because it stops one of the services.
  it("is closed as going away when the service stops", async () => {
    const service = services.pop()!;
    const socket = new WebSocket(service.url.replace("http", "ws"), "graphql-transport-ws");
    await new Promise((resolve) => socket.once("open", resolve));
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    expect(await service.stop()).toBe(0);
    expect(await closed).toBe(1001);
  });
});
