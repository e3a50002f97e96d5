import { beforeAll, describe, expect, it } from "vitest";
import { anchorsAfter, NO_ANCHORS } from "../../src/chat/anchors/anchors.ts";
import * as exact from "../../src/language/exact-strings.ts";
import * as names from "../../src/language/names.ts";
import * as questions from "../../src/language/questions.ts";
import * as requests from "../../src/language/requests-to-remember.ts";
import * as self from "../../src/language/self-reference.ts";
import { sentencesOf, statementsOf } from "../../src/language/sentences.ts";
import { snippetAround } from "../../src/language/snippet.ts";
import { searchTerms } from "../../src/language/terms.ts";
import { countTokens, cutToTokens } from "../../src/language/tokens.ts";
import { instantOf } from "../../src/memory/time.ts";
import { contentHash } from "../../src/memory/content-hash.ts";
import { hashedVector } from "../../src/models/offline/hashing-embedder.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { growthOf, MOST_GROWTH } from "./growth.ts";
import { SHAPES } from "./shapes.ts";

const offline = createOfflineModels();
const reply = async (text: string): Promise<void> => {
  for await (const _ of offline.reply([
    { role: "system", content: text },
    { role: "user", content: text },
  ]));
};
const extract = (message: string) =>
  offline.extract({
    message,
    speaker: "user",
    speakerNamed: false,
    occurredAt: instantOf(Date.UTC(2026, 10, 22)),
    recentMessages: [],
    knownEntities: [],
    timeZone: "UTC",
  });

/** Everything that looks through a text of a user, or an argument. */
const RULES: Readonly<Record<string, (text: string) => unknown>> = {
  foldName: names.foldName,
  slugOf: names.slugOf,
  snakeCase: names.snakeCase,
  namesInMessage: names.namesInMessage,
  namesInQuery: names.namesInQuery,
  nameFinder: (text) => names.nameFinder(text)(text.slice(0, 500)),
  isShortFor: (text) => names.isShortFor(text, text),
  exactStrings: (text) => exact.holdsFromWordStart(text, exact.exactStrings(text, 6)),
  holdsWholeWords: (text) => exact.holdsWholeWords(text, `${text.slice(0, 500)}z`),
  isQuestion: questions.isQuestion,
  questionsIn: questions.questionsIn,
  questionParts: questions.questionParts,
  asksForSelf: questions.asksForSelf,
  requestedFacts: (text) => requests.requestedFacts(text)("I live in Rome, and remember that"),
  withoutRequests: requests.withoutRequests,
  withoutHint: self.withoutHint,
  isPossessiveName: self.isPossessiveName,
  sentencesOf,
  statementsOf,
  snippetAround: (text) => snippetAround(text, [text.slice(0, 300)]),
  searchTerms: (text) => searchTerms(text, 20),
  countTokens: (text) => countTokens(text),
  cutToTokens: (text) => cutToTokens(text, 800),
  anchors: (text) => anchorsAfter(NO_ANCHORS, text),
  contentHash,
  embed: hashedVector,
  detectEmotion: (text) => offline.detectEmotion(text),
  reply,
  extract,
};

describe("rules over text take linear time", () => {
  beforeAll(() => Promise.all([extract("I live in Rome since 2019."), countTokens("one")]), 60_000);

  it.each(Object.entries(RULES))(
    "%s",
    async (_, rule) => {
      const growth: Record<string, number> = {};
      for (const [name, shape] of Object.entries(SHAPES))
        growth[name] = await growthOf(rule, shape);
      const steep = Object.entries(growth).filter(([, times]) => times > MOST_GROWTH);
      expect(steep).toEqual([]);
    },
    120_000,
  );

  it("are checked by a measure that finds a slow one", async () => {
    const quadratic = (text: string) => text.replace(/[.,]+$/u, "");
    expect(await growthOf(quadratic, (n) => `${",".repeat(n)}b`, { attempts: 1 })).toBeGreaterThan(
      MOST_GROWTH,
    );
  }, 60_000);
});
