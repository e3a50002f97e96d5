import { openContestant } from "../contestant.ts";
import { measure, type Discipline } from "../measure.ts";
import { count, ms, times, type Row } from "../row.ts";
import { scaling } from "../scaling.ts";
import type { WriteTold } from "../scenarios/write.ts";
import type { Part } from "./part.ts";
import { NOT_INSTALLED, openPeer } from "./peer.ts";
import { ABOUT, LARGE, LAYOUTS, MIDDLE, SIZES, SMALL } from "./sizes.ts";

/** At most this share of what mem0's `add` takes, and at most this growth from 1,000 to 100,000 facts. */
const BESIDE_PEER = 1 / 100;
const GROWTH = 2;

const BATCHES = 9;
/** Samples of both are of like length, about two seconds: what a process takes to get going again after the others' turns weighs the same in each. */
const OURS = { work: "write", warmUp: 20, perBatch: 400 };
/** What is told names things that mem0 knows or not, and costs accordingly: several adds make one sample. */
const THEIRS = { work: "add", warmUp: 2, perBatch: 4 };

export const writing: Part = {
  name: "write",
  run: async (progress) => {
    const rows: Row[] = [];
    const figures: Record<string, unknown> = {};
    const notes: string[] = [];
    for (const layout of LAYOUTS) {
      const sized = [];
      for (const facts of SIZES) {
        progress(`write: filling a space with ${count(facts)} facts, ${ABOUT[layout]}`);
        sized.push({
          facts,
          contestant: await openContestant<WriteTold>("write", { facts, layout }),
        });
      }
      const peer = await openPeer(layout, progress);
      progress("write: measuring");
      const disciplines: Record<string, Discipline> = Object.fromEntries(
        sized.map(({ facts, contestant }) => [facts, { contestant, ...OURS }]),
      );
      const took = await measure(
        peer ? { ...disciplines, add: { contestant: peer.contestant, ...THEIRS } } : disciplines,
        BATCHES,
      );
      const told = Object.fromEntries(
        await Promise.all(
          sized.map(async ({ facts, contestant }) => [facts, await contestant.end()] as const),
        ),
      );
      await peer?.contestant.end();
      figures[layout] = { took, told };

      const at = (facts: number): number => took[facts]!;
      if (peer)
        rows.push(
          times(
            `One offline \`write\`, beside \`add\` of ${peer.name}`,
            `${count(MIDDLE)} facts, ${ABOUT[layout]}: ${ms(at(MIDDLE))} beside ${ms(took["add"]!)}`,
            at(MIDDLE) / took["add"]!,
            BESIDE_PEER,
          ),
        );
      else notes.push(NOT_INSTALLED);
      rows.push(
        times(
          `A \`write\` into ${count(LARGE)} facts, beside one into ${count(SMALL)}`,
          `${ABOUT[layout]}: ${ms(at(LARGE))} beside ${ms(at(SMALL))}`,
          at(LARGE) / at(SMALL),
          GROWTH,
        ),
      );
      notes.push(
        `${scaling(
          `A write, ${ABOUT[layout]}`,
          SIZES.map((facts) => [facts, at(facts)]),
        )} At ${count(LARGE)} facts the file of the space has ${Math.round(told[LARGE]!.megabytes)} MB.`,
      );
    }
    return { rows, figures, notes };
  },
};
