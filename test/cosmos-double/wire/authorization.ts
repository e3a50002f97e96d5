import { createHmac, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Failure } from "./failure.ts";

/** The signed data: the type of resource, and the link of the resource or of its parent. */
export interface SignedResource {
  readonly type: string;
  readonly link: string;
}

/** `/dbs/d/colls` is about collections and signed for `dbs/d`; `/dbs/d/colls/c` is about the collection and signed for itself. */
const signedResource = (path: string): SignedResource => {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts[0] === "offers") return { type: "offers", link: (parts[1] ?? "").toLowerCase() };
  return parts.length % 2 === 1
    ? { type: parts.at(-1) ?? "", link: parts.slice(0, -1).join("/") }
    : { type: parts.at(-2) ?? "", link: parts.join("/") };
};

/** The last signature. Many requests of one second have the same. */
const signed = new WeakMap<KeyObject, LRUCache<string, string>>();
const MOST_SIGNED = 100;

const signature = (
  key: KeyObject,
  method: string,
  { type, link }: SignedResource,
  date: string,
): string => {
  const known = signed.get(key) ?? new LRUCache({ max: MOST_SIGNED });
  signed.set(key, known);
  const text = `${method.toLowerCase()}\n${type.toLowerCase()}\n${link}\n${date.toLowerCase()}\n\n`;
  const found = known.get(text) ?? createHmac("sha256", key).update(text).digest("base64");
  known.set(text, found);
  return found;
};

/** Whether an Entra identity may send a request to the data plane: it manages neither containers nor offers there. */
const isDataPlane = (method: string, path: string): boolean =>
  path.includes("/docs") || (method === "GET" && !path.startsWith("/offers"));

/** Throws a 401 unless the request is signed with the key or carries the token of an Entra identity. */
export const authorize = (
  key: KeyObject,
  token: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): void => {
  const authorization = decodeURIComponent(headers["authorization"] ?? "");
  if (authorization === `type=aad&ver=1.0&sig=${token}`) {
    if (isDataPlane(method, path)) return;
    throw new Failure(
      403,
      "Forbidden",
      `Request blocked by Auth: The given request [${method} ${path}] cannot be authorized by AAD token in data plane.`,
      { substatus: 5300 },
    );
  }
  if (
    authorization ===
    `type=master&ver=1.0&sig=${signature(key, method, signedResource(path), headers["x-ms-date"] ?? "")}`
  )
    return;
  throw new Failure(
    401,
    "Unauthorized",
    "The input authorization token can't serve the request. Please check that the expected payload is built as per the protocol, and check the key being used.",
  );
};
