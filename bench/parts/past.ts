import { openContestant } from "../contestant.ts";
import { measure } from "../measure.ts";
import { READINGS, TIMES, workOf } from "../readings.ts";
import { count, ms, times } from "../row.ts";
import type { Part } from "./part.ts";
import { MIDDLE } from "./sizes.ts";

/** At most so many times what reading the present takes. */
const BESIDE_PRESENT = 1.5;
const VERSIONS = 10;
const BATCHES = 12;
const SAMPLING = { warmUp: 400, perBatch: 20 };

export const past: Part = {
  name: "past",
  run: async (progress) => {
    progress(`past: filling a space with ${count(MIDDLE)} facts, ${VERSIONS} versions of each`);
    const contestant = await openContestant<null>("past", { facts: MIDDLE, versions: VERSIONS });
    progress("past: measuring");
    const works = READINGS.flatMap((reading) => TIMES.map((time) => workOf(reading, time)));
    const took = await measure(
      Object.fromEntries(works.map((work) => [work, { contestant, work, ...SAMPLING }])),
      BATCHES,
    );
    await contestant.end();
    const rows = READINGS.map((reading) => {
      const [present, ...then] = TIMES.map((time) => took[workOf(reading, time)]!) as [
        number,
        ...number[],
      ];
      const measured = `${count(MIDDLE)} facts, ${VERSIONS} versions of each: ${then.map(ms).join(", ")} as of the first, the middle and the last but one, beside ${ms(present)}`;
      return times(
        `Reading as of the past, beside reading the present: ${reading}`,
        measured,
        Math.max(...then) / present,
        BESIDE_PRESENT,
      );
    });
    return { rows, figures: took, notes: [] };
  },
};
