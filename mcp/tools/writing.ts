import { z } from "zod";
import { DEFAULT_TOKENS, withinTokens } from "../budget.ts";
import { readInstants } from "../instants.ts";
import { writtenOf, writtenShape } from "../shapes.ts";
import { dateText, reference, tags, text, type Tool } from "../tool.ts";

const rememberInput = z.object({
  message: text("What was said, in the speaker's own words."),
  speaker: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Name of the speaker. Default: the user."),
  occurredAt: dateText("Time at which it was said. Default: now."),
  sessionId: reference(
    "Session of the message; `new` begins one, and the answer contains its id.",
  ).optional(),
  recentMessages: z
    .array(text("A message."))
    .max(20)
    .optional()
    .describe("Preceding messages, oldest first, as context."),
  tags: tags("Your own labels, such as `topic: health`, by which recall and search can filter."),
});

export const remember: Tool<typeof rememberInput, typeof writtenShape> = {
  name: "remember",
  title: "Remember",
  description:
    "Remember a message: it is stored, and its facts are recorded with their dates. Call it whenever the user says something that will matter later (about themselves, people, plans, preferences), asks you to remember something, or corrects you. Pass the user's words unchanged, not a summary, and nothing that you inferred. Never pass secrets such as passwords.",
  input: rememberInput,
  output: writtenShape,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  run: async ({ message, sessionId, occurredAt, ...rest }, { memory, signal, now }) => {
    const { instants, interpretation } = readInstants({ occurredAt }, "start", now);
    const session = sessionId === "new" ? (await memory.createSession({ signal })).id : sessionId;
    // Written in full, so that it keeps its offset, which determines the meaning of day words.
    const saidAt = interpretation.read === undefined ? occurredAt : instants["occurredAt"];
    const options = { ...rest, sessionId: session, occurredAt: saidAt, signal };
    const result = await memory.remember(message, options);
    return withinTokens(
      {
        ...writtenOf(result),
        ...(session !== undefined && { sessionId: session }),
        ...interpretation,
      },
      DEFAULT_TOKENS,
    );
  },
};

const summariseInput = z.object({
  sessionId: reference("Id of the conversation, which `remember` returned."),
});
const summariseOutput = z.object({
  sessionId: z.string(),
  turns: z.number().describe("Number of messages that this call read"),
  summary: z.string().optional(),
  recordedAt: z.string().optional(),
  shortened: z.boolean().optional(),
});

export const summariseSession: Tool<typeof summariseInput, typeof summariseOutput> = {
  name: "summarise_session",
  title: "Summarise a session",
  description:
    "Write or update the summary of a conversation whose messages were remembered with a sessionId. Call it when a conversation ends; recall finds the summary later.",
  input: summariseInput,
  output: summariseOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  run: async ({ sessionId }, { memory, signal }) => {
    const { turns, summary } = await memory.summariseSession(sessionId, { signal });
    return withinTokens(
      {
        sessionId,
        turns,
        ...(summary && { summary: summary.content, recordedAt: summary.recordedAt }),
      },
      DEFAULT_TOKENS,
    );
  },
};
