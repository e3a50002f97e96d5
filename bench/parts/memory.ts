import { openContestant } from "../contestant.ts";
import { count, megabytes } from "../row.ts";
import type { MemoryFindings } from "../scenarios/memory.ts";
import type { Part } from "./part.ts";

/** Maximum number of MB. */
const STARTED = 200;
const FURTHER_SPACE = 1;

const SPACES = 100;
const FACTS = 1_000;

export const memory: Part = {
  name: "memory",
  run: async (progress) => {
    progress(`memory: filling ${SPACES} spaces with ${count(FACTS)} facts, opening them`);
    const findings = await (
      await openContestant<MemoryFindings>("memory", { spaces: SPACES, facts: FACTS })
    ).end();
    const further = `${SPACES} spaces of ${count(FACTS)} facts, each searched, read and written to: ${findings.opened.toFixed(0)} MB with them, ${findings.used.toFixed(0)} MB before`;
    return {
      rows: [
        megabytes(
          "Resident memory of the service, once started",
          "the built service, nothing asked yet",
          findings.started,
          STARTED,
        ),
        megabytes(
          "Resident memory for each further open space",
          further,
          findings.perSpace,
          FURTHER_SPACE,
        ),
      ],
      figures: { ...findings },
      notes: [],
    };
  },
};
