import { setTimeout as delay } from "node:timers/promises";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { personsIn, seedFacts } from "../seed/spaces.ts";
import { startService, type Service } from "../service.ts";
import { personName } from "../statements.ts";
import { queryOf, unheardQuery, writtenAfter } from "../traffic.ts";

/** Milliseconds that are enough for background work after a start or a burst of requests. */
const SETTLE_MILLIS = 1_500;
/** Number of rounds of requests in the first space after which code and heap no longer grow. */
const REHEARSALS = 100;

const READ = `query Read($question: String!, $unheard: String!, $name: String!) {
  search(query: $question) { hits { score node { id } } }
  unheard: search(query: $unheard) { hits { score node { id } } }
  entity(name: $name) { name facts(first: 20) { nodes { text validFrom } } relationships(first: 20) { nodes { type } } }
}`;
const WRITE =
  "mutation Write($message: String!) { write(input: { message: $message }) { success factsAdded { text } } }";

export interface MemoryFindings {
  /**
   * MiB: after the start, with one space used, with all spaces open, and for each further space.
   */
  readonly started: number;
  readonly used: number;
  readonly opened: number;
  readonly perSpace: number;
}

const use = async (service: Service, user: string, facts: number, run: number): Promise<void> => {
  await service.ask(user, READ, {
    question: queryOf("MANY", facts, run),
    unheard: unheardQuery(run),
    name: personName(run % personsIn("MANY", facts)),
  });
  await service.ask(user, WRITE, { message: writtenAfter("MANY", facts, run).message });
};

/**
 * The built service with a number of spaces and facts. Each space is searched, read and written to.
 */
await scenario<{ readonly spaces: number; readonly facts: number }, never, MemoryFindings>(
  async ({ folder, spaces, facts }) => {
    const palimpsest = await openPalimpsest(folder);
    const firstUser = "user-0";
    const furtherUsers = Array.from({ length: spaces }, (_, n) => `user-${n + 1}`);
    for (const user of [firstUser, ...furtherUsers])
      await seedFacts(
        palimpsest.ledger(await palimpsest.store.space({ ...LOCAL, user })),
        "MANY",
        facts,
      );
    await palimpsest.store.close();

    const service = await startService(folder);
    const settle = async (): Promise<number> => {
      await delay(SETTLE_MILLIS);
      return service.memory();
    };
    const started = await settle();
    for (let run = 0; run < REHEARSALS; run++) await use(service, firstUser, facts, run);
    const used = await settle();
    for (const [n, user] of furtherUsers.entries()) await use(service, user, facts, n);
    const opened = await settle();
    await service.stop();
    return {
      works: {},
      findings: () => ({ started, used, opened, perSpace: (opened - used) / spaces }),
    };
  },
);
