import nlp from "compromise/two";
import { beforeAll, describe, expect, it } from "vitest";
import {
  bulkMatch,
  type TaggerMethods,
} from "../../../src/models/offline/english/tokens/tagger-rules.ts";
import { stories } from "../../stories/cases.ts";

/** The tagger's own method, whichever module has put another in its place. */
const { default: own } = (await import(
  new URL(
    "../../../node_modules/compromise/src/1-one/sweep/methods/sweep/index.js",
    import.meta.url,
  ).href
)) as { readonly default: typeof bulkMatch };

interface Found {
  readonly match: string;
  readonly pointer: readonly unknown[];
}
type Net = Parameters<typeof bulkMatch>[1];

/** What a method finds in each sentence, and the words with the tags that follow. */
const tagBy = (method: typeof bulkMatch, sentences: readonly string[]) => {
  const found: Found[][] = [];
  const bulk = (words: never, net: Net, methods: TaggerMethods, options: object) => {
    const matches = method(words, net, methods, options);
    found.push(matches.map(({ match, pointer }) => ({ match, pointer: pointer.slice(0, 3) })));
    return matches;
  };
  nlp.plugin({ methods: { one: { bulkMatch: bulk } } } as never);
  const tags = sentences.map((sentence) => nlp(sentence).json());
  nlp.plugin({ methods: { one: { bulkMatch } } } as never);
  return { found, tags: JSON.stringify(tags, (key, value) => (key === "id" ? undefined : value)) };
};

describe("the rules of the tagger", () => {
  let sentences: readonly string[] = [];
  beforeAll(() => {
    sentences = ["present-and-past.yaml", "present-and-past-two.yaml"]
      .flatMap((file) => stories(file))
      .flatMap(({ messages }) => messages.map(({ text }) => text))
      .slice(0, 150);
  });

  it("are found in the order in which the tagger itself finds them", () => {
    const { found, tags } = tagBy(bulkMatch, sentences);
    const expected = tagBy(own, sentences);
    expect(found.flat().length).toBeGreaterThan(150);
    expect(found).toEqual(expected.found);
    expect(tags).toBe(expected.tags);
  });

  it("are none of a sentence that holds nothing they need", () => {
    expect(tagBy(bulkMatch, ["Zq.", "Tea."]).found.flat()).toEqual([]);
  });

  it("stop at the first where one is enough", () => {
    const counts: number[] = [];
    nlp.plugin({
      methods: {
        one: {
          bulkMatch: (words: never, net: Net, methods: TaggerMethods) => {
            const first = bulkMatch(words, net, methods, { matchOne: true });
            const all = bulkMatch(words, net, methods);
            expect(first.map(({ match }) => match)).toEqual(
              all.slice(0, 1).map(({ match }) => match),
            );
            counts.push(all.length);
            return all;
          },
        },
      },
    } as never);
    nlp("She was promoted to head of sales in March 2024.");
    nlp.plugin({ methods: { one: { bulkMatch } } } as never);
    expect(Math.max(...counts)).toBeGreaterThan(1);
  });
});
