import { expect, it, describe } from "vitest";
import { BACKENDS, serviceOfSuite } from "../end-to-end/backends.ts";
import { as, told } from "../end-to-end/service.ts";
const CONC = Number(process.env["CONC"] ?? 4);
describe.each(BACKENDS.filter((b) => /Cosmos/.test(b.name)))("$name", ({ open }) => {
  const url = serviceOfSuite(open);
  it("loop", { timeout: 300_000 }, async () => {
    let n = 0, bad = 0;
    const one = async (k: number) => {
      for (let i = 0; i < 60; i++) {
        const ask = as(url(), `u-${k}-${i}`);
        const w: any = await told(ask("mutation { write(input: { message: \"I moved to Lisbon yesterday.\", occurredAt: \"2025-07-10T00:30:00+02:00\" }) { success error event { id status recordedAt } factsAdded { text recordedAt } durationMs } }", {}));
        const f: any = await told(ask('{ facts(slot: "residence") { nodes { value validFrom } } }', {}));
        n++;
        if (f.facts.nodes.length === 0) {
          bad++;
          const g: any = await ask('{ facts(slot: "residence") { nodes { value validFrom } } events(first: 10) { nodes { id status } } changes(first: 20) { nodes { recordedAt } } }', {});
          process.stdout.write(JSON.stringify({ w, f, g }) + "\n");
        }
      }
    };
    await Promise.all(Array.from({ length: CONC }, (_, k) => one(k)));
    process.stdout.write(`bad ${bad} of ${n}\n`);
    expect(bad).toBe(0);
  });
});
