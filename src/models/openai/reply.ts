import type { OpenAI } from "openai";
import { FINAL_FAULTS, type Answer, type Call, type ChatMessage } from "../port.ts";
import { Bill } from "./bill.ts";
import type { Desk } from "./chain.ts";
import type { Dialect, Feature } from "./dialect.ts";
import type { Opened } from "./endpoint.ts";
import { failureOf, ModelFailure } from "./failure.ts";
import { openSpan, type Span } from "./span.ts";

type Stream = AsyncIterable<OpenAI.ChatCompletionChunk>;

/** What a tool gave is told as what it is: the protocol takes messages of tools only after a call for them, and what they hold is no instruction. */
const toParam = ({ role, content }: ChatMessage): OpenAI.ChatCompletionMessageParam =>
  role === "tool" ? { role: "user", content: `[Output of a tool]\n${content}` } : { role, content };

const featuresOf = (tokens: number | null, dialect: Dialect): Feature[] => {
  const budget =
    tokens === null
      ? undefined
      : (["max_completion_tokens", "max_tokens"] as const).find((feature) => !dialect.has(feature));
  return [
    ...(dialect.has("stream_options") ? [] : ["stream_options" as const]),
    ...(budget === undefined ? [] : [budget]),
  ];
};

const openStream = (
  desk: Desk,
  model: string,
  messages: readonly ChatMessage[],
  span: Span,
  bill: Bill,
  alternative: boolean,
): Promise<Opened<Stream>> => {
  const { replyTokens } = desk.settings;
  return desk.endpoint.open<Stream>(
    {
      model,
      features: (dialect) => featuresOf(replyTokens, dialect),
      post: (client, dialect, signal) => {
        const uses = new Set(featuresOf(replyTokens, dialect));
        const body: OpenAI.ChatCompletionCreateParamsStreaming = {
          model,
          messages: messages.map(toParam),
          stream: true,
          ...(uses.has("stream_options") && { stream_options: { include_usage: true } }),
          ...(uses.has("max_completion_tokens") && { max_completion_tokens: replyTokens }),
          ...(uses.has("max_tokens") && { max_tokens: replyTokens }),
        };
        return client.chat.completions.create(body, { signal });
      },
    },
    { span, bill, alternative },
  );
};

/** The text of one model, piece by piece. Throws a ModelFailure where it breaks off, is withheld, or says nothing. */
async function* piecesOf(
  opened: Opened<Stream>,
  model: string,
  bill: Bill,
): AsyncGenerator<string, void> {
  let said = false;
  let finish: string | null = null;
  for await (const chunk of opened.value) {
    bill.addUsage(chunk.usage);
    const choice = chunk.choices?.[0];
    finish = choice?.finish_reason ?? finish;
    const text = choice?.delta?.content;
    if (text) {
      // From its first word on a reply has the time of the whole, not that of an attempt.
      opened.span.untimed();
      said = true;
      yield text;
    }
  }
  // The client library ends a stream quietly when its signal aborts.
  const ended = opened.span.failure();
  if (ended !== null) throw ended;
  if (finish === "content_filter")
    throw new ModelFailure("FILTERED", `A content filter withheld the reply of ${model}.`);
  if (!said) throw new ModelFailure("UNREADABLE", `${model} replied with nothing.`);
}

/**
 * A reply as it is written, and at last the whole of it with what it cost. Another model is asked only while nothing was said: what a reader
 * has seen is not taken back. Throws a ModelFailure. A reader who stops early ends the request.
 */
export async function* reply(
  desk: Desk,
  model: string,
  messages: readonly ChatMessage[],
  call?: Call,
): AsyncGenerator<{ readonly text: string } | Answer<string>, void> {
  const bill = new Bill();
  const span = openSpan(desk.settings.replyDeadlineMs, call?.signal);
  const models =
    desk.fallback === null || desk.fallback === model ? [model] : [model, desk.fallback];
  try {
    for (const asked of models) {
      let whole = "";
      let opened: Opened<Stream> | undefined;
      try {
        opened = await openStream(desk, asked, messages, span, bill, asked !== models.at(-1));
        for await (const text of piecesOf(opened, asked, bill)) {
          whole += text;
          yield { text };
        }
        return yield bill.answer(whole, asked);
      } catch (error) {
        const failure = span.failure() ?? failureOf(error, asked, Date.now());
        desk.log?.warn(
          { task: "reply", model: asked, outcome: failure.kind, begun: whole !== "" },
          "A reply failed.",
        );
        if (whole !== "" || FINAL_FAULTS.has(failure.kind) || asked === models.at(-1))
          throw bill.failed(failure);
      } finally {
        opened?.close();
      }
    }
  } finally {
    span.close();
  }
}
