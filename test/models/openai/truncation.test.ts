import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readExtraction } from "../../../src/models/openai/answers/read-extraction.ts";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import { factOf, messageOf, modelsAt } from "./fixture.ts";

const FACTS = [
  factOf("Ana", "Ana, a nurse, lives in Curitiba", { slot: "residence", value: "Curitiba" }),
  factOf("Ana", 'Ana said "never, ever" to {Bruno}', { action: "UPDATE" }),
  factOf("Bruno", "Bruno pays $3,500/month [net]", { slot: "rent", value: "$3,500/month" }),
];
const TEXTS = FACTS.map(({ text }) => text);
const ANSWER = {
  entities: [
    { name: "Ana", type: "person", aliases: ["Aninha", "A."] },
    { name: "Bruno", type: "person", aliases: [] },
  ],
  facts: FACTS,
  relations: [{ source: "Ana", type: "knows", target: "Bruno" }],
  profiles: [],
  self_name: "Ana Maria",
  emotion: { label: "joy", intensity: 0.5, energy: 0.5 },
};
const FORMS = {
  compact: JSON.stringify(ANSWER),
  pretty: JSON.stringify(ANSWER, null, 2),
  fenced: `Here you are:\n\`\`\`json\n${JSON.stringify(ANSWER, null, 1)}\n\`\`\``,
};

describe("an answer that is cut short", () => {
  test.each(Object.entries(FORMS))("keeps everything complete, at every point of %s", (_, text) => {
    let before = 0;
    for (let length = 0; length <= text.length; length += 1) {
      const cut = text.slice(0, length);
      const reading = readExtraction(cut, true, { speaker: "Ana", timeZone: "UTC" });
      const kept = reading?.value.facts.map((fact) => fact.text) ?? [];
      expect(kept).toEqual(TEXTS.slice(0, kept.length));
      expect(kept.length).toBeGreaterThanOrEqual(before);
      expect([null, "Ana Maria"]).toContain(reading?.value.selfName ?? null);
      for (const { aliases } of reading?.value.entities ?? [])
        expect([["Aninha", "A."], []]).toContainEqual(aliases);
      before = kept.length;
    }
    expect(readExtraction(text, true, { speaker: "Ana", timeZone: "UTC" })).toMatchObject({
      complete: true,
      value: { selfName: "Ana Maria", emotion: ANSWER.emotion, relations: ANSWER.relations },
    });
    expect(before).toBe(TEXTS.length);
  });

  test("is recognised even if the endpoint does not report it", () => {
    const text = FORMS.compact;
    for (let length = 0; length < text.length; length += 1) {
      const reading = readExtraction(text.slice(0, length), false, {
        speaker: "Ana",
        timeZone: "UTC",
      });
      expect(reading?.complete ?? false).toBe(false);
      const kept = reading?.value.facts.map((fact) => fact.text) ?? [];
      expect(kept).toEqual(TEXTS.slice(0, kept.length));
    }
  });

  test("may contain any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (texts, share) => {
          const whole = JSON.stringify({
            facts: texts.map((text) => factOf("Ana", `Ana ${text} …`)),
          });
          const all = texts.map((text) => `Ana ${text} …`.trim());
          const kept =
            readExtraction(whole.slice(0, Math.floor(whole.length * share)), true, {
              speaker: "Ana",
              timeZone: "UTC",
            })?.value.facts.map(({ text }) => text) ?? [];
          expect(kept).toEqual(all.slice(0, kept.length));
        },
      ),
    );
  });
});

describe("an answer over the wire", () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(() => server.close());

  const text = FORMS.compact;
  const cuts = Array.from({ length: 24 }, (_, index) =>
    Math.floor(((index + 1) * text.length) / 25),
  );
  test.each(cuts)(
    "is requested again completely, with twice the tokens, if truncated at %i",
    async (cut) => {
      server.chats.length = 0;
      server.script.push({ content: text.slice(0, cut), finish: "length" }, { content: text });
      const models = await modelsAt(server);
      const answer = await models.extract(messageOf("Bruno is here. I am Ana Maria."));
      expect(answer.value.facts.map((fact) => fact.text)).toEqual(TEXTS);
      expect(answer).toMatchObject({ calls: 2, model: "large" });
      expect(server.chats.map(({ body }) => body.max_completion_tokens)).toEqual([2_000, 4_000]);
    },
  );
});
