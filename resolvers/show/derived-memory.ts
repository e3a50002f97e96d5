import type {
  DerivedMemory,
  Episode,
  Observation,
  Procedure,
  SessionSummary,
  UserSummary,
} from "../../schema/derived/derived-memory.ts";
import type { NodeKind } from "../../schema/global-id.ts";
import type {
  DerivedKind,
  DerivedMemory as MemoryRecord,
} from "../../src/memory/derived-memory.ts";
import { parseInstant } from "../../src/memory/time.ts";
import type { Reading } from "../reading.ts";
import { endOrNull, idOf, type ShownRecord } from "./shown-record.ts";

/** GraphQL type of each kind. */
const MEMORY_TYPE = {
  THREAD_SUMMARY: "SessionSummary",
  USER_SUMMARY: "UserSummary",
  EPISODIC: "Episode",
  PROCEDURAL: "Procedure",
  OBSERVATION: "Observation",
} as const satisfies Record<DerivedKind, NodeKind>;
type MemoryType = (typeof MEMORY_TYPE)[DerivedKind];

export type ShownMemory = DerivedMemory &
  ShownRecord<MemoryType, MemoryRecord> &
  Partial<
    Omit<SessionSummary & UserSummary & Episode & Procedure & Observation, keyof DerivedMemory>
  >;

const linesOf = ({ sections }: MemoryRecord, heading: string): readonly string[] =>
  sections.find((section) => section.heading === heading)?.lines ?? [];
const lineOf = (record: MemoryRecord, heading: string): string | null =>
  linesOf(record, heading)[0] ?? null;

/** Fields of each type besides the common ones. */
const OWN: { readonly [K in DerivedKind]: (record: MemoryRecord) => Partial<ShownMemory> } = {
  THREAD_SUMMARY: (record) => ({
    topic: linesOf(record, "topic"),
    decisions: linesOf(record, "decisions"),
    openIssues: linesOf(record, "open_issues"),
    nextSteps: linesOf(record, "next_steps"),
    coversTo: record.session === null ? 0 : (record.covers[record.session] ?? 0),
  }),
  USER_SUMMARY: (record) => ({
    profile: linesOf(record, "profile"),
    preferences: linesOf(record, "preferences"),
    work: linesOf(record, "work"),
    environment: linesOf(record, "environment"),
    constraints: linesOf(record, "constraints"),
  }),
  EPISODIC: (record) => ({
    what: lineOf(record, "what") ?? record.content,
    when: parseInstant(lineOf(record, "when") ?? "") ?? null,
    with: linesOf(record, "with"),
    outcome: lineOf(record, "outcome"),
  }),
  PROCEDURAL: () => ({}),
  OBSERVATION: () => ({}),
};

export const showMemory = (record: MemoryRecord, reading: Reading): ShownMemory => ({
  __typename: MEMORY_TYPE[record.kind],
  id: idOf(MEMORY_TYPE[record.kind], record.id, reading),
  content: record.content,
  recordedAt: record.recordedAt,
  expiredAt: endOrNull(record.expiredAt),
  firstRecordedAt: record.firstRecordedAt,
  writtenBy: record.model,
  sections: record.sections,
  record,
  reading,
  ...OWN[record.kind](record),
});

/** A derived memory by its local id; null if there was none at the view. */
export const loadMemory = async (id: string, reading: Reading): Promise<ShownMemory | null> => {
  const record = await reading.loaders.memories.load({ id, knownAt: reading.view.at.knownAt });
  return record && showMemory(record, reading);
};
