import { badRequest } from "./failure.ts";

/** Request headers that the double obeys or can ignore. */
const KNOWN_HEADERS = new Set([
  "x-ms-date",
  "x-ms-version",
  "x-ms-useragent",
  "x-ms-documentdb-responsecontinuationtokenlimitinkb",
  "x-ms-documentdb-query-enablecrosspartition",
  "x-ms-cosmos-sdk-supportedcapabilities",
  "x-ms-cosmos-allow-tentative-writes",
  "x-ms-consistency-level",
  "x-ms-session-token",
  "x-ms-max-item-count",
  "x-ms-continuation",
  "x-ms-documentdb-partitionkey",
  "x-ms-documentdb-partitionkeyrangeid",
  "x-ms-documentdb-isquery",
  "x-ms-cosmos-is-query-plan-request",
  "x-ms-cosmos-query-version",
  "x-ms-cosmos-supported-query-features",
  "x-ms-cosmos-correlated-activityid",
  "x-ms-documentdb-is-upsert",
  "x-ms-cosmos-is-batch-request",
  "x-ms-cosmos-batch-atomic",
  "x-ms-cosmos-batch-continue-on-error",
  "x-ms-start-epk",
  "x-ms-end-epk",
  "x-ms-read-key-type",
  "x-ms-documentdb-populatepartitionstatistics",
  "x-ms-offer-throughput",
  "x-ms-cosmos-offer-autopilot-settings",
  "x-ms-cosmos-migrate-offer-to-autopilot",
  "x-ms-cosmos-migrate-offer-to-manual-throughput",
  "x-ms-documentdb-query-parallelizecrosspartitionquery",
  "x-ms-activity-id",
]);

/** Refuses headers that may ask for something that the double does not do. */
export const checkHeaders = (headers: Readonly<Record<string, string>>): void => {
  for (const name of Object.keys(headers))
    if (name.startsWith("x-ms-") && !KNOWN_HEADERS.has(name))
      throw badRequest(`The double does not know the header ${name}.`);
};
