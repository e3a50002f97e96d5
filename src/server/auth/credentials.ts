import type { IncomingHttpHeaders } from "node:http";

/** What a caller sent to say who it is, by name in lower case. Undefined where it sent nothing. */
export type Credentials = (name: string) => string | undefined;

const one = (value: unknown): string | undefined => {
  const text: unknown = Array.isArray(value) ? value[0] : value;
  return typeof text === "string" && text !== "" ? text : undefined;
};

export const credentialsOfRequest =
  (headers: IncomingHttpHeaders): Credentials =>
  (name) =>
    one(headers[name]);

/** Over a socket: the parameters of `connection_init`, which a browser can set, before the headers of the upgrade, which it cannot. */
export const credentialsOfSocket = (
  params: Readonly<Record<string, unknown>> | undefined,
  headers: IncomingHttpHeaders,
): Credentials => {
  const given = new Map(
    Object.entries(params ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return (name) => one(given.get(name)) ?? one(headers[name]);
};

/** The token of `Authorization: Bearer …`. */
export const bearerToken = (credentials: Credentials): string | undefined =>
  /^Bearer +(\S+)$/i.exec(credentials("authorization") ?? "")?.[1];
