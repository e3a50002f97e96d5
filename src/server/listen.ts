import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StartRefused } from "./start-refused.ts";

const REASONS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use: stop what listens there, or set PORT to another.`,
  EACCES: (_host, port) =>
    `Port ${port} may not be opened by this user: set PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST=${host} is no address of this machine.`,
  ENOTFOUND: (host) => `HOST=${host} is not known.`,
};

/** Opens the port; resolves to the one that is open. Throws StartRefused where it cannot be. */
export const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? ""];
      reject(reason ? new StartRefused(reason(host, port), { cause: error }) : error);
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners("error");
      resolve((server.address() as AddressInfo).port);
    });
  });
