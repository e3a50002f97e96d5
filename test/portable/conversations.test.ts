import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, describe } from "vitest";
import { v7 } from "uuid";
import { readChatgpt, readClaude } from "../../src/portable/foreign/conversations.ts";
import { importForeign, type ForeignProgress } from "../../src/portable/foreign/import-foreign.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { silentModels } from "../fakes/silent-models.ts";

const node = (
  parent: string | null,
  id: string,
  role: string,
  parts: unknown[],
  time: number | null,
): object => ({
  parent,
  message: { id, author: { role }, create_time: time, content: { content_type: "text", parts } },
});
const SPOKEN = { content_type: "audio_transcription", text: "My dog is Rex.", direction: "in" };
const SOUND = { content_type: "real_time_user_audio_video_asset_pointer" };
const MARCH = Date.UTC(2026, 2, 1, 9) / 1000;

/** A conversation in which a message was edited, so that the tree has two branches. */
const CHATGPT = JSON.stringify([
  {
    title: "Moving",
    current_node: "d",
    mapping: {
      root: { parent: null, message: null },
      a: node("root", "a", "system", [""], null),
      b: node("a", "b", "user", ["My city is Mumbai."], MARCH),
      c: node("b", "c", "assistant", ["You live in Mumbai."], MARCH + 1),
      x: node("c", "x", "user", ["A branch that was given up."], MARCH + 2),
      d: node("c", "d", "user", [{ asset_pointer: "file" }, "It is hot."], MARCH + 60.5),
    },
  },
  {
    current_node: "e",
    mapping: { e: node("e", "e", "user", ["Nobody knows when."], null) },
  },
  { title: "no conversation" },
]);
const CLAUDE = JSON.stringify([
  {
    uuid: "1",
    chat_messages: [
      { uuid: "m1", sender: "human", text: "My dog is Rex.", created_at: "2026-03-01T09:00:00Z" },
      { uuid: "m2", sender: "assistant", text: "A good name.", created_at: "2026-03-01T09:00:01Z" },
      {
        uuid: "m3",
        sender: "human",
        text: "",
        content: [{ type: "text", text: "He is three." }, { type: "tool_use" }],
        created_at: "2026-03-01T09:01:00Z",
        files: [{ file_name: "rex.png" }],
      },
    ],
  },
]);

describe("exported conversations", () => {
  it("of ChatGPT contain the user's messages on the current branch", () => {
    const { records, omittedItems } = readChatgpt(CHATGPT);
    expect(records).toEqual([
      {
        kind: "SAID",
        key: "chatgpt:b",
        message: "My city is Mumbai.",
        occurredAt: "2026-03-01T09:00:00.000Z",
        recentMessages: [],
      },
      {
        kind: "SAID",
        key: "chatgpt:d",
        message: "It is hot.",
        occurredAt: "2026-03-01T09:01:00.500Z",
        recentMessages: ["My city is Mumbai.", "(agent) You live in Mumbai."],
      },
    ]);
    expect(omittedItems).toEqual([
      { what: "Attachments of It is hot.", reason: "They are not the user's own words." },
      { what: "Nobody knows when.", reason: "The file does not say when it was said." },
      { what: '{"title":"no conversation"}', reason: "It is not a conversation of ChatGPT." },
    ]);
  });
  it("of Claude contain the human's messages, and what the assistant said just before", () => {
    const { records, omittedItems } = readClaude(CLAUDE);
    expect(records.map((record) => "recentMessages" in record && record.recentMessages)).toEqual([
      [],
      ["My dog is Rex.", "(agent) A good name."],
    ]);
    expect(records.map((record) => "message" in record && record.message)).toEqual([
      "My dog is Rex.",
      "He is three.",
    ]);
    expect(omittedItems).toEqual([
      { what: "Attachments of He is three.", reason: "They are not the user's own words." },
    ]);
  });
  it.each([
    ["beside the first message", "root", ["One.", "Two."]],
    ["beside a later one", "b", ["One.", "Two."]],
    ["of an unknown place, which stays", "elsewhere", ["One.", "Instead.", "Two."]],
    ["of no place, which stays", undefined, ["One.", "Instead.", "Two."]],
  ])("of Claude omit an abandoned branch: %s", (_case, place, texts) => {
    const message = (uuid: string, parent: string | undefined, text: string) => ({
      uuid,
      sender: "human",
      text,
      created_at: "2026-03-01T09:00:00Z",
      ...(parent !== undefined && { parent_message_uuid: parent }),
    });
    const chat = {
      current_leaf_message_uuid: "d",
      chat_messages: [
        message("b", "root", "One."),
        message("x", place, "Instead."),
        message("d", "b", "Two."),
      ],
    };
    const { records } = readClaude(JSON.stringify([chat]));
    expect(records.map((record) => "message" in record && record.message)).toEqual(texts);
  });
  it("of ChatGPT omit texts in the user's name that the user did not write", () => {
    const said = node(null, "d", "user", ["My city is Mumbai."], MARCH) as { message: object };
    const metadata = { is_visually_hidden_from_conversation: true };
    const mapping = { d: { ...said, message: { ...said.message, metadata } } };
    const text = JSON.stringify([{ current_node: "d", mapping }]);
    expect(readChatgpt(text)).toEqual({ records: [], omittedItems: [] });
  });
  it("say so if they are still packed", () =>
    expect(() => readChatgpt("PK\u0003\u0004\u0014")).toThrow("Unpack it"));
  it.each<[string, object[], string[], string[]]>([
    ["with its sound", [SPOKEN, SOUND], ["My dog is Rex."], []],
    ["with a picture", [SPOKEN, { asset_pointer: "x" }], ["My dog is Rex."], ["My dog is Rex."]],
    ["as sound alone", [SOUND], [], ["d"]],
  ])("of ChatGPT give what was spoken %s", (_case, parts, messages, attachments) => {
    const conversation = {
      current_node: "d",
      mapping: { d: node(null, "d", "user", parts, MARCH) },
    };
    const { records, omittedItems } = readChatgpt(JSON.stringify([conversation]));
    expect(records.map((record) => "message" in record && record.message)).toEqual(messages);
    expect(omittedItems.map(({ what }) => what)).toEqual(
      attachments.map((of) => `Attachments of ${of === "d" ? "chatgpt:d" : of}`),
    );
  });
  it.each(["[]", "", "[1, null, {}]", '{"chat_messages": "x"}', '[{"mapping": {}}]'])(
    "in an unknown form result in nothing: %s",
    (text) => {
      for (const read of [readChatgpt, readClaude]) expect(read(text).records).toEqual([]);
    },
  );
  it("are written once, at their own time, however often they are imported", async () => {
    const directory = await mkdtemp(join(tmpdir(), "palimpsest-conversations-"));
    const store = await openSqliteStore({ directory, embedder: silentModels.embedder });
    const space = await store.space({ tenant: "t", user: "u" });
    const services = {
      models: silentModels,
      newId: v7,
      now: () => Date.UTC(2026, 5, 1),
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
    const take = async (): Promise<ForeignProgress | null> => {
      let last: ForeignProgress | null = null;
      for await (last of importForeign(services, space, readChatgpt(CHATGPT)));
      return last;
    };
    expect(await take()).toMatchObject({ messages: 2, known: 0, pending: 2 });
    const head = await space.head();
    expect(await take()).toMatchObject({ messages: 0, known: 2, pending: 2 });
    expect(await space.head()).toEqual(head);
    await store.close();
    await rm(directory, { recursive: true });
  });
});
