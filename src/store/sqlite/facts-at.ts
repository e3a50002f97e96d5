import type { FactVersion } from "../../memory/fact.ts";
import { FACT_COLUMNS, factVersionOf, JOIN_ENTITY_AND_TEXT, type FactRow } from "./fact-rows.ts";
import { BEFORE_END } from "./instants.ts";
import { keptOf, type Place } from "./kept-versions.ts";
import { asRequests } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";

const AT_PLACES = `
SELECT r.key, ${FACT_COLUMNS}
FROM json_each(?) r
CROSS JOIN fact f ON f.num = r.value ->> 0
CROSS JOIN fact_version v ON v.fact = f.num AND v.recorded = r.value ->> 1
${JOIN_ENTITY_AND_TEXT}
ORDER BY r.key`;

/** The versions of facts at some places, as they are read while they are believed. */
export const factsAt = (file: SpaceFile, places: readonly Place[]): FactVersion[] =>
  keptOf(file).facts.those(places, (missing) =>
    file.all<FactRow>(AT_PLACES, asRequests(missing)).map((row) => factVersionOf(row, BEFORE_END)),
  );
