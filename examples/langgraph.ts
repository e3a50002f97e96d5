/** A store for LangGraph whose items have a past. Give it to a graph with `graph.compile({ store })`. */
import { palimpsest } from "@palimpsest/client";
import { PalimpsestStore } from "@palimpsest/langgraph";

const memory = palimpsest({
  url: process.env["SERVICE_URL"] ?? "http://localhost:4000",
  user: "langgraph-example",
});
const store = new PalimpsestStore({ memory });
const namespace = ["users", "ana"];

/** What a node of a graph does: it reads the item, answers by it, and puts what it has learnt. */
const learn = async (theme: string): Promise<void> => {
  const item = await store.get(namespace, "preferences");
  await store.put(namespace, "preferences", { ...item?.value, theme });
};

await learn("dark");
const learnt = await store.get(namespace, "preferences");
await learn("light");

const now = await store.get(namespace, "preferences");
const before = store.at({ knownAt: learnt?.updatedAt });
console.log(`now: ${now?.value["theme"]}`);
console.log(`before: ${(await before.get(namespace, "preferences"))?.value["theme"]}`);
