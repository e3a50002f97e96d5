import type { IncomingMessage, Server } from "node:http";
import type { SocketServer } from "../sockets/socket-server.ts";

/** Headers that are about the connection, and about the upgrade to HTTP/2. */
const OF_UPGRADE: ReadonlySet<string> = new Set(["connection", "upgrade", "http2-settings"]);

/** The head of the request as a client sends it that asks for no upgrade. */
const headWithoutUpgrade = ({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (!OF_UPGRADE.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
};

/**
 * Upgrades connections to WebSockets, and ignores any other upgrade, as RFC 9110 allows. Some
 * clients, such as that of Java, offer HTTP/2 with their first request. Node stops reading HTTP on
 * a connection that asks for an upgrade, so the request is read again without its offer.
 */
export const serveUpgrades = (http: Server, sockets: SocketServer): void => {
  http.on("upgrade", (request: IncomingMessage, connection, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === "websocket")
      return sockets.upgrade(request, connection, head);
    connection.unshift(Buffer.concat([headWithoutUpgrade(request), head]));
    http.emit("connection", connection);
  });
};
