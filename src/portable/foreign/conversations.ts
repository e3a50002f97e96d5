/**
 * Reads exported conversations: `conversations.json` of ChatGPT (a list of conversations, each a
 * tree of messages; the branch that ends at `current_node` is the current one) and of Claude (a
 * list of conversations with `chat_messages`; the branch that ends at `current_leaf_message_uuid`
 * is the current one, if the file has it). Messages of the user become messages at their own time;
 * messages of the assistant only show what the next one answers, because the user did not say them.
 */
import { z } from "zod";
import { instantOf, MILLIS_PER_SECOND, type Instant } from "../../memory/time.ts";
import { precedingMessages, type SaidMessage } from "../../write/recent-messages.ts";
import { memoryOf, omit, type ForeignMemory, type ReadItem } from "./foreign-memory.ts";
import {
  EXCERPT_LENGTH,
  excerptOf,
  foreignInstant,
  foreignList,
  foreignText,
  readJsonFile,
  type Json,
} from "./foreign-json.ts";

/** A message of a conversation, independent of the program. */
interface SpokenMessage {
  readonly key: string;
  /** Null for a message of neither the user nor the assistant. */
  readonly role: SaidMessage["role"] | null;
  readonly text: string;
  readonly saidAt: Instant | null;
  /** Whether it contains more than words, such as an image or a file. */
  readonly hasMore: boolean;
}

/** The messages of the user in one conversation, each with the preceding ones. */
const itemsOf = (messages: readonly SpokenMessage[]): ReadItem[] => {
  const items: ReadItem[] = [];
  const before: SaidMessage[] = [];
  for (const { key, role, text, saidAt, hasMore } of messages) {
    if (role === "AGENT" && text !== "") before.push({ role, content: text });
    if (role !== "USER") continue;
    const excerpt = text.slice(0, EXCERPT_LENGTH);
    if (hasMore)
      items.push(omit(`Attachments of ${excerpt || key}`, "They are not the user's own words."));
    if (text === "") continue;
    if (saidAt === null) items.push(omit(excerpt, "The file does not say when it was said."));
    else
      items.push({
        kind: "SAID",
        key,
        message: text,
        occurredAt: saidAt,
        recentMessages: precedingMessages(before),
      });
    before.push({ role, content: text });
  }
  return items;
};

const chatgptNode = z.object({
  parent: foreignText,
  message: z
    .object({
      id: z.string(),
      author: z.object({ role: z.string() }),
      create_time: z.number().nullable().catch(null),
      content: z.object({ parts: foreignList }).catch({ parts: [] }),
      metadata: z
        .object({ is_visually_hidden_from_conversation: z.boolean().catch(false) })
        .catch({ is_visually_hidden_from_conversation: false }),
    })
    .nullable()
    .catch(null),
});
type ChatgptNode = z.infer<typeof chatgptNode>;
const chatgptConversation = z.object({
  mapping: z.record(z.string(), chatgptNode),
  current_node: z.string(),
});

/** The transcript of a voice message follows its audio. */
const spokenPart = z.object({ content_type: z.literal("audio_transcription"), text: z.string() });
const soundPart = z.object({ content_type: z.string().regex(/audio/u) });

const isSpoken = (part: Json): boolean => spokenPart.safeParse(part).success;
const textOfPart = (part: Json): string =>
  typeof part === "string" ? part : (spokenPart.safeParse(part).data?.text ?? "");

/** Whether a message has parts other than text and audio with a transcript. */
const holdsMore = (parts: readonly Json[]): boolean => {
  const hasSpeech = parts.some(isSpoken);
  return parts.some(
    (part) => typeof part !== "string" && !(hasSpeech && soundPart.safeParse(part).success),
  );
};

const instantOfSeconds = (seconds: number | null): Instant | null => {
  try {
    return seconds === null ? null : instantOf(Math.round(seconds * MILLIS_PER_SECOND));
  } catch {
    return null;
  }
};

/** The nodes from the first to the current one. Stops at a cycle in the tree. */
const branchOf = ({ mapping, current_node }: z.infer<typeof chatgptConversation>) => {
  const nodes = new Map(Object.entries(mapping));
  const branch: ChatgptNode[] = [];
  for (let id: string | null = current_node; id !== null;) {
    const node: ChatgptNode | undefined = nodes.get(id);
    nodes.delete(id);
    if (node) branch.push(node);
    id = node?.parent ?? null;
  }
  return branch.toReversed();
};

const CHATGPT_ROLES: ReadonlyMap<string, SpokenMessage["role"]> = new Map([
  ["user", "USER"],
  ["assistant", "AGENT"],
]);

/**
 * The messages of one conversation, on the branch that was open last. Edited and regenerated
 * messages on other branches are left out.
 */
const readChatgptConversation = (value: Json): ReadItem[] => {
  const { data } = chatgptConversation.safeParse(value);
  if (!data) return [omit(excerptOf(value), "It is not a conversation of ChatGPT.")];
  const messages = branchOf(data).flatMap(({ message }): SpokenMessage[] => {
    if (!message) return [];
    const { parts } = message.content;
    // Text that the program adds in the name of the user is marked as hidden.
    const isHidden = message.metadata.is_visually_hidden_from_conversation;
    return [
      {
        key: `chatgpt:${message.id}`,
        role: isHidden ? null : (CHATGPT_ROLES.get(message.author.role) ?? null),
        text: parts.map(textOfPart).join("\n").trim(),
        saidAt: instantOfSeconds(message.create_time),
        hasMore: holdsMore(parts),
      },
    ];
  });
  return itemsOf(messages);
};

/** Reads `conversations.json` of ChatGPT. */
export const readChatgpt = (text: string): ForeignMemory =>
  memoryOf(readJsonFile(text).flatMap(readChatgptConversation));

const claudeMessage = z.object({
  uuid: z.string(),
  parent_message_uuid: foreignText,
  sender: z.string(),
  text: foreignText,
  content: foreignList,
  created_at: foreignInstant,
  files: foreignList,
  attachments: foreignList,
});
type ClaudeMessage = z.infer<typeof claudeMessage>;
const claudeConversation = z.object({
  chat_messages: z.array(z.unknown()),
  current_leaf_message_uuid: foreignText,
});
const claudeText = z.object({ type: z.literal("text"), text: z.string() });

const readClaudeMessage = (data: ClaudeMessage): SpokenMessage => {
  const blocks = data.content.flatMap((block) => claudeText.safeParse(block).data?.text ?? []);
  return {
    key: `claude:${data.uuid}`,
    role: data.sender === "human" ? "USER" : "AGENT",
    text: (data.text ?? blocks.join("\n")).trim(),
    saidAt: data.created_at,
    hasMore: data.files.length + data.attachments.length > 0,
  };
};

/**
 * The messages without those of abandoned branches: alternatives to a message of the branch that
 * ends at the last one, and what follows them. A message without a known position is kept.
 */
const keptOf = (messages: readonly ClaudeMessage[], last: string | null): ClaudeMessage[] => {
  const parents = new Map(messages.map((one) => [one.uuid, one.parent_message_uuid]));
  const branch = new Set<string>();
  for (let id = last; id !== null && parents.has(id) && !branch.has(id);) {
    branch.add(id);
    id = parents.get(id) ?? null;
  }
  const forks = new Set([...branch].map((id) => parents.get(id)));
  const abandonedIds = new Set<string>();
  for (const { uuid, parent_message_uuid: parent } of messages)
    if (!branch.has(uuid) && parent !== null && (forks.has(parent) || abandonedIds.has(parent)))
      abandonedIds.add(uuid);
  return messages.filter(({ uuid }) => !abandonedIds.has(uuid));
};

/** Reads `conversations.json` of Claude. */
export const readClaude = (text: string): ForeignMemory =>
  memoryOf(
    readJsonFile(text).flatMap((value): ReadItem[] => {
      const { data } = claudeConversation.safeParse(value);
      if (!data) return [omit(excerptOf(value), "It is not a conversation of Claude.")];
      const messages = data.chat_messages.flatMap(
        (message) => claudeMessage.safeParse(message).data ?? [],
      );
      return itemsOf(keptOf(messages, data.current_leaf_message_uuid).map(readClaudeMessage));
    }),
  );
