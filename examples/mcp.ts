/**
 * An agent's side of MCP: it lists the tools, remembers, and asks what it knew and what was true at
 * another time. An agent such as Claude does the same by itself (`palimpsest mcp config`).
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const url = process.env["SERVICE_URL"] ?? "http://localhost:4000";
const agent = new Client({ name: "an-agent", version: "1.0.0" });
const headers = { "x-user-id": "mcp-example" };
await agent.connect(
  new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }),
);

const call = async (name: string, args: Record<string, unknown>) =>
  (await agent.callTool({ name, arguments: args })).structuredContent;

const { tools } = await agent.listTools();
console.log(`${tools.length} tools: ${tools.map(({ name }) => name).join(", ")}`);

await call("remember", { message: "I work at Acme.", occurredAt: "2025-03-01" });
await call("remember", { message: "I work at Bolt now.", occurredAt: "2026-02-01" });
console.log((await call("recall", { question: "Where do I work?" }))?.["text"]);
const inJune = await call("recall", { question: "Where do I work?", validAt: "June 2025" });
console.log(inJune?.["text"]);
await agent.close();
