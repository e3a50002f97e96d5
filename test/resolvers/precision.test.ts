import { beforeEach, describe, expect, it } from "vitest";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";

const FACTS = `{ facts(slot: "employer") { nodes {
  id value validFrom validFromPrecision validTo validToPrecision
  versions { validFrom validFromPrecision validToPrecision }
  decision { candidates { reason version { value } } }
} } }`;
const CORRECT = `mutation ($input: CorrectFactInput!) { correctFact(input: $input) { fact { validFrom validFromPrecision validTo validToPrecision } } }`;
const at = (date: string): string => `${date}T00:00:00.000Z`;

describe.each(stores)("the precision of an asserted date on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => {
    service = memoryService(await freshSpace());
  });
  const works = (more: object, value = "Acme") =>
    service.say("Ana", `Ana works at ${value}, ${JSON.stringify(more)}`, {
      slot: "employer",
      value,
      ...more,
    });
  const shown = async () => (await service.run(FACTS)).facts.nodes;

  it("is returned with the fact and its versions", async () => {
    await works({
      validFrom: at("2020-01-01"),
      validFromPrecision: "YEAR",
      validTo: at("2030-05-01"),
      validToPrecision: "MONTH",
    });
    expect(await shown()).toMatchObject([
      {
        validFrom: at("2020-01-01"),
        validFromPrecision: "YEAR",
        validTo: at("2030-05-01"),
        validToPrecision: "MONTH",
        versions: [{ validFromPrecision: "YEAR", validToPrecision: "MONTH" }],
      },
    ]);
  });

  it.each([
    ["2020", "YEAR", "2020-03-14", "DAY", "2020-03-14", "DAY"],
    ["2020-03-14", "DAY", "2020", "YEAR", "2020-03-14", "DAY"],
    ["2020", "YEAR", "2020-03", "MONTH", "2020-03-01", "MONTH"],
    ["2020", "YEAR", "2019-12", "MONTH", "2019-12-01", "MONTH"],
    ["2020-03", "MONTH", "2019", "YEAR", "2019-01-01", "YEAR"],
    ["2020", "INSTANT", "2020-03-14", "DAY", "2020-01-01", "INSTANT"],
  ])("from %s by the %s, then from %s by the %s, begins on %s", async (...row) => {
    const [one, onePrecision, other, otherPrecision, from, precision] = row;
    const start = (date: string) => at(`${date}${"-01-01".slice(date.length - 4)}`);
    await works({ validFrom: start(one), validFromPrecision: onePrecision });
    await works({ validFrom: start(other), validFromPrecision: otherPrecision });
    expect(await shown()).toMatchObject([
      { validFrom: at(from), validFromPrecision: precision, validToPrecision: null },
    ]);
  });

  it("is corrected with the date, and is exact if nothing else is stated", async () => {
    await works({ validFrom: at("2020-01-01"), validFromPrecision: "YEAR" });
    const [{ id: fact }] = await shown();
    const correct = async (more: object) =>
      (await service.run(CORRECT, { input: { fact, ...more } })).correctFact.fact;
    expect(
      await correct({
        validFrom: at("2021-01-01"),
        validFromPrecision: "YEAR",
        validTo: at("2031-01-01"),
        validToPrecision: "YEAR",
      }),
    ).toMatchObject({ validFromPrecision: "YEAR", validToPrecision: "YEAR" });
    expect(await correct({ text: "Ana worked there" })).toMatchObject({
      validFromPrecision: "YEAR",
      validToPrecision: "YEAR",
    });
    expect(await correct({ validFrom: at("2021-03-02") })).toMatchObject({
      validFrom: at("2021-03-02"),
      validFromPrecision: "INSTANT",
    });
    expect(await correct({ validTo: null })).toMatchObject({
      validTo: null,
      validToPrecision: null,
    });
  });
});
