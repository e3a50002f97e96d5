import { beforeEach, describe, expect, it } from "vitest";
import { extractEpisodes } from "../../src/derive/episodes/extract-episodes.ts";
import { instantOf } from "../../src/memory/time.ts";
import type { EpisodeExtraction, EpisodesInput } from "../../src/models/derive-tasks.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { ModelUnavailable } from "../../src/models/port.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { stores } from "../contract/stores.ts";
import { answer, scriptedModels } from "../fakes/scripted-models.ts";
import { memoryService } from "../resolvers/memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const DRAW = `mutation ($id: ID!, $k: Int) { extractEpisodes(input: { sessionId: $id, last: $k }) { turns tokens { total }
  episodes { __typename id content what when with outcome session { id } }
  procedures { __typename id content versions { content } }
} }`;
const SAID = Date.UTC(2025, 2, 10, 12);

describe.each(stores)("episodes and procedures on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let service: ReturnType<typeof memoryService>;
  let id: string;
  let made: number;
  let inputs: EpisodesInput[];
  /** The extraction from a turn, by its words. */
  const tells: Record<string, Partial<EpisodeExtraction>> = {
    "I met Joe.": {
      episodes: [
        {
          what: "The user met Joe",
          when: instantOf(Date.UTC(2025, 2, 9)),
          with: ["Joe"],
          outcome: "They made up",
        },
      ],
    },
    "Answer in English.": { procedures: [{ text: "Answer in English", replaces: null }] },
    "German from now on.": { procedures: [{ text: "Answer in German", replaces: "the first" }] },
  };
  const draws = async (input: EpisodesInput) => {
    inputs.push(input);
    const drawn = input.turns.map(({ content }) => tells[content] ?? {});
    return answer({
      episodes: drawn.flatMap(({ episodes = [] }) => episodes),
      procedures: drawn
        .flatMap(({ procedures = [] }) => procedures)
        .map(({ text, replaces }) => ({
          text,
          replaces: replaces === null ? null : (input.procedures[0]?.id ?? null),
        })),
    });
  };
  beforeEach(async () => {
    space = await freshSpace();
    inputs = [];
    made = 0;
    service = memoryService(space, { extractEpisodes: draws });
    id = (await service.run("mutation { createSession(input: {}) { session { id } } }"))
      .createSession.session.id;
  });
  const local = (): string => Buffer.from(id, "base64url").toString("utf8").split(":")[1]!;
  const say = async (...texts: readonly string[]) =>
    space.appendTurns(
      local(),
      texts.map((content) => {
        const at = instantOf(SAID + ++made * 1000);
        return {
          id: `${space.id.user}-t${made}`,
          role: "USER" as const,
          content,
          metadata: null,
          toolName: null,
          toolCallId: null,
          occurredAt: at,
          recordedAt: at,
          event: null,
          expiresAt: null,
        };
      }),
    );
  const draw = async (k?: number) => (await service.run(DRAW, { id, k })).extractEpisodes;
  const list = async (): Promise<string[]> =>
    (
      await service.run("{ memories(types: [EPISODE, PROCEDURE]) { nodes { content } } }")
    ).memories.nodes.map(({ content }: { content: string }) => content);

  it("record what happened, when, with whom and how it ended, and how the user wants things done", async () => {
    await service.say("Joe", "Joe is a friend");
    await say("I met Joe.", "Answer in English.");
    const drawn = await draw();
    expect(drawn).toMatchObject({
      turns: 2,
      episodes: [
        {
          __typename: "Episode",
          content: "The user met Joe. When: 2025-03-09. With: Joe. Outcome: They made up.",
          what: "The user met Joe",
          when: "2025-03-09T00:00:00.000Z",
          with: ["Joe"],
          outcome: "They made up",
          session: { id },
        },
      ],
      procedures: [{ __typename: "Procedure", content: "Answer in English." }],
    });
    const read = await service.run(
      `query ($id: ID!, $at: TimePoint) {
      node(id: $id) { ... on Episode { what entities { name } } }
      search(query: "Joe made up", kinds: [SUMMARY], mode: FULL_TEXT) { hits { node { ... on Episode { what } } } }
      before: memories(types: EPISODE, at: $at) { totalCount }
    }`,
      { id: drawn.episodes[0].id, at: { validAt: "2025-03-08T00:00:00.000Z" } },
    );
    expect(read).toEqual({
      node: { what: "The user met Joe", entities: [{ name: "Joe" }] },
      search: { hits: [{ node: { what: "The user met Joe" } }] },
      before: { totalCount: 0 },
    });
  });

  it("are extracted only from new turns, and a changed wish is the same procedure", async () => {
    await say("Answer in English.", "Answer in English.");
    const [first] = (await draw()).procedures;
    const then = service.clock();
    expect(await draw()).toMatchObject({ turns: 0, tokens: { total: 0 } });
    await say("German from now on.", "Answer in English.");
    const { procedures } = await draw();
    expect(procedures).toMatchObject([
      {
        id: first.id,
        content: "Answer in German.",
        versions: [{ content: "Answer in English." }, { content: "Answer in German." }],
      },
    ]);
    expect(inputs.map(({ turns }) => turns.length)).toEqual([2, 2]);
    expect(await list()).toEqual(["Answer in German."]);
    expect(
      (
        await service.run(
          "query ($id: ID!, $at: TimePoint) { node(id: $id) { id } memories(types: PROCEDURE, at: $at) { nodes { content } } }",
          { id: first.id, at: { knownAt: then } },
        )
      ).memories.nodes,
    ).toEqual([{ content: "Answer in English." }]);
  });

  it("are not doubled, at whichever step the work stops", async () => {
    const script = ["I met Joe.", "Answer in English.", "Nothing much."];
    for (let step = 1; step < 14; step++) {
      const own = await freshSpace();
      let left = step;
      const dying: SpaceStore = new Proxy(own, {
        get: (target, name) => {
          const part: unknown = Reflect.get(target, name, target);
          if (typeof part !== "function") return part;
          return async (...args: unknown[]) => {
            if ((name === "commit" || name === "changeNotes" || name === "notes") && left-- === 0)
              throw new Error("Killed.");
            const result: unknown = await part.apply(target, args);
            if ((name === "commit" || name === "changeNotes") && left-- === 0)
              throw new Error("Killed.");
            return result;
          };
        },
      });
      const at = instantOf(SAID);
      let count = 0;
      const services: WriteServices = {
        models: scriptedModels({ extractEpisodes: draws }),
        newId: () => `id${++count}`,
        now: () => SAID + ++count * 1000,
        settings: DEFAULT_WRITE_SETTINGS,
        vocabulary: shippedVocabulary(),
        log: { warn: () => {} },
        onPending: () => {},
      };
      await own.createSession({
        id: "s",
        title: null,
        strategy: "DIRECT",
        createdAt: at,
        turnCount: 0,
      });
      await own.appendTurns(
        "s",
        script.map((content, i) => ({
          id: `t${i}`,
          role: "USER" as const,
          content,
          metadata: null,
          toolName: null,
          toolCallId: null,
          occurredAt: at,
          recordedAt: at,
          event: null,
          expiresAt: null,
        })),
      );
      await extractEpisodes(services, dying, { session: "s" }).catch(() => null);
      await own.appendTurns("s", [
        {
          id: "t9",
          role: "USER",
          content: "I met Joe.",
          metadata: null,
          toolName: null,
          toolCallId: null,
          occurredAt: at,
          recordedAt: at,
          event: null,
          expiresAt: null,
        },
      ]);
      await extractEpisodes(services, own, { session: "s" });
      await Promise.all([
        extractEpisodes(services, own, { session: "s" }),
        extractEpisodes(services, own, { session: "s" }),
      ]);
      const { items } = await own.derivedMemories({
        at: { knownAt: (await own.head()).recordedAt!, validAt: instantOf(Date.UTC(2026, 0, 1)) },
        page: { first: 50 },
      });
      expect(
        items.map(({ item: { content, n } }) => `${n} ${content}`).toSorted(),
        `step ${step}`,
      ).toEqual([
        "1 Answer in English.",
        "1 The user met Joe. When: 2025-03-09. With: Joe. Outcome: They made up.",
        "1 The user met Joe. When: 2025-03-09. With: Joe. Outcome: They made up.",
      ]);
    }
  }, 60_000);

  it("are not extracted again if the notes of the session are gone", async () => {
    await say("I met Joe.", "Answer in English.");
    await draw();
    await space.changeNotes(local(), [{ path: "/derived/records" }]);
    expect(await draw()).toMatchObject({ turns: 0 });
    await say("I met Joe.");
    expect(await draw()).toMatchObject({ turns: 1, episodes: [{ what: "The user met Joe" }] });
    expect(await list()).toHaveLength(3);
  });

  it("stay as they are if no model answers, and continue afterwards", async () => {
    await say("I met Joe.");
    service = memoryService(space, {
      extractEpisodes: () => Promise.reject(new ModelUnavailable("UNREADABLE", "Garbage.")),
    });
    expect((await service.attempt(DRAW, { id })).data).toBeNull();
    expect(await list()).toEqual([]);
    await say("Answer in English.");
    service = memoryService(space, { extractEpisodes: draws });
    expect(await draw()).toMatchObject({
      turns: 2,
      episodes: [{ what: "The user met Joe" }],
      procedures: [{ content: "Answer in English." }],
    });
  });

  it("use only as many of the newest turns as requested, and refuse a missing session", async () => {
    await say("I met Joe.", "Answer in English.");
    expect(await draw(1)).toMatchObject({
      turns: 1,
      episodes: [],
      procedures: [{ content: "Answer in English." }],
    });
    expect((await service.attempt(DRAW, { id, k: 0 })).codes).toEqual(["BAD_USER_INPUT"]);
    expect(
      (await service.attempt(DRAW, { id: Buffer.from("Session:nobody").toString("base64url") }))
        .codes,
    ).toEqual(["NOT_FOUND"]);
  });
});

describe("offline", () => {
  const models = createOfflineModels();
  const draw = async (procedures: readonly string[], ...said: readonly string[]) =>
    (
      await models.extractEpisodes({
        turns: said.map((content) => ({
          role: "USER" as const,
          content,
          occurredAt: instantOf(SAID),
        })),
        procedures: procedures.map((text, i) => ({ id: `p${i}`, text })),
      })
    ).value;

  it("turns a past day with a past-tense verb into an episode, with company and outcome", async () => {
    expect(
      (
        await draw(
          [],
          "Yesterday I went to the dentist with Clara. In the end it was nothing. I like tea. Did I go yesterday?",
        )
      ).episodes,
    ).toEqual([
      {
        what: "Yesterday I went to the dentist with Clara.",
        when: "2025-03-09T00:00:00.000Z",
        with: ["Clara"],
        outcome: "In the end it was nothing.",
      },
    ]);
  });

  it("does not take a place for company, and accepts several people", async () => {
    const { episodes } = await draw(
      [],
      "Last week I moved to Braga. Two days ago I had dinner in Porto with Clara Rezende and Joe.",
    );
    expect(episodes.map(({ with: others }) => others)).toEqual([[], ["Clara Rezende", "Joe"]]);
  });

  it("turns a standing wish into a procedure, and replaces one about the same", async () => {
    expect(
      (
        await draw(
          ["Always answer in English."],
          "From now on keep it short. Always answer in German. What is the time?",
        )
      ).procedures,
    ).toEqual([
      { text: "From now on keep it short.", replaces: null },
      { text: "Always answer in German.", replaces: null },
    ]);
    expect(
      (await draw(["Always book flights after nine."], "Never book flights after nine."))
        .procedures,
    ).toEqual([{ text: "Never book flights after nine.", replaces: "p0" }]);
  });

  it("extracts nothing from the words of an agent", async () => {
    const { value } = await models.extractEpisodes({
      turns: [
        {
          role: "AGENT",
          content: "Yesterday you went home. Always be kind.",
          occurredAt: instantOf(SAID),
        },
      ],
      procedures: [],
    });
    expect(value).toEqual({ episodes: [], procedures: [] });
  });
});
