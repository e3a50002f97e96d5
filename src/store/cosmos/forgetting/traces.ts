import type { DerivedMemory } from "../../../memory/derived-memory.ts";
import type { EventId } from "../../../memory/ids.ts";
import { foldName } from "../../../memory/names.ts";
import { OPEN } from "../../../memory/time.ts";
import type { NotePlace, TraceQuery, Traces } from "../../erasure.ts";
import type { CommitDocument } from "../documents/commit-document.ts";
import { decisionOf, type DecisionDocument } from "../documents/decision-document.ts";
import type { EventDocument } from "../documents/event-document.ts";
import type { FactDocument } from "../documents/fact-document.ts";
import { memoryOf, type MemoryDocument } from "../documents/memory-document.ts";
import type { NoteDocument } from "../documents/note-document.ts";
import type { ReferenceDocument } from "../documents/reference-document.ts";
import type { RelationshipDocument } from "../documents/relationship-document.ts";
import { turnOf, type TurnDocument } from "../documents/session-document.ts";
import { ownText, type TextDocument } from "../documents/text-document.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType } from "../query.ts";
import { bySince } from "../reads/requests.ts";
import { stringsIn } from "./strings-in.ts";

/** Where a space lies: its graph, the turns and the notes of all its sessions, and its own notes. */
export interface SpacePartitions {
  readonly graph: Partition;
  readonly turns: Partition;
  readonly notes: Partition;
  readonly spaceNotes: Partition;
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Nothing is asked where no list names anything. */
const none = <T>(lists: readonly (readonly unknown[])[], ask: () => Promise<T[]>): Promise<T[]> => (lists.every((list) => list.length === 0) ? Promise.resolve([]) : ask());

/** Case aside: `strings` are in lower case. */
const holds = (value: unknown, strings: readonly string[]): boolean => stringsIn(value).some((text) => strings.some((string) => text.toLowerCase().includes(string)));

/** `EXISTS` over strings that contain one of the parameters `@string0`, …. */
const containing = (text: string, strings: readonly string[]): string => strings.map((_, i) => `CONTAINS(${text}, @string${i}, true)`).join(" OR ");
const asParameters = (strings: readonly string[]): Record<string, string> => Object.fromEntries(strings.map((string, i) => [`string${i}`, string]));

const notesOf = async ({ notes, spaceNotes }: SpacePartitions, sessions: readonly string[], strings: readonly string[]): Promise<NotePlace[]> => {
  const [own, ofSpace] = await Promise.all([
    none([sessions], () => notes.query<NoteDocument>({ fields: ["session", "path"], where: [ofType("note"), oneOf("session", "sessions")], parameters: { sessions } })),
    none([strings], () => spaceNotes.query<NoteDocument>({ where: [ofType("note")] })),
  ]);
  return [
    ...own.map(({ session, path }) => ({ session: session!, path })),
    ...ofSpace.filter(({ path, value }) => holds([path, value], strings)).map(({ path }) => ({ session: null, path })),
  ];
};

const inOrder = (rows: readonly EventDocument[]): EventId[] => rows.toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1)).map(({ event }) => event);

type Spoken = EventDocument & { readonly speaker: string };

const spokenBy = async (graph: Partition, folded: readonly string[]): Promise<EventId[]> => {
  const all = await none([folded], () => graph.query<Spoken>({ distinct: true, fields: ["c.body.speaker AS speaker"], where: [ofType("event"), "c.body.speaker != null"] }));
  const speakers = all.map(({ speaker }) => speaker).filter((speaker) => folded.includes(foldName(speaker)));
  const rows = await none([speakers], () => graph.query<EventDocument>({ fields: ["event", "recordedAt"], where: [ofType("event"), oneOf("body.speaker", "speakers")], parameters: { speakers } }));
  return inOrder(rows);
};

/** Whatever is on record, believed still or not, of whatever time. */
export const traces = async (space: SpacePartitions, query: TraceQuery): Promise<Traces> => {
  const { graph, turns } = space;
  const { entities = [], facts = [], events = [], sessions = [], speakers = [], times = [] } = query;
  const strings = unique((query.strings ?? []).map((string) => string.toLowerCase()).filter((string) => string !== ""));
  const [said, superseded, relationships, decisions, commits, ofSessions, spoken, told, texts, references, theirTurns, notes] = await Promise.all([
    none([entities], () => graph.query<FactDocument>({ fields: ["fact", "since"], where: [ofType("fact"), oneOf("entity", "entities")], parameters: { entities } })),
    none([facts], () => graph.query<FactDocument>({ fields: ["fact", "since"], where: [ofType("fact"), `(${oneOf("endedBy", "facts")} OR ${oneOf("closedBy", "facts")})`], parameters: { facts } })),
    none([facts, entities], () => graph.query<RelationshipDocument>({
      fields: ["relationship", "since"], where: [ofType("relationship"), `(${oneOf("evidence", "facts")} OR ${oneOf("source", "entities")} OR ${oneOf("target", "entities")})`], parameters: { facts, entities },
    })),
    none([events, facts], () => graph.query<DecisionDocument>({
      where: [ofType("decision"), `(${oneOf("event", "events")} OR (c.action = "NOOP" AND ${oneOf("fact", "facts")}) OR EXISTS(SELECT VALUE f FROM f IN c.candidates WHERE ARRAY_CONTAINS(@facts, f)))`],
      parameters: { events, facts },
    })),
    none([times], () => graph.query<CommitDocument>({ where: [ofType("commit"), oneOf("recordedAt", "times")], parameters: { times } })),
    none([sessions], () => graph.query<EventDocument>({ fields: ["event", "recordedAt"], where: [ofType("event"), oneOf("session", "sessions")], parameters: { sessions } })),
    spokenBy(graph, speakers),
    none([strings], () => graph.query<EventDocument>({
      fields: ["event"], where: [ofType("event"), `EXISTS(SELECT VALUE m FROM m IN c.body.recentMessages WHERE ${containing("m", strings)})`], parameters: asParameters(strings),
    })),
    none([strings], () => graph.query<TextDocument>({ fields: ["textId", "textKind", "subject", "text", "own"], where: [ofType("text"), `(${containing("c.text", strings)})`], parameters: asParameters(strings) })),
    none([entities, sessions], () => graph.query<ReferenceDocument>({ where: [ofType("reference"), `(${oneOf("entity", "entities")} OR ${oneOf("session", "sessions")})`], parameters: { entities, sessions } })),
    none([sessions], () => turns.query<TurnDocument>({ where: [ofType("turn"), oneOf("session", "sessions")], parameters: { sessions } })),
    notesOf(space, sessions, strings),
  ]);
  return {
    facts: unique(bySince(said).map(({ fact }) => fact)),
    superseded: unique(bySince(superseded).map(({ fact }) => fact)),
    relationships: unique(bySince(relationships).map(({ relationship }) => relationship)),
    decisions: bySince(decisions).map((row) => decisionOf(row, OPEN)),
    changes: bySince(commits).flatMap(({ changes }) => changes),
    events: inOrder(ofSessions),
    spoken,
    told: told.map(({ event }) => event),
    texts: texts.map((document) => ({ id: document.textId, kind: document.textKind, subject: document.subject, text: ownText(document) })),
    references: bySince(references).map(({ body }) => body),
    turns: theirTurns.toSorted((a, b) => a.seq - b.seq).map(turnOf),
    notes,
  };
};

export const allMemories = async ({ graph }: Pick<SpacePartitions, "graph">): Promise<DerivedMemory[]> =>
  bySince(await graph.query<MemoryDocument>({ where: [ofType("memory")] })).map((row) => memoryOf(row, OPEN));
