import { openContestant } from "../contestant.ts";
import { measure } from "../measure.ts";
import { READINGS, TIMES, workOf, type Time } from "../readings.ts";
import { count, ms, times } from "../row.ts";
import type { Part } from "./part.ts";
import { MIDDLE } from "./sizes.ts";
import { required } from "../lookup.ts";

/** Maximum ratio to the time of reading the present. */
const BESIDE_PRESENT = 1.5;
const VERSIONS = 10;
const BATCHES = 12;
const SAMPLING = { warmUp: 400, perBatch: 20 };

export const pastPart: Part = {
  name: "past",
  run: async (progress) => {
    progress(`past: filling a space with ${count(MIDDLE)} facts, ${VERSIONS} versions of each`);
    const contestant = await openContestant<null>("past", { facts: MIDDLE, versions: VERSIONS });
    progress("past: measuring");
    const works = READINGS.flatMap((reading) => TIMES.map((time) => workOf(reading, time)));
    const medians = await measure(
      Object.fromEntries(works.map((work) => [work, { contestant, work, ...SAMPLING }])),
      BATCHES,
    );
    await contestant.end();
    const rows = READINGS.map((reading) => {
      const millisAt = (time: Time): number => {
        const work = workOf(reading, time);
        return required(medians[work], work);
      };
      const [presentTime, ...pastTimes] = TIMES;
      const present = millisAt(presentTime);
      const past = pastTimes.map(millisAt);
      const conditions = `${count(MIDDLE)} facts, ${VERSIONS} versions of each: ${past.map(ms).join(", ")} as of the first, the middle and the last but one, beside ${ms(present)}`;
      return times(
        `Reading as of the past, beside reading the present: ${reading}`,
        conditions,
        Math.max(...past) / present,
        BESIDE_PRESENT,
      );
    });
    return { rows, figures: medians, notes: [] };
  },
};
