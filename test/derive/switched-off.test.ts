import { beforeEach, describe, expect, it } from "vitest";
import { instantOf } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { answer } from "../fakes/scripted-models.ts";
import { memoryService } from "../resolvers/memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const ALL = `mutation ($id: ID!) {
  summariseSession(input: { sessionId: $id }) { turns summary { content } }
  summariseUser(input: {}) { turns summary { content } }
  extractFacts(input: { sessionId: $id }) { turns added }
  extractEpisodes(input: { sessionId: $id }) { turns episodes { id } procedures { id } }
  reconcileMemories(input: {}) { considered }
}`;

describe.each(stores)("derived memory switched off by the user on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let asked: string[];
  let service: ReturnType<typeof memoryService>;
  let id: string;
  beforeEach(async () => {
    space = await freshSpace();
    asked = [];
    service = memoryService(space, {
      summariseTalk: async ({ of, turns, facts }) => {
        asked.push(`${of} ${turns.length} ${facts.length}`);
        return answer([{ heading: "topic", lines: ["Something"] }]);
      },
      extractEpisodes: async () =>
        answer({ episodes: [], procedures: [{ text: "Be brief.", replaces: null }] }),
      compareFacts: async () => answer({ duplicates: [], contradictions: [] }),
    });
    id = (await service.run("mutation { createSession(input: {}) { session { id } } }"))
      .createSession.session.id;
    const at = instantOf(Date.UTC(2025, 0, 1));
    await space.appendTurns(Buffer.from(id, "base64url").toString().split(":")[1]!, [
      {
        id: `${space.id.user}-t`,
        role: "USER",
        content: "Hello.",
        metadata: null,
        toolName: null,
        toolCallId: null,
        occurredAt: at,
        recordedAt: at,
        event: null,
        expiresAt: null,
      },
    ]);
    await service.say("Ana", "Ana likes tea");
    await service.say("Ana", "Ana likes jazz");
  });
  const turn = (settings: string) =>
    service.run(
      `mutation { updateSettings(input: { ${settings} }) { settings { sessionMemory } } }`,
    );

  it("is neither read nor written: session memory", async () => {
    await turn("sessionMemory: false");
    expect(await service.run(ALL, { id })).toEqual({
      summariseSession: { turns: 0, summary: null },
      summariseUser: { turns: 0, summary: null },
      extractFacts: { turns: 0, added: 0 },
      extractEpisodes: { turns: 0, episodes: [], procedures: [] },
      reconcileMemories: { considered: 2 },
    });
    expect(asked).toEqual([]);
    expect(await space.pendingEvents(9)).toEqual([]);
  });

  it("is neither read nor written: long-term memory", async () => {
    await turn("longTermMemory: false");
    expect(await service.run(ALL, { id })).toMatchObject({
      summariseSession: { turns: 1, summary: { content: "Topic: Something." } },
      summariseUser: { turns: 0, summary: null },
      extractEpisodes: { turns: 1, procedures: [{}] },
      reconcileMemories: { considered: 0 },
    });
    expect(asked).toEqual(["SESSION 1 0"]);
  });
});
