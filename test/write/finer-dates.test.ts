import { describe, expect, it } from "vitest";
import type { Instant, Precision } from "../../src/memory/time.ts";
import type { ExtractedFact } from "../../src/models/port.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { remembering } from "./remembering.ts";

const instant = (date: string): Instant => `${date}T00:00:00.000Z` as Instant;
const joined = (date: string, fromPrecision: Precision): Partial<ExtractedFact> => ({
  validFrom: instant(date),
  fromPrecision,
});
const left = (date: string, fromPrecision: Precision): Partial<ExtractedFact> => ({
  ...joined(date, fromPrecision),
  action: "DELETE",
  polarity: "ENDED",
});

const SAID: Readonly<Record<string, Partial<ExtractedFact>>> = {
  "joined in 2020": joined("2020-01-01", "YEAR"),
  "joined in March 2020": joined("2020-03-01", "MONTH"),
  "joined on 14 March 2020": joined("2020-03-14", "DAY"),
  "joined in 2019": joined("2019-01-01", "YEAR"),
  "left in 2022": left("2022-01-01", "YEAR"),
  "left on 2 May 2022": left("2022-05-02", "DAY"),
};

describe.each(stores)("a date that is stated more precisely on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /** The visible facts after messages that are said a day apart. */
  const after = async (messages: readonly string[]) => {
    const says = Object.fromEntries(
      Object.entries(SAID).map(([message, fact]) => [
        message,
        {
          entities: [{ name: "Ana", type: "person", aliases: [] }],
          facts: [
            extracted({
              subject: "Ana",
              text: `Ana ${message}`,
              slot: "employer",
              value: "Acme",
              ...fact,
            }),
          ],
        },
      ]),
    );
    const { space, services } = await remembering(await freshSpace(), {}, scriptedModels({ says }));
    for (const [i, message] of messages.entries())
      await write(services, space, { message, occurredAt: instant(`2025-01-0${i + 1}`) });
    const { items } = await space.factsDuring({
      slot: "employer",
      during: {},
      knownAt: (await space.head()).recordedAt!,
      page: { first: 10 },
    });
    return items.map(
      ({ item: { validFrom, validFromPrecision, validTo, validToPrecision } }) =>
        `${validFrom.slice(0, 10)} ${validFromPrecision} ${validTo.startsWith("9999") ? "" : `${validTo.slice(0, 10)} ${validToPrecision}`}`,
    );
  };

  it.each([
    [["joined in 2020", "joined on 14 March 2020"], ["2020-03-14 DAY "]],
    [["joined on 14 March 2020", "joined in 2020"], ["2020-03-14 DAY "]],
    [["joined in 2020", "joined on 14 March 2020", "joined in March 2020"], ["2020-03-14 DAY "]],
    [["joined in March 2020", "joined in 2020"], ["2020-03-01 MONTH "]],
    [["joined on 14 March 2020", "joined in 2019"], ["2019-01-01 YEAR "]],
    [
      ["joined in 2020", "left in 2022", "left on 2 May 2022", "joined in March 2020"],
      ["2020-03-01 MONTH 2022-05-02 DAY"],
    ],
    [["joined in 2020", "left on 2 May 2022", "left in 2022"], ["2020-01-01 YEAR 2022-05-02 DAY"]],
  ])("%j", async (messages, shown) => expect(await after(messages)).toEqual(shown));
});
