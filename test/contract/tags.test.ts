import { describe, expect, it } from "vitest";
import type { TextQuery } from "../../src/store/port.ts";
import {
  asOf,
  at,
  entity,
  event,
  fact,
  memory,
  record,
  session,
  text,
  textOf,
  textOfEvent,
  textOfMemory,
  turn,
  vectorOf,
} from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

const HEALTH = "topic: health";
const TRAVEL = "agent: travel-bot";

/** The requested tags, and which of `both`, `health` and `none` have them. */
const FILTERS: readonly [tags: readonly string[] | undefined, found: readonly string[]][] = [
  [undefined, ["both", "health", "none"]],
  [[HEALTH], ["both", "health"]],
  [[TRAVEL], ["both"]],
  [[TRAVEL, HEALTH], ["both"]],
  [[HEALTH, "topic"], []],
  [["Topic: Health"], []],
  [[`["${HEALTH}"]`], []],
];

const TAGS: Readonly<Record<string, readonly string[] | undefined>> = {
  both: [HEALTH, TRAVEL],
  health: [HEALTH],
  none: undefined,
};

describe.each(stores)("tags on $name", ({ open }) => {
  const opened = openForEach(open);

  const facts = Object.entries(TAGS).map(([id, tags]) =>
    fact(id, 1, { text: `Statement ${id} about a piano`, tags, entity: "clara" }),
  );
  const messages = Object.entries(TAGS).map(([id, tags]) =>
    event(`said-${id}`, 1, { message: `Message ${id} of a piano`, tags, session: "s" }),
  );
  /** Messages with their texts, and facts with theirs, an entity and a summary that say the same. */
  const fill = async (): Promise<void> => {
    const summary = memory("summary", 1, { content: "Summary of a piano" });
    const named = { text: "Clara and a piano", vector: await vectorOf("Clara and a piano") };
    await record(opened.space, 1, {
      entities: [entity("clara", 1)],
      events: messages,
      facts,
      memories: [summary],
      texts: [
        ...(await Promise.all(facts.map(textOf))),
        ...(await Promise.all(messages.map(textOfEvent))),
        text("clara", 1, named),
        await textOfMemory(summary),
      ],
    });
  };

  it("stay on the records that got them, and on no others", async () => {
    await fill();
    const { space } = opened;
    const [both, , none] = await space.events(
      messages.map(({ id }) => id),
      at(9),
    );
    expect([both?.tags, none?.tags]).toEqual([TAGS["both"], undefined]);
    const [read] = await space.facts([{ at: asOf(9), page: { first: 9 } }]);
    expect(itemsOf(read).map(({ fact: id, tags }) => [id, tags])).toEqual(Object.entries(TAGS));
    const around = await space.eventsAround(["said-health"], 1, asOf(9));
    expect(around[0]?.map(({ event: id, tags }) => [id, tags])).toEqual([
      ["said-both", TAGS["both"]],
      ["said-health", TAGS["health"]],
      ["said-none", undefined],
    ]);
  });

  it("limit every list of a search to the facts and events that have all of them", async () => {
    await fill();
    const { space } = opened;
    for (const [tags, found] of FILTERS) {
      const query: TextQuery = {
        kinds: ["FACT", "EVENT", "ENTITY", "SUMMARY"],
        at: asOf(9),
        limit: 20,
        tags,
      };
      const lists = {
        text: await space.searchFullText(["piano"], query),
        vector: await space.searchVector(await vectorOf("a piano"), query),
        strings: await space.searchSubstring(["piano"], query),
      };
      const expected = [
        ...found,
        ...found.map((id) => `said-${id}`),
        ...(tags === undefined ? ["clara", "summary"] : []),
      ].toSorted();
      for (const [list, hits] of Object.entries(lists))
        expect(
          hits.map(({ text: { subject } }) => subject).toSorted(),
          `${list} ${JSON.stringify(tags)}`,
        ).toEqual(expected);
    }
  });

  it("are found however far down a list the search must read", async () => {
    const { space } = opened;
    const many = Array.from({ length: 60 }, (_, n) =>
      event(`e${n}`, 1, { message: "A piano, a piano" }),
    );
    const rare = event("rare", 1, {
      message: "There was once, long ago, somewhere, a piano",
      tags: [HEALTH],
    });
    await record(space, 1, {
      events: [...many, rare],
      texts: await Promise.all([...many, rare].map(textOfEvent)),
    });
    const hits = await space.searchFullText(["piano"], {
      kinds: ["EVENT"],
      at: asOf(9),
      limit: 1,
      tags: [HEALTH],
    });
    expect(hits.map(({ text: { subject } }) => subject)).toEqual(["rare"]);
    const page = await space.eventLog({ knownAt: at(9), tags: [HEALTH], page: { first: 1 } });
    expect(itemsOf(page).map(({ id }) => id)).toEqual(["rare"]);
    expect(page.hasNextPage).toBe(false);
  });

  it("filter lists of facts and of events, with their totals", async () => {
    await fill();
    const { space } = opened;
    for (const [tags, found] of FILTERS) {
      const query = { tags, page: { first: 9 } };
      const of = { entities: ["clara"] };
      const [all, ofClara] = await space.facts([
        { ...query, at: asOf(9) },
        { ...query, ...of, at: asOf(9) },
      ]);
      const recent = await space.recentFacts({ ...query, at: asOf(9) });
      const during = await space.factsDuring({ ...query, during: {}, knownAt: at(9) });
      for (const page of [all!, ofClara!, recent, during]) {
        expect(
          itemsOf(page)
            .map(({ fact: id }) => id)
            .toSorted(),
        ).toEqual(found);
        expect(await page.total()).toBe(found.length);
      }
      const log = await space.eventLog({ ...query, knownAt: at(9) });
      expect(
        itemsOf(log)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(found.map((id) => `said-${id}`));
      expect(await log.total()).toBe(found.length);
    }
  });

  it("belong to turns as well", async () => {
    const { space } = opened;
    await space.createSession(session("s", 1));
    const turns = Object.entries(TAGS).map(([id, tags]) => turn(id, tags && { tags }));
    const stored = await space.appendTurns("s", turns);
    expect(stored?.map(({ tags }) => tags)).toEqual(Object.values(TAGS));
    expect(await space.turnsById(["both"])).toMatchObject([{ tags: TAGS["both"] }]);
    for (const [tags, found] of FILTERS) {
      const page = await space.turnsRecorded({ tags, page: { first: 9 } });
      expect(
        itemsOf(page)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(found);
      expect(await page.total()).toBe(found.length);
    }
  });
});
