import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { ExtractedFact } from "../../../src/models/port.ts";
import { extract } from "./extraction.ts";

interface Matrix {
  readonly subjects: readonly (readonly [said: string, name: string])[];
  readonly phrases: readonly (readonly [first: string, third: string, ...claims: string[]])[];
  readonly wrappings: readonly string[];
  readonly denials: readonly string[];
  readonly nobody: readonly string[];
}

const { subjects, phrases, wrappings, denials, nobody } = parse(
  readFileSync(join(import.meta.dirname, "matrix.yaml"), "utf8"),
) as Matrix;
const SPEAKER = "Rafael";
const SIGNS = { HOLDS: "", ENDED: "-", NEVER: "!" } as const;

const claim = ({ polarity, slot, value }: ExtractedFact): string =>
  `${SIGNS[polarity]}${slot}${value === null ? "" : `=${value}`}`;

/** What a message claims on slots, by whom it is claimed of. */
const claimsIn = async (message: string): Promise<readonly (readonly [string, string])[]> => {
  const { facts } = await extract(message, { speaker: SPEAKER });
  return facts
    .filter(({ slot }) => slot !== null)
    .map((fact) => [fact.subject, claim(fact)] as const);
};
const claimsOf = async (message: string, name: string): Promise<string[]> =>
  (await claimsIn(message)).flatMap(([of, one]) => (of === name ? one : []));

const withSmallLetter = (statement: string): string =>
  statement.replace(/^(?:My|Our|The|A)(?= )/u, (word) => word.toLowerCase());
const wrap = (wrapping: string, statement: string): string =>
  wrapping.replace("{l}", withSmallLetter(statement)).replace("{}", statement);

/** The messages of which the claims are not what they should be, each with what it claims. */
const wrongAmong = async (
  cases: readonly { readonly message: string; readonly name: string; readonly claims: string[] }[],
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const { message, name, claims } of cases) {
    const read = await claimsOf(message, name);
    if (read.toSorted().join() !== claims.toSorted().join()) wrong.push(`${message} → ${read}`);
  }
  return wrong;
};

describe("every phrase of every subject", () => {
  it.each(subjects)("%s", async (said, name) => {
    const cases = phrases.map(([, third, ...claims]) => ({
      message: `${said} ${third}.`,
      name,
      claims,
    }));
    expect(await wrongAmong(cases)).toEqual([]);
  });
});

/** Of the speaker, and of somebody else by a name that a sentence may go on with. */
const statements = phrases.flatMap(([first, third, ...claims]) => [
  { statement: first, name: SPEAKER, claims },
  { statement: `My colleague Noor ${third}`, name: "Noor", claims },
]);
const IN_KIN = /^(?:colleague|relative|sibling|friend)=Noor$/u;

describe("every phrase in every wrapping", () => {
  it.each(wrappings)("%s", async (wrapping) => {
    const wrong: string[] = [];
    for (const { statement, name, claims } of statements) {
      const message = wrap(wrapping, statement);
      const read = await claimsOf(message, name);
      if (!claims.every((one) => read.includes(one))) wrong.push(`${message} → ${read}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("no phrase that is not said to be so", () => {
  it.each(denials)("%s", async (denial) => {
    const wrong: string[] = [];
    for (const { statement } of statements) {
      const message = wrap(denial, statement);
      const read = (await claimsIn(message)).filter(([, one]) => !IN_KIN.test(one));
      if (read.length > 0) wrong.push(`${message} → ${read}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(nobody)("%s", async (message) => {
    expect(await claimsIn(message)).toEqual([]);
  });

  it("has as many that deny as there are that say so", () => {
    expect(denials.length).toBeGreaterThanOrEqual(wrappings.length);
    expect(nobody.length).toBeGreaterThanOrEqual(phrases.length);
  });
});
