import { beforeEach, describe, expect, it } from "vitest";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";

const CLAIMS = `{ facts(slot: "residence") { nodes {
  value validFromPrecision validToPrecision
  claims(first: 5) { totalCount nodes { polarity value validFrom occurredAt event { message } decision { action } } }
} } }`;

describe.each(stores)("the claims of a fact on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => {
    service = memoryService(await freshSpace());
  });

  it("include all statements of it, and none of another value", async () => {
    const lives = (city: string, occurredAt: string) =>
      service.say("Ana", `Ana lives in ${city}`, { slot: "residence", value: city, occurredAt });
    await lives("Oslo", "2024-01-01T00:00:00.000Z");
    await lives("Rome", "2024-02-01T00:00:00.000Z");
    await lives("Rome", "2024-03-01T00:00:00.000Z");
    const claim = (occurredAt: string, action: string) => ({
      polarity: "HOLDS",
      value: "Rome",
      validFrom: occurredAt,
      occurredAt,
      event: { message: "Ana lives in Rome" },
      decision: { action },
    });
    expect((await service.run(CLAIMS)).facts.nodes).toEqual([
      {
        value: "Rome",
        validFromPrecision: "INSTANT",
        validToPrecision: null,
        claims: {
          totalCount: 2,
          nodes: [
            claim("2024-02-01T00:00:00.000Z", "UPDATE"),
            claim("2024-03-01T00:00:00.000Z", "NOOP"),
          ],
        },
      },
    ]);
  });

  it("are in pages, like versions, the chain and the decisions of a message", async () => {
    for (const [city, month] of [
      ["Oslo", "01"],
      ["Rome", "02"],
      ["Bergen", "03"],
    ] as const)
      await service.say("Ana", `Ana lives in ${city}`, {
        slot: "residence",
        value: city,
        occurredAt: `2024-${month}-01T00:00:00.000Z`,
      });
    const page = "totalCount pageInfo { hasNextPage endCursor }";
    const { facts } = await service.run(`{ facts(slot: "residence") { nodes {
      historyConnection(first: 2) { ${page} nodes { value } }
      versionsConnection { ${page} nodes { value } }
      event { decisionsConnection { ${page} nodes { action } } }
      entity { versionsConnection(first: 1) { ${page} nodes { name } } }
    } } }`);
    const [fact] = facts.nodes;
    expect(fact.historyConnection).toMatchObject({
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      nodes: [{ value: "Oslo" }, { value: "Rome" }],
    });
    expect(fact.versionsConnection).toMatchObject({ totalCount: 1, nodes: [{ value: "Bergen" }] });
    expect(fact.event.decisionsConnection.nodes).toEqual([{ action: "UPDATE" }]);
    expect(fact.entity.versionsConnection.nodes).toEqual([{ name: "Ana" }]);
    const after = fact.historyConnection.pageInfo.endCursor;
    const rest = await service.run(
      `{ facts(slot: "residence") { nodes { historyConnection(after: "${after}") { pageInfo { hasPreviousPage hasNextPage } nodes { value } } } } }`,
    );
    expect(rest.facts.nodes[0].historyConnection).toEqual({
      pageInfo: { hasPreviousPage: true, hasNextPage: false },
      nodes: [{ value: "Bergen" }],
    });
    const { codes } = await service.attempt(
      `{ facts(slot: "residence") { nodes { versionsConnection(after: "${after}") { totalCount } } } }`,
    );
    expect(codes).toEqual(["INVALID_CURSOR"]);
  });
});
