import { describe, expect, it } from "vitest";
import type { ExtractedFact } from "../../../src/models/port.ts";
import { extract } from "./extraction.ts";
import { ATTRIBUTES } from "./sentences/attributes.ts";
import type { Case } from "./sentences/case.ts";
import { HEALTH } from "./sentences/health.ts";
import { HOMES } from "./sentences/homes.ts";
import { INTRODUCTIONS } from "./sentences/introductions.ts";
import { NOTHING } from "./sentences/nothing.ts";
import { PEOPLE } from "./sentences/people.ts";
import { PORTUGUESE } from "./sentences/portuguese.ts";
import { PROJECTS } from "./sentences/projects.ts";
import { TALK } from "./sentences/talk.ts";
import { TASTES } from "./sentences/tastes.ts";
import { WORK } from "./sentences/work.ts";

const MARKS = { NEW: "+", UPDATE: "~", DELETE: "-" } as const;

const written = ({
  action,
  text,
  slot,
  value,
  confidence,
  validFrom,
  validTo,
}: ExtractedFact): string => {
  const attribute = slot === null && value === null ? "" : ` [${slot ?? ""}=${value ?? ""}]`;
  const dates =
    validFrom === null && validTo === null
      ? ""
      : ` {${validFrom?.slice(0, 10) ?? ""}..${validTo?.slice(0, 10) ?? ""}}`;
  return `${MARKS[action]} ${text}${attribute}${confidence === 0.95 ? "" : ` ${confidence}`}${dates}`;
};

const read = async ({ says, by = "Rafael", after = [] }: Case) => {
  const value = await extract(says, { speaker: by, recentMessages: after });
  return {
    self: value.selfName,
    facts: value.facts.map(written),
    relations: value.relations.map(({ source, type, target }) => `${source} ${type} ${target}`),
  };
};

const TABLES: readonly (readonly [string, readonly Case[]])[] = [
  ["work", WORK],
  ["homes", HOMES],
  ["people", PEOPLE],
  ["tastes", TASTES],
  ["health", HEALTH],
  ["attributes", ATTRIBUTES],
  ["projects", PROJECTS],
  ["talk", TALK],
  ["introductions", INTRODUCTIONS],
  ["nothing", NOTHING],
  ["portuguese", PORTUGUESE],
];

describe.each(TABLES)("%s", (_, cases) => {
  it.each(cases)("$says", async (sentence) => {
    expect(await read(sentence)).toEqual({
      self: sentence.self ?? null,
      facts: sentence.facts,
      relations: sentence.relations ?? [],
    });
  });
});
