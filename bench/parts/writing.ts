import { openContestant } from "../contestant.ts";
import { required } from "../lookup.ts";
import { measure, type Discipline } from "../measure.ts";
import { count, ms, times, type Row } from "../row.ts";
import { scaling } from "../scaling.ts";
import type { WriteFindings } from "../scenarios/write.ts";
import type { Layout } from "../seed/spaces.ts";
import { measureInTurn, type Measured, type Part, type Progress } from "./part.ts";
import { NOT_INSTALLED, openPeer } from "./peer.ts";
import { ABOUT, LARGE, LAYOUTS, MIDDLE, SIZES, SMALL } from "./sizes.ts";

/** Maximum share of the time of mem0's `add`, and maximum growth from 1,000 to 100,000 facts. */
const BESIDE_PEER = 1 / 100;
const GROWTH = 2;

const BATCHES = 9;
/**
 * A sample of each lasts about two seconds, so that the restart after the others' turns has the
 * same weight.
 */
const OURS = { work: "write", warmUp: 20, perBatch: 400 };
/**
 * The cost of an add depends on whether mem0 knows the names in it, so several adds make one
 * sample.
 */
const THEIRS = { work: "add", warmUp: 2, perBatch: 4 };

const measureLayout = async (layout: Layout, progress: Progress): Promise<Measured> => {
  const contestants = [];
  for (const facts of SIZES) {
    progress(`write: filling a space with ${count(facts)} facts, ${ABOUT[layout]}`);
    const contestant = await openContestant<WriteFindings>("write", { facts, layout });
    contestants.push({ facts, contestant });
  }
  const peer = await openPeer(layout, progress);
  progress("write: measuring");
  const disciplines: Record<string, Discipline> = Object.fromEntries(
    contestants.map(({ facts, contestant }) => [facts, { contestant, ...OURS }]),
  );
  if (peer) disciplines["add"] = { contestant: peer.contestant, ...THEIRS };
  const medians = await measure(disciplines, BATCHES);
  const millisOf = (name: number | "add"): number => required(medians[name], String(name));
  const findings: Record<number, WriteFindings> = {};
  for (const { facts, contestant } of contestants) findings[facts] = await contestant.end();
  await peer?.contestant.end();

  const besidePeer = (name: string): Row =>
    times(
      `One offline \`write\`, beside \`add\` of ${name}`,
      `${count(MIDDLE)} facts, ${ABOUT[layout]}: ${ms(millisOf(MIDDLE))} beside ${ms(millisOf("add"))}`,
      millisOf(MIDDLE) / millisOf("add"),
      BESIDE_PEER,
    );
  const growth = times(
    `A \`write\` into ${count(LARGE)} facts, beside one into ${count(SMALL)}`,
    `${ABOUT[layout]}: ${ms(millisOf(LARGE))} beside ${ms(millisOf(SMALL))}`,
    millisOf(LARGE) / millisOf(SMALL),
    GROWTH,
  );
  const growthNote = scaling(
    `A write, ${ABOUT[layout]}`,
    SIZES.map((facts) => [facts, millisOf(facts)]),
  );
  const { megabytes } = required(findings[LARGE], "The largest space");
  const note = `${growthNote} At ${count(LARGE)} facts the file of the space has ${Math.round(megabytes)} MB.`;
  return {
    rows: peer ? [besidePeer(peer.name), growth] : [growth],
    figures: { [layout]: { medians, findings } },
    notes: peer ? [note] : [NOT_INSTALLED, note],
  };
};

export const writing: Part = {
  name: "write",
  run: (progress) => measureInTurn(LAYOUTS.map((layout) => () => measureLayout(layout, progress))),
};
