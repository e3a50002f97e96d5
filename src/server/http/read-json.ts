import type { IncomingMessage } from "node:http";
import { Problem } from "../../memory/problem.ts";

/** A body that is too long is still read to its end, up to so many times the limit, so that the client hears the answer instead of a broken connection. */
const DISCARD_FACTOR = 8;

const tooLarge = (limit: number): Problem =>
  new Problem("PAYLOAD_TOO_LARGE", `The body is longer than ${limit} bytes.`);

const readBody = async (req: IncomingMessage, limit: number): Promise<Buffer> => {
  const most = limit * DISCARD_FACTOR;
  if (Number(req.headers["content-length"] ?? 0) > most) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  // Left open where reading ends early: the answer goes out on the same connection.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw tooLarge(limit);
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
};

const decode = (body: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch (cause) {
    throw new Problem("BAD_REQUEST", "The body is not UTF-8.", { cause });
  }
};

/**
 * The body of a request with `content-type: application/json`; undefined for another type and for an empty body.
 * Throws PAYLOAD_TOO_LARGE above `limit` bytes, and BAD_REQUEST for a body that is compressed, not UTF-8 or not JSON.
 */
export const readJson = async (req: IncomingMessage, limit: number): Promise<unknown> => {
  const encoding = req.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    throw new Problem(
      "BAD_REQUEST",
      "Compressed bodies are not taken: send it without content-encoding.",
    );
  const text = decode(await readBody(req, limit));
  const [type, ...parameters] = (req.headers["content-type"] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (text === "" || type !== "application/json") return undefined;
  if (
    parameters.some(
      (parameter) => parameter.startsWith("charset=") && !/^charset="?utf-?8"?$/.test(parameter),
    )
  )
    throw new Problem("BAD_REQUEST", "The body must be UTF-8.");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem("BAD_REQUEST", "The body is not JSON.", { cause });
  }
};
