import { expect, it } from "vitest";
import { contextFor } from "../../src/chat/context-for.ts";
import { viewAt, pinAt } from "../../src/read/view.ts";
import { stores } from "../contract/stores.ts";
import { answer } from "../fakes/scripted-models.ts";
import { chatServices } from "./chat-service.ts";
import { epochMillis } from "../../src/memory/time.ts";
import { localId } from "../../schema/global-id.ts";

const WORDS = "deadline budget project meeting client invoice server database release review design colour garden bicycle holiday recipe doctor school train ticket hotel museum concert guitar piano novel author window kitchen".split(" ");
const fresh = chatServices(stores[0]!.open);
it("long", async () => {
  const service = await fresh({ summarise: async ({ text }) => answer(text.split(/\s+/u).filter((_, i) => i % 3 === 0).slice(0, 200).join(" ")) });
  const session = await service.begin("TIERED");
  const measure = async () => {
    const { recordedAt } = await service.space.head();
    const view = viewAt(pinAt(recordedAt, epochMillis(service.clock())), null);
    const times: number[] = [];
    let tokens = 0;
    for (let i = 0; i < 60; i++) {
      const at = performance.now();
      const c = await contextFor(service.services.chat, service.space, view, { session: localId(session, "Session"), message: `What did Clara say about the ${WORDS[i % 30]} and the ${WORDS[(i * 7) % 30]}?`, mode: "DEEP" });
      times.push(performance.now() - at);
      tokens = c.context.tokens;
    }
    times.sort((a, b) => a - b);
    return [times[30]!.toFixed(2), times[54]!.toFixed(2), tokens];
  };
  for (let i = 1; i <= 5000; i++) {
    const w = (k: number) => WORDS[(i * k + k) % 30];
    await service.chat(session, `Message ${i}: Clara said that the ${w(1)} of the ${w(7)} is about ${w(11)} number ${i} and the ${w(13)} costs $${i}00 for our ${w(17)} team.`, { mode: "QUICK" });
    if (i === 50 || i === 500 || i === 5000) console.log(2 * i, "turns", await measure());
  }
  expect(1).toBe(1);
}, 900_000);
