import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import type { ExtractedFact, ExtractedRelation } from "../../src/models/port.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { remembering } from "./remembering.ts";

/** What a model extracts from each message about Ana. */
const SAID: Readonly<
  Record<string, Partial<ExtractedFact> & { readonly bond?: string; readonly parted?: string }>
> = {
  "is engaged to Rui": { slot: "spouse", value: "Rui", bond: "engaged_to" },
  "is married to Rui": { slot: "spouse", value: "Rui", bond: "married_to" },
  "has the fiancé Rui": { slot: "fiancé", value: "Rui" },
  "has the husband Rui": { slot: "husband", value: "Rui" },
  "is with Rui": { slot: "spouse", value: "Rui" },
  "got married": { slot: "relationship_status", value: "married" },
  "tied the knot": { slot: "relationship_status", value: "married" },
  "is married to a nurse": { slot: "relationship_status", value: "married" },
  "is divorced": { slot: "relationship_status", value: "divorced" },
  "split up with Rui": { slot: "relationship_status", value: "single", parted: "Rui" },
  "left Leo and got married": { slot: "relationship_status", value: "married", parted: "Leo" },
  "split up with Leo": { slot: "relationship_status", value: "single", parted: "Leo" },
};

const people = ["Ana", "Rui", "Leo"].map((name) => ({ name, type: "person", aliases: [] }));

/** The end of a bond, as a model extracts it beside the status. */
const endOf = (value: string): ExtractedFact =>
  extracted({
    subject: "Ana",
    text: `Ana is no longer with ${value}`,
    slot: "spouse",
    value,
    action: "DELETE",
    polarity: "ENDED",
  });

const SAYS = Object.fromEntries(
  Object.entries(SAID).map(([message, { bond, parted, ...fact }]) => {
    const relations: ExtractedRelation[] =
      bond === undefined ? [] : [{ source: "Ana", type: bond, target: "Rui" }];
    const ended = parted === undefined ? [] : [endOf(parted)];
    const facts = [
      ...ended,
      extracted({ subject: "Ana", text: `Ana ${message}`, ...fact, relations }),
    ];
    return [message, { entities: people, facts, relations }];
  }),
);

describe.each(stores)("the stages of a value on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /** The facts of a slot after messages that are said in one month after the other of 2025. */
  const after = async (messages: readonly string[], slot = "spouse") => {
    const models = scriptedModels({ says: SAYS });
    const { space, services } = await remembering(await freshSpace(), {}, models);
    for (const [i, message] of messages.entries())
      await write(services, space, {
        message,
        occurredAt: `2025-0${i + 1}-01T00:00:00.000Z` as Instant,
      });
    const { recordedAt: knownAt } = await space.head();
    const page = { first: 10 };
    const { items } = await space.factsDuring({ slot, during: {}, knownAt: knownAt!, page });
    return items.map(({ item: { text, validFrom, validTo } }) => {
      const end = validTo.startsWith("9999") ? "" : validTo.slice(5, 7);
      return `${text} ${validFrom.slice(5, 7)}-${end}`;
    });
  };

  it.each([
    [
      ["is engaged to Rui", "is married to Rui"],
      ["Ana is engaged to Rui 01-02", "Ana is married to Rui 02-"],
    ],
    [
      ["has the fiancé Rui", "has the husband Rui"],
      ["Ana has the fiancé Rui 01-02", "Ana has the husband Rui 02-"],
    ],
    [
      ["is with Rui", "is married to Rui"],
      ["Ana is with Rui 01-02", "Ana is married to Rui 02-"],
    ],
    [["is married to Rui", "is with Rui"], ["Ana is married to Rui 01-"]],
    [["is married to Rui", "has the husband Rui"], ["Ana has the husband Rui 01-"]],
    [
      ["is engaged to Rui", "got married"],
      ["Ana is engaged to Rui 01-02", "Ana got married to Rui 02-"],
    ],
    [
      ["is engaged to Rui", "tied the knot"],
      ["Ana is engaged to Rui 01-02", "Ana tied the knot (Rui) 02-"],
    ],
    [["is engaged to Rui", "is married to a nurse"], ["Ana is engaged to Rui 01-"]],
    [["is married to Rui", "got married"], ["Ana is married to Rui 01-"]],
  ])("%j", async (messages, shown) =>
    expect((await after(messages)).toSorted()).toEqual(shown.toSorted()),
  );

  it("leave a status alone if no value is known", async () => {
    expect(await after(["got married"], "relationship_status")).toEqual(["Ana got married 01-"]);
    expect(await after(["is engaged to Rui", "is divorced"], "relationship_status")).toEqual([
      "Ana is divorced 02-",
    ]);
  });

  it("say nothing of the known bond after the end of another one", async () => {
    const messages = ["is married to Rui", "split up with Leo"];
    expect(await after(messages)).toEqual(["Ana is married to Rui 01-"]);
    expect(await after(messages, "relationship_status")).toEqual([]);
    expect(await after(["is married to Rui", "split up with Rui"])).toEqual([
      "Ana is married to Rui 01-02",
    ]);
    expect(await after(["is married to Rui", "split up with Rui"], "relationship_status")).toEqual([
      "Ana split up with Rui 02-",
    ]);
    // A stage is about the known partner, whoever else is left.
    expect(await after(["is engaged to Rui", "left Leo and got married"])).toEqual([
      "Ana is engaged to Rui 01-02",
      "Ana left Leo and got married to Rui 02-",
    ]);
  });
});
