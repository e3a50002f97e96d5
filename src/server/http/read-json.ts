import type { IncomingMessage } from "node:http";
import { Problem } from "../../memory/problem.ts";

/**
 * A body that is too long is still read, up to this multiple of the limit, so that the client
 * receives the answer instead of a broken connection.
 */
const DISCARD_FACTOR = 8;

const tooLarge = (limit: number): Problem =>
  new Problem("PAYLOAD_TOO_LARGE", `The body is longer than ${limit} bytes. Split the request.`);

const readBody = async (req: IncomingMessage, limit: number): Promise<Buffer> => {
  const readLimit = limit * DISCARD_FACTOR;
  if (Number(req.headers["content-length"] ?? 0) > readLimit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection stays open if reading ends early: the answer is sent on it.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > readLimit) throw tooLarge(limit);
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
};

const decode = (body: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch (cause) {
    throw new Problem("BAD_REQUEST", "The body is not valid UTF-8.", { cause });
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem("BAD_REQUEST", "The body is not valid JSON.", { cause });
  }
};

const isForeignCharset = (parameter: string): boolean =>
  parameter.startsWith("charset=") && !/^charset="?utf-?8"?$/.test(parameter);

/**
 * Reads the body of a request with `content-type: application/json`; undefined for another type and
 * for an empty body. Throws PAYLOAD_TOO_LARGE above `limit` bytes, and BAD_REQUEST for a body that
 * is compressed, not UTF-8 or not JSON.
 */
export const readJson = async (req: IncomingMessage, limit: number): Promise<unknown> => {
  const encoding = req.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    throw new Problem(
      "BAD_REQUEST",
      "Compressed bodies are not supported. Send the body without content-encoding.",
    );
  const text = decode(await readBody(req, limit));
  const [type, ...parameters] = (req.headers["content-type"] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (text === "" || type !== "application/json") return undefined;
  if (parameters.some(isForeignCharset))
    throw new Problem("BAD_REQUEST", "The charset of the body must be UTF-8.");
  return parse(text);
};
