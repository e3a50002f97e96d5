import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { embedder, stores } from "../contract/stores.ts";
import { extractionScript, type ScriptedExtraction } from "../model-server/extraction-script.ts";
import { startModelServer, type ModelServer } from "../model-server/model-server.ts";
import { modelsAt } from "../models/openai/fixture.ts";
import { remembering } from "./remembering.ts";

const says = (slot: string, value: string, profile: string | null): ScriptedExtraction => ({
  entities: [{ name: "user", type: "person" }],
  facts: [{ subject: "user", text: `user's ${slot} is ${value}`, slot, value }],
  profiles: profile === null ? [] : [{ name: "user", profile }],
});
const STORY = {
  "I live in Porto.": says("residence", "Porto", "Lives in Porto."),
  "I moved to Faro.": says("residence", "Faro", "Lives in Faro, before in Porto."),
  "Faro it is.": says("residence", "Faro", null),
  "I like jazz.": says("favourite_music", "jazz", null),
};
type Message = keyof typeof STORY;

let server: ModelServer;
const freshSpace = freshSpaces(stores[0]!.open);
beforeAll(async () => {
  server = await startModelServer();
  server.answer = extractionScript(STORY);
});
afterAll(() => server.close());

const memory = async () => {
  const models = { ...(await modelsAt(server)), embedder };
  const { space, services } = await remembering(await freshSpace(), {}, models);
  const tell = (message: Message, config: object = {}) =>
    write(services, space, { message, config });
  const user = async (knownAt?: Instant) => {
    const K = knownAt ?? (await space.head()).recordedAt!;
    const id = await space.self(K);
    return (await space.entitiesAsOf([{ entity: id!, knownAt: K }]))[0]!;
  };
  return { space, services, tell, user };
};

describe("the profile that a model returns with a message", () => {
  it("is a version of the entity, by a decision on that event", async () => {
    const { tell, user } = await memory();
    const { decisions, event } = await tell("I live in Porto.");
    const { profile, decision } = await user();
    expect(profile).toBe("Lives in Porto.");
    expect(decisions.find(({ id }) => id === decision)).toMatchObject({
      action: "ADD",
      decidedBy: "MODEL",
      model: "large",
      factText: "Lives in Porto.",
      event: event!.id,
      fact: null,
    });
  });

  it("is undone, and the previous one shows, if its decision is reverted", async () => {
    const { space, services, tell, user } = await memory();
    await tell("I live in Porto.");
    const first = (await user()).decision!;
    await tell("I moved to Faro.");
    const { decision, profile } = await user();
    expect(profile).toBe("Lives in Faro, before in Porto.");
    const early = { decision: first };
    await expect(revertDecision(services, space, early)).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await revertDecision(services, space, { decision: decision! });
    const reverted = await user();
    expect(reverted.profile).toBe("Lives in Porto.");
    expect(reverted.decision).not.toBe(decision);
    await revertDecision(services, space, { decision: first });
    expect((await user()).profile).toBeNull();
    await expect(revertDecision(services, space, early)).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("makes no version if it is equal", async () => {
    const { tell, user } = await memory();
    await tell("I live in Porto.");
    const { n } = await user();
    const { decisions } = await tell("I live in Porto.");
    expect([(await user()).n, decisions.map(({ action }) => action)]).toEqual([n, ["NOOP"]]);
  });

  it("is neither asked for nor kept if profiles are off", async () => {
    const { tell, user } = await memory();
    server.chats.length = 0;
    await tell("I live in Porto.", { profiles: false });
    const { content } = server.chats[0]!.body.messages.at(-1)!;
    expect(JSON.parse(content)).toMatchObject({ wants_profiles: false });
    expect((await user()).profile).toBeNull();
    await tell("I like jazz.");
    expect(JSON.parse(server.chats[1]!.body.messages.at(-1)!.content)).toMatchObject({
      wants_profiles: true,
    });
  });
});

describe("a profile that facts have outdated", () => {
  it("ends with the fact that is replaced, and stays in the past", async () => {
    const { tell, user } = await memory();
    const { at } = await tell("I live in Porto.");
    await tell("Faro it is.");
    expect([(await user()).profile, (await user(at.knownAt)).profile]).toEqual([
      null,
      "Lives in Porto.",
    ]);
  });

  it("is replaced by the one that comes with the change", async () => {
    const { tell, user } = await memory();
    await tell("I live in Porto.");
    await tell("I moved to Faro.");
    expect((await user()).profile).toBe("Lives in Faro, before in Porto.");
  });

  it("ends with a fact that is corrected or retracted", async () => {
    for (const change of ["correct", "retract"] as const) {
      const { tell, user, space, services } = await memory();
      const { addedFacts } = await tell("I live in Porto.");
      const fact = addedFacts[0]!.fact;
      await (change === "correct"
        ? correctFact(services, space, { fact, text: "user lives in Braga", value: "Braga" })
        : retractFact(services, space, { fact }));
      expect((await user()).profile).toBeNull();
    }
  });

  it("stays if a fact is added or confirmed", async () => {
    const { tell, user } = await memory();
    await tell("I live in Porto.");
    await tell("I like jazz.");
    await tell("I live in Porto.");
    expect((await user()).profile).toBe("Lives in Porto.");
  });

  it("is not sent to a model", async () => {
    const { tell } = await memory();
    await tell("I live in Porto.");
    server.chats.length = 0;
    await tell("I like jazz.");
    expect(JSON.stringify(server.chats)).not.toContain("Lives in Porto.");
  });
});
