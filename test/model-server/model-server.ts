import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { completionOf, streamCompletion } from "./completion.ts";
import { embeddingAnswer, type EmbeddingHabits } from "./embedding.ts";
import {
  promptIn,
  EMPTY_ANSWERS,
  type ReceivedPrompt,
  type ChatBody,
  type EmbeddingBody,
  type ReceivedRequest,
  type Reply,
} from "./replies.ts";

/** An OpenAI-compatible endpoint on the loopback interface that answers by a script and records its requests. */
export interface ModelServer {
  /** The base URL, with `/v1`. */
  readonly url: string;
  /** The same without `/v1`, as Azure expects it. */
  readonly origin: string;
  readonly chats: ReceivedRequest<ChatBody>[];
  readonly embeddings: ReceivedRequest<EmbeddingBody>[];
  /** The replies to the next completions, and to the next embeddings, in order. */
  readonly script: Reply[];
  readonly embeddingScript: Reply[];
  /** Answers completions while the script is empty; undefined returns the empty answer. */
  answer: ((asked: ReceivedPrompt) => Reply | undefined) | null;
  /** Parameters and formats that it refuses by name. */
  readonly unknown: Set<string>;
  readonly embeds: EmbeddingHabits;
  /** The key that it accepts; null accepts any. */
  key: string | null;
  /** The most requests that ran at the same time. */
  mostAtOnce: number;
  close(): Promise<void>;
}

const errorBody = (message: string, code: string | null, param: string | null): object => ({
  error: { message, type: "invalid_request_error", code, param },
});

const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
};

/** Sends a reply; `complete` writes a completion. */
const perform = async (
  response: ServerResponse,
  reply: Reply,
  complete: (reply: Extract<Reply, { readonly content: unknown }>) => void,
): Promise<void> => {
  if ("after" in reply) {
    await reply.after;
    return perform(response, reply.reply, complete);
  }
  if ("hangs" in reply) return;
  if ("drops" in reply) return void response.destroy();
  if ("raw" in reply) {
    response.writeHead(200, { "content-type": reply.type ?? "application/json" });
    response.write(reply.raw);
    return void (reply.stalls || response.end());
  }
  if ("status" in reply)
    return sendJson(
      response,
      reply.status,
      reply.body ??
        errorBody(reply.message ?? "Scripted.", reply.code ?? null, reply.param ?? null),
      reply.headers,
    );
  complete(reply);
};

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
};

export const startModelServer = async (): Promise<ModelServer> => {
  let underWay = 0;
  const http = createServer((request, response) => {
    underWay += 1;
    server.mostAtOnce = Math.max(server.mostAtOnce, underWay);
    response.once("close", () => (underWay -= 1));
    void serve(request, response);
  });

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "/";
    const task = /\/(chat\/completions|embeddings)(?:\?|$)/u.exec(path)?.[1];
    const body = await bodyOf(request);
    const received = { path, headers: request.headers, body };
    if (task === "embeddings") server.embeddings.push(received as ReceivedRequest<EmbeddingBody>);
    else if (task !== undefined) server.chats.push(received as ReceivedRequest<ChatBody>);
    else return sendJson(response, 404, errorBody(`No route ${path}.`, null, null));

    const credential =
      request.headers["api-key"] ?? request.headers.authorization?.replace(/^Bearer /u, "");
    if (server.key !== null && credential !== server.key)
      return sendJson(
        response,
        401,
        errorBody(`Incorrect API key provided: ${String(credential)}.`, "invalid_api_key", null),
      );
    const format = (body as ChatBody).response_format?.type;
    const stranger = [...server.unknown].find(
      (name) => name === format || name in (body as object),
    );
    if (stranger !== undefined) {
      const param = stranger === format ? "response_format" : stranger;
      return sendJson(
        response,
        400,
        errorBody(
          `Unsupported parameter: '${stranger}' is not supported with this model.`,
          "unsupported_parameter",
          param,
        ),
      );
    }
    if (task === "embeddings") {
      const reply = server.embeddingScript.shift();
      const embed = (): void =>
        sendJson(response, 200, embeddingAnswer(body as EmbeddingBody, server.embeds));
      return reply === undefined ? embed() : perform(response, reply, embed);
    }
    const asked = promptIn(body as ChatBody);
    const reply = server.script.shift() ??
      server.answer?.(asked) ?? { content: EMPTY_ANSWERS[asked.task ?? ""] ?? "Very well." };
    return perform(response, reply, (completion) => {
      if (asked.body.stream) streamCompletion(response, asked.body, completion);
      else sendJson(response, 200, completionOf(asked.body, completion));
    });
  };

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: ModelServer = {
    url: `${origin}/v1`,
    origin,
    chats: [],
    embeddings: [],
    script: [],
    embeddingScript: [],
    answer: null,
    unknown: new Set(),
    embeds: {},
    key: null,
    mostAtOnce: 0,
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
};
