import { describe, expect, it } from "vitest";
import type { KnownEntity } from "../../../src/models/port.ts";
import { extract } from "./extraction.ts";

/** The slots that a message of John's fills, each with its subject. */
const claims = async (
  message: string,
  recentMessages: readonly string[] = [],
  known: readonly KnownEntity[] = [],
): Promise<string[]> => {
  const { facts } = await extract(message, {
    speaker: "John Baker",
    recentMessages,
    knownEntities: known,
  });
  return facts.flatMap(({ subject, slot, value }) =>
    slot === null ? [] : [`${subject}: ${slot}=${value}`],
  );
};

describe("a pronoun of the third person", () => {
  it("means somebody whom another named", async () => {
    expect(await claims("He lives in Rome.", ["Maria: How is Otto?"])).toEqual([
      "Otto: residence=Rome",
    ]);
  });

  it.each([
    ["He lives in Rome.", "Maria: Hey John, how are you?"],
    ["His name is Kyle.", "Maria: Thanks, John Baker!"],
    ["Our one-year-old is so cute, his name is Kyle!", "Maria: Hey John, how are the kids?"],
    ["Her stories still inspire me.", "I've been reading a lot."],
  ])("never means the speaker, or a word that is no name: %s", async (message, before) => {
    expect(await claims(message, [before])).toEqual([]);
  });
});

describe("a pronoun after several messages", () => {
  const claimsAfter = (messages: readonly string[]) =>
    claims("She lives in Rome.", messages).then((all) =>
      all.filter((claim) => claim.endsWith("residence=Rome")),
    );

  it.each([
    [["I share a desk with Clara.", "My girlfriend Bea is a vet."], "Bea"],
    [["My girlfriend Bea is a vet.", "My boss Tom is Dutch."], "Bea"],
    [["I had lunch with Zorblina."], "Zorblina"],
  ])("means who was named last: %j", async (messages, who) => {
    expect(await claimsAfter(messages)).toEqual([`${who}: residence=Rome`]);
  });

  it.each([
    [["My girlfriend Bea is a vet.", "I share a desk with Clara and my sister Ida."]],
    [["My girlfriend Bea is a vet and Clara is a nurse.", "What a day."]],
    [["My school was OCI."]],
    [["We drive a 2018 Berlingo."]],
    [["I'd love to move to Kerry."]],
  ])("is nobody where several may be meant: %j", async (messages) => {
    expect(await claimsAfter(messages)).toEqual([]);
  });
});

describe("a name of whom it is not sure that it is a person", () => {
  it("keeps a pronoun from meaning somebody of an earlier message", async () => {
    expect(await claims("Zorblin might be late, he lives in Rome.", ["I met Tom."])).toEqual([]);
  });
});

describe("a sentence without a subject", () => {
  it.each([
    ["I'm fine. Working at Acme now.", "John Baker: employer=Acme"],
    ["The flat is tiny. Living in Leeds now.", "John Baker: residence=Leeds"],
    ["Tom says hi. I'm good. Working at Acme now.", "John Baker: employer=Acme"],
    ["Tom is fine - working at Acme now.", "Tom: employer=Acme"],
    ["Tom is fine, working at Acme now.", "Tom: employer=Acme"],
  ])("is of the speaker, or of whom its sentence began with: %s", async (message, claim) => {
    expect(await claims(message)).toEqual([claim]);
  });

  it.each([
    "Tom is fine. Working at Acme now.",
    "My sister is fine. Moved to Leeds in May.",
    "The little one is doing great - working at Acme.",
  ])("is of nobody behind a sentence about another: %s", async (message) => {
    expect((await claims(message)).filter((claim) => claim.startsWith("John"))).toEqual([]);
  });
});

describe("a known name that ends in 's", () => {
  const known = ["Saint Bede's", "Sainsbury's"].map((name) => ({
    name,
    type: "organization",
    aliases: [],
    facts: [],
  }));

  it.each([
    ["Ada attends Saint Bede's.", "Ada: school=Saint Bede's"],
    ["Ada attends Saint Bede's now.", "Ada: school=Saint Bede's"],
    ["Ada works at Sainsbury's, and she likes it.", "Ada: employer=Sainsbury's"],
  ])("is the same name when it is told again: %s", async (message, claim) => {
    expect(await claims(message, [], known)).toContain(claim);
  });

  it("still owns what stands behind it", async () => {
    const anna = { name: "Anna's", type: "organization", aliases: [], facts: [] };
    expect(await claims("Anna's brother Olle lives in Rome.", [], [anna])).toContain(
      "Olle: residence=Rome",
    );
  });
});

describe("a stay", () => {
  it.each(["I'm staying in Leeds.", "I'm staying in Leeds, visiting my sister."])(
    "without an end is no home: %s",
    async (message) => {
      expect(await claims(message)).toEqual([]);
    },
  );

  it("is a home for as long as is told", async () => {
    expect(await claims("I'm staying in Leeds until Friday.")).toEqual([
      "John Baker: residence=Leeds",
    ]);
  });
});
