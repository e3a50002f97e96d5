import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Memory } from "../../packages/client/src/index.ts";
import { createMcpServer } from "../../mcp/server.ts";
import { type Target, withMemory } from "../target.ts";
import { report, runCommand } from "../run.ts";

const faultText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Serves MCP on standard input and output until the client closes it, or a signal arrives. */
export const serveMcp = (target: Target): Promise<void> =>
  runCommand({
    run: async (stopSignal) => {
      const serve = async (memory: Memory): Promise<void> => {
        const onFault = (error: unknown): void => report(faultText(error));
        const ending = new Promise<void>((resolve) => {
          stopSignal.addEventListener("abort", () => resolve(), { once: true });
          process.stdin.once("close", () => resolve());
          process.stdin.once("end", () => resolve());
        });
        const connection = serveStdio(() => createMcpServer({ memory, onFault }), {
          onerror: onFault,
        });
        await ending;
        await connection.close();
      };
      await withMemory(target, serve, { mayCreate: true });
      return true;
    },
    failure: "MCP has ended:",
    isResumable: false,
  });
