import { beforeEach, describe, expect, it } from "vitest";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";

const SEARCH = `query ($query: String!, $kinds: [MemoryKind!], $minRelevance: Float, $first: Int) {
  search(query: $query, kinds: $kinds, minRelevance: $minRelevance, first: $first) { hits {
    kind score relevance
    node { __typename ... on Event { message } ... on Fact { text } ... on Entity { name } }
    outdatedBy { text value }
  } }
}`;

const RECALL = `query ($question: String!, $tokenBudget: Int) {
  recall(question: $question, tokenBudget: $tokenBudget) {
    text tokens
    citations { id }
    hits { kind relevance vectorRank fullTextRank node { id } }
  }
}`;

const RECALL_ANSWERS = `query ($question: String!) {
  recall(question: $question) {
    at { knownAt validAt } timeAsked { words from to }
    answers { id text } citations { id }
  }
}`;

interface Hit {
  readonly relevance: number;
  readonly node: { readonly message?: string; readonly text?: string; readonly name?: string };
  readonly outdatedBy: readonly { readonly text: string }[];
}

describe.each(stores)("search over GraphQL on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => {
    service = memoryService(await freshSpace());
  });

  const lives = (city: string, occurredAt: string, text = `Ana lives in ${city}`) =>
    service.say("Ana", text, { slot: "residence", value: city, occurredAt });
  const search = async (query: string, own: Record<string, unknown> = {}): Promise<Hit[]> =>
    (await service.run(SEARCH, { query, ...own })).search.hits;
  const told = (hits: readonly Hit[]): unknown[] =>
    hits.map(({ node }) => node.message ?? node.text ?? node.name);

  it("puts a message of which nothing holds any more below all others, and names the facts that outdated it", async () => {
    await lives("Oslo", "2024-01-01T00:00:00.000Z");
    await lives("Rome", "2024-02-01T00:00:00.000Z");
    await service.say("Ana", "Ana lives for music", {});
    const hits = await search("Where in Oslo does Ana live?", { kinds: ["EVENT"] });
    expect(told(hits).at(-1)).toBe("Ana lives in Oslo");
    expect(hits.at(-1)?.outdatedBy).toMatchObject([{ text: "Ana lives in Rome" }]);
    expect(told(hits)).toContain("Ana lives in Rome");
    for (const hit of hits.slice(0, -1)) expect(hit.outdatedBy).toEqual([]);
  });

  it("shows the replacements at the previous position of the message", async () => {
    await lives("Oslo", "2024-01-01T00:00:00.000Z", "We found a flat in Oslo near the harbour");
    await lives("Rome", "2024-02-01T00:00:00.000Z", "It is warm here");
    const hits = await search("flat near the harbour", { kinds: ["EVENT", "FACT"] });
    expect(hits[0]?.node.text).toBe("It is warm here");
    expect(told(hits).at(-1)).toBe("We found a flat in Oslo near the harbour");
    expect(told(await search("flat near the harbour", { kinds: ["EVENT"] }))).toEqual([
      "We found a flat in Oslo near the harbour",
    ]);
  });

  it("outdates a mistaken value of what never changes, and no restatement of the right one", async () => {
    const born = (day: string, occurredAt: string, text = `Ana's birthday is ${day}`) =>
      service.say("Ana", text, { slot: "birthday", value: day, occurredAt });
    await born("3 May", "2024-01-01T00:00:00.000Z");
    await born("4 July", "2024-01-02T00:00:00.000Z");
    await born("5 June", "2024-02-01T00:00:00.000Z");
    await born("5 June", "2024-03-01T00:00:00.000Z", "Ana was born on 5 June");
    const outdatedBy = async () =>
      (await search("When is Ana's birthday?", { kinds: ["EVENT"] })).map(
        ({ node, outdatedBy: facts }) => [node.message, facts.map(({ text }) => text)],
      );
    expect(await outdatedBy()).toEqual([
      ["Ana's birthday is 5 June", []],
      ["Ana was born on 5 June", []],
      ["Ana's birthday is 4 July", ["Ana was born on 5 June"]],
      ["Ana's birthday is 3 May", ["Ana was born on 5 June"]],
    ]);
    const { recall } = await service.run(RECALL, { question: "When is Ana's birthday?" });
    expect(recall.text).toContain("5 June");
    expect(recall.text).not.toMatch(/3 May|4 July/u);
  });

  it("outdates nothing that holds: a value that came back, a restatement, a fact that was not replaced", async () => {
    await lives("Oslo", "2024-01-01T00:00:00.000Z", "Oslo is where Ana lives");
    await lives("Rome", "2024-02-01T00:00:00.000Z");
    await lives("Oslo", "2024-03-01T00:00:00.000Z", "Ana lives in Oslo again");
    await lives("Oslo", "2024-04-01T00:00:00.000Z", "Ana still lives in Oslo");
    await service.say("Ana", "Ana lives for music", {});
    const hits = await search("Where does Ana live?", { kinds: ["EVENT"] });
    expect(told(hits.filter(({ outdatedBy }) => outdatedBy.length > 0))).toEqual([
      "Ana lives in Rome",
    ]);
  });

  const PETTIFER = "My accountant is Mr Pettifer";
  const SWITCHED = "I've switched accountants, Ms Oyelaran does my books now";

  it.each([
    ["Who is my accountant?", PETTIFER, SWITCHED],
    ["accountant", PETTIFER, SWITCHED],
    [
      "When is the choir concert?",
      "The choir concert is on the 14th of March",
      "They've moved the choir concert to the 28th",
    ],
    ["What is my thesis about?", "My thesis is about peat bogs", "I changed my thesis topic"],
    [
      "Who is Vera's accountant?",
      "The accountant of Vera is Mr Pettifer",
      "Vera switched to another accountant",
    ],
  ])("puts a later change before the first statement: %s", async (query, before, after) => {
    await service.say("user", before, { occurredAt: "2024-01-01T00:00:00.000Z" });
    await service.say("user", "The dog likes music", { occurredAt: "2024-01-15T00:00:00.000Z" });
    await service.say("user", after, { occurredAt: "2024-02-01T00:00:00.000Z" });
    const hits = await search(query, { kinds: ["EVENT", "FACT"] });
    expect(told(hits).slice(0, 4)).toEqual([after, after, before, before]);
    const relevances = hits.map(({ relevance }) => relevance);
    expect(Math.max(...relevances.slice(0, 2))).toBeGreaterThanOrEqual(Math.max(...relevances));
  });

  it.each([
    ["the past", "Who was my accountant?", PETTIFER, SWITCHED],
    ["what nothing changed", "Who is my accountant?", PETTIFER, "The accountant has a garden here"],
    ["something else", "Who is my accountant?", PETTIFER, "I've moved my savings to Monzo"],
    ["somebody by name", "Who is Vera's accountant?", "The accountant of Vera is Bo", SWITCHED],
  ])("leaves the order for a question about %s", async (_, query, before, after) => {
    await service.say("user", before, { occurredAt: "2024-01-01T00:00:00.000Z" });
    await service.say("user", after, { occurredAt: "2024-02-01T00:00:00.000Z" });
    expect(told(await search(query, { kinds: ["EVENT", "FACT"] }))[0]).toBe(before);
  });

  it("reports how relevant a hit is, comparable between searches, and cuts by it", async () => {
    for (const text of ["Ana plays the piano", "Ana has a dog", "Bob likes tea", "Bob plays chess"])
      await service.say("Ana", text, {});
    const [whole, part] = [await search("Ana plays piano"), await search("piano zeppelin quokka")];
    expect(whole[0]!.relevance).toBeGreaterThan(0.9);
    expect(part[0]!.relevance).toBeLessThan(0.5);
    for (const { relevance } of [...whole, ...part]) {
      expect(relevance).toBeGreaterThanOrEqual(0);
      expect(relevance).toBeLessThanOrEqual(1);
    }
    expect(await search("piano zeppelin quokka", { minRelevance: 0.5 })).toEqual([]);
    const cut = await search("Ana plays piano", { minRelevance: 0.5 });
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.length).toBeLessThan(whole.length);
    expect(await search("Ana plays piano", { minRelevance: 0 })).toEqual(whole);
  });

  it("recalls the found items with their ranks, in the order of the citations", async () => {
    await service.say("Ana", "Ana plays the piano", {});
    await service.say("Ana", "Ana has a dog", {});
    const { recall } = await service.run(RECALL, { question: "Who plays the piano?" });
    const cited: string[] = recall.citations.map(({ id }: { id: string }) => id);
    const found: string[] = recall.hits.map(({ node }: { node: { id: string } }) => node.id);
    expect(found.length).toBeGreaterThan(0);
    expect(cited.length).toBeGreaterThan(found.length);
    expect(cited.filter((id) => found.includes(id))).toEqual(found);
    expect(recall.hits[0]).toMatchObject({ kind: "FACT", fullTextRank: 1 });
  });

  it("reads the days of a question in the time zone of the user", async () => {
    const asked = async (): Promise<string> =>
      (await service.run(RECALL, { question: "Where did Ana live yesterday?" })).recall.text;
    await lives("Oslo", "2024-01-01T00:00:00.000Z");
    expect(await asked()).toContain('As of "yesterday" (2025-12-31):');
    await service.run(
      'mutation { updateSettings(input: { timeZone: "America/Los_Angeles" }) { settings { timeZone } } }',
    );
    expect(await asked()).toContain('As of "yesterday" (2025-12-30):');
  });

  it("returns the facts of the slots that a question asks for, at the time that it names", async () => {
    await lives("Oslo", "2024-01-01T00:00:00.000Z");
    await lives("Rome", "2025-06-01T00:00:00.000Z");
    await service.say("Ana", "Ana has a dog", {});
    const answersOf = async (question: string): Promise<string[]> => {
      const { recall } = await service.run(RECALL_ANSWERS, { question });
      const cited: string[] = recall.citations.map(({ id }: { id: string }) => id);
      for (const { id } of recall.answers) expect(cited).toContain(id);
      return recall.answers.map(({ text }: { text: string }) => text);
    };
    expect(await answersOf("Where does Ana live?")).toEqual(["Ana lives in Rome"]);
    expect(await answersOf("Where did Ana live in 2024?")).toEqual(["Ana lives in Oslo"]);
    expect(await answersOf("What is the news of Ana?")).toEqual([]);
  });

  it("returns the time that a question names, and the time point of the answer", async () => {
    await lives("Oslo", "2024-01-01T00:00:00.000Z");
    const { recall: dated } = await service.run(RECALL_ANSWERS, {
      question: "Where was Ana in May 2025?",
    });
    expect(dated.timeAsked).toEqual({
      words: "in may 2025",
      from: "2025-05-01T00:00:00.000Z",
      to: "2025-06-01T00:00:00.000Z",
    });
    expect(dated.at.validAt).toBe("2025-05-31T23:59:59.999Z");
    expect(dated.answers).toEqual([]);
    const { recall: undated } = await service.run(RECALL_ANSWERS, { question: "Where is Ana?" });
    expect(undated.timeAsked).toBeNull();
    expect(undated.at.validAt > "2025-12-31").toBe(true);
    expect(undated.at.knownAt).toBe(dated.at.knownAt);
  });

  it.each([
    ["a blank question", { question: " \n" }],
    ["no token", { question: "Who?", tokenBudget: 0 }],
    ["fewer than none", { question: "Who?", tokenBudget: -1 }],
    ["more tokens than there may be", { question: "Who?", tokenBudget: 24_001 }],
  ])("refuses to recall with %s", async (_, variables) =>
    expect((await service.attempt(RECALL, variables)).codes).toEqual(["BAD_USER_INPUT"]),
  );

  it("recalls nothing if there is no room, and stays within the largest budget", async () => {
    await service.say("Ana", "Ana plays the piano", {});
    const question = "Who plays the piano?";
    expect((await service.run(RECALL, { question, tokenBudget: 1 })).recall).toEqual({
      text: "",
      tokens: 0,
      citations: [],
      hits: [],
    });
    const { recall } = await service.run(RECALL, { question, tokenBudget: 24_000 });
    expect(recall.text).toContain("plays the piano");
    const long = `${"piano ".repeat(2_000)}?`;
    expect((await service.run(RECALL, { question: long })).recall.text).toContain("piano");
  });

  it.each([-0.1, 1.1])("refuses a minRelevance of %d", async (minRelevance) =>
    expect((await service.attempt(SEARCH, { query: "piano", minRelevance })).codes).toEqual([
      "BAD_USER_INPUT",
    ]),
  );
});
