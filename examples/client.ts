/** An agent with a memory, by the client: it recalls, it remembers, and it asks what was true at another time. */
import { palimpsest } from "@palimpsest/client";

const url = process.env["SERVICE_URL"] ?? "http://localhost:4000";
const memory = palimpsest({ url, user: "client-example" });

const employedBy = (name: string, since: string) => ({
  entity: { name: "Mira", type: "person" },
  text: `Mira works at ${name}`,
  slot: "employer",
  value: name,
  validFrom: since,
});
await memory.assert(employedBy("Acme", "2024-01-01T00:00:00Z"));
await memory.assert(employedBy("Bolt", "2025-01-01T00:00:00Z"));

const textOf = async (view: Pick<typeof memory, "facts">): Promise<string> =>
  (await view.facts({ entity: "Mira" })).nodes.map(({ text }) => text).join("; ");

console.log(`In April 2024: ${await textOf(memory.at({ validAt: "2024-04" }))}`);
console.log(`Now: ${await textOf(memory)}`);

const { text } = await memory.at({ validAt: "2024-04" }).recall("Where does Mira work?");
console.log(`Recalled for April 2024: ${text.includes("Acme") && !text.includes("Bolt")}`);
