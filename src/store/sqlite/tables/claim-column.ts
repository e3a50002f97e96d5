/**
 * The properties of a claim that the columns of the first schema lack, as JSON: only differences
 * from a plain claim, so that most versions have none.
 */
import { plainClaim, type ClaimDetails, type FactVersion } from "../../../memory/fact.ts";

/** Null for a plain claim. */
export const claimColumn = (version: FactVersion): string | null => {
  const plain = plainClaim(version);
  const differing = (Object.keys(plain) as (keyof ClaimDetails)[]).filter(
    (field) => version[field] !== plain[field],
  );
  return differing.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(differing.map((field) => [field, version[field]])));
};

/** Reads the column of a version that starts at `validFrom`. */
export const claimDetails = (
  column: string | null,
  start: Pick<FactVersion, "validFrom" | "validFromKnown">,
): ClaimDetails => {
  const plain = plainClaim(start);
  return column === null ? plain : { ...plain, ...(JSON.parse(column) as Partial<ClaimDetails>) };
};
