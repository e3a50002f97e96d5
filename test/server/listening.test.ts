import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { listen } from "../../src/server/http/listening.ts";
import { recordingLog } from "./service.ts";

describe("a server that listens", () => {
  it("logs a connection that cannot be accepted, and serves the others", async () => {
    const log = recordingLog();
    const server = createServer((_request, response) => response.end("served"));
    const { url } = await listen(server, { host: "127.0.0.1", port: 0 }, log);
    server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE" }));
    expect(log.lines).toMatchObject([{ message: "A connection could not be accepted." }]);
    expect(await (await fetch(url)).text()).toBe("served");
    server.close();
  });
});
