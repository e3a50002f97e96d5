import type { DerivedMemory } from "../../../memory/derived-memory.ts";
import type { EventId, SessionId } from "../../../memory/ids.ts";
import { foldName } from "../../../memory/names.ts";
import { standsIn } from "../../../memory/stands-in.ts";
import { OPEN } from "../../../memory/time.ts";
import type { NotePlace, TraceQuery, Traces } from "../../erasure.ts";
import type { CommitDocument } from "../documents/commit-document.ts";
import { decisionOf, type DecisionDocument } from "../documents/decision-document.ts";
import type { Envelope, Owned } from "../documents/envelope.ts";
import type { EventDocument } from "../documents/event-document.ts";
import type { FactDocument } from "../documents/fact-document.ts";
import { memoryOf, type MemoryDocument } from "../documents/memory-document.ts";
import type { NoteDocument } from "../documents/note-document.ts";
import type { ReferenceDocument } from "../documents/reference-document.ts";
import type { RelationshipDocument } from "../documents/relationship-document.ts";
import { turnOf, type TurnDocument } from "../documents/session-document.ts";
import { ownText, type TextDocument } from "../documents/text-document.ts";
import { grouped } from "../grouped.ts";
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

const PAGE_SIZE = 200;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const once = <D extends Owned>(...found: readonly (readonly D[])[]): D[] => [
  ...new Map(found.flat().map((document) => [document.id, document])).values(),
];

const inLowerCase = (strings: readonly string[] = []): string[] =>
  unique(strings.map((string) => string.toLowerCase()).filter((string) => string !== ""));

/** Case aside: `strings` are in lower case. */
const holds = (value: unknown, strings: readonly string[]): boolean =>
  stringsIn(value).some((text) => strings.some((string) => text.toLowerCase().includes(string)));

/** `EXISTS` over strings that contain one of the parameters `@string0`, …. */
const containing = (text: string, strings: readonly string[]): string =>
  strings.map((_, i) => `CONTAINS(${text}, @string${i}, true)`).join(" OR ");
const asParameters = (strings: readonly string[]): Record<string, string> =>
  Object.fromEntries(strings.map((string, i) => [`string${i}`, string]));

const notesOf = async (
  { notes, spaceNotes }: SpacePartitions,
  sessions: readonly string[],
  strings: readonly string[],
): Promise<NotePlace[]> => {
  const [own, ofSpace] = await Promise.all([
    notes.queryAmong<NoteDocument>(sessions, (some) => ({
      fields: ["session", "path"],
      where: [ofType("note"), oneOf("session", "sessions")],
      parameters: { sessions: some },
    })),
    strings.length === 0 ? [] : spaceNotes.query<NoteDocument>({ where: [ofType("note")] }),
  ]);
  return [
    ...own.map(({ session, path }) => ({ session: session!, path })),
    ...ofSpace
      .filter(({ path, value }) => holds([path, value], strings))
      .map(({ path }) => ({ session: null, path })),
  ];
};

const inOrder = (rows: readonly EventDocument[]): EventId[] =>
  rows.toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1)).map(({ event }) => event);

type Spoken = EventDocument & { readonly speaker: string };

const spokenBy = async (graph: Partition, folded: readonly string[]): Promise<EventId[]> => {
  if (folded.length === 0) return [];
  const all = await graph.query<Spoken>({
    distinct: true,
    fields: ["c.body.speaker AS speaker"],
    where: [ofType("event"), "c.body.speaker != null"],
  });
  const theirs = all
    .map(({ speaker }) => speaker)
    .filter((speaker) => folded.includes(foldName(speaker)));
  return inOrder(
    await graph.queryAmong<EventDocument>(theirs, (speakers) => ({
      fields: ["event", "recordedAt"],
      where: [ofType("event"), oneOf("body.speaker", "speakers")],
      parameters: { speakers },
    })),
  );
};

/** Turns, notes and titles are in no index: they are read page by page. */
const sessionsSaying = async (
  { turns, notes }: SpacePartitions,
  strings: readonly string[],
): Promise<SessionId[]> => {
  const saying = new Set<SessionId>();
  if (strings.length === 0) return [];
  for (const partition of [turns, notes])
    for await (const page of partition.pages<Envelope & { readonly session: SessionId }>(
      { where: [] },
      PAGE_SIZE,
    ))
      for (const document of page)
        if (
          stringsIn(document).some((text) =>
            strings.some((string) => standsIn(text.toLowerCase(), string)),
          )
        )
          saying.add(document.session);
  return [...saying];
};

/** Whatever is on record, believed still or not, of whatever time. */
export const traces = async (space: SpacePartitions, query: TraceQuery): Promise<Traces> => {
  const { graph, turns } = space;
  const {
    entities = [],
    facts = [],
    events = [],
    sessions = [],
    speakers = [],
    times = [],
  } = query;
  const strings = inLowerCase(query.strings);
  const words = unique([...strings, ...inLowerCase(query.messages)]);
  const ofFacts = <D extends Owned>(
    type: string,
    where: string,
    fields?: readonly string[],
  ): Promise<D[]> =>
    graph.queryAmong<D>(facts, (some) => ({
      fields,
      where: [ofType(type), where],
      parameters: { facts: some },
    }));
  const ofEntities = <D extends Owned>(
    type: string,
    where: string,
    fields?: readonly string[],
  ): Promise<D[]> =>
    graph.queryAmong<D>(entities, (some) => ({
      fields,
      where: [ofType(type), where],
      parameters: { entities: some },
    }));
  const ofSessions = <D extends Owned>(
    partition: Partition,
    type: string,
    fields?: readonly string[],
  ): Promise<D[]> =>
    partition.queryAmong<D>(sessions, (some) => ({
      fields,
      where: [ofType(type), oneOf("session", "sessions")],
      parameters: { sessions: some },
    }));
  const [
    said,
    superseded,
    resting,
    connecting,
    onEvents,
    onFacts,
    commits,
    inSessions,
    spoken,
    told,
    texts,
    saying,
    toEntities,
    referring,
    theirTurns,
    notes,
  ] = await Promise.all([
    ofEntities<FactDocument>("fact", oneOf("entity", "entities"), ["fact", "since"]),
    ofFacts<FactDocument>(
      "fact",
      `(${oneOf("endedBy", "facts")} OR ${oneOf("closedBy", "facts")})`,
      ["fact", "since"],
    ),
    ofFacts<RelationshipDocument>("relationship", oneOf("evidence", "facts"), [
      "relationship",
      "since",
    ]),
    ofEntities<RelationshipDocument>(
      "relationship",
      `(${oneOf("source", "entities")} OR ${oneOf("target", "entities")})`,
      ["relationship", "since"],
    ),
    graph.queryAmong<DecisionDocument>(events, (some) => ({
      where: [ofType("decision"), oneOf("event", "events")],
      parameters: { events: some },
    })),
    ofFacts<DecisionDocument>(
      "decision",
      `((c.action = "NOOP" AND ${oneOf("fact", "facts")}) OR EXISTS(SELECT VALUE f FROM f IN c.candidates WHERE ARRAY_CONTAINS(@facts, f)))`,
    ),
    graph.queryAmong<CommitDocument>(times, (some) => ({
      where: [ofType("commit"), oneOf("recordedAt", "times")],
      parameters: { times: some },
    })),
    ofSessions<EventDocument>(graph, "event", ["event", "recordedAt"]),
    spokenBy(graph, speakers),
    graph.queryAmong<EventDocument>(words, (some) => ({
      fields: ["event"],
      where: [
        ofType("event"),
        `EXISTS(SELECT VALUE m FROM m IN c.body.recentMessages WHERE ${containing("m", some)})`,
      ],
      parameters: asParameters(some),
    })),
    graph.queryAmong<TextDocument>(strings, (some) => ({
      fields: ["textId", "textKind", "subject", "text", "own"],
      where: [ofType("text"), `(${containing("c.text", some)})`],
      parameters: asParameters(some),
    })),
    sessionsSaying(space, inLowerCase(query.said)),
    ofEntities<ReferenceDocument>("reference", oneOf("entity", "entities")),
    ofSessions<ReferenceDocument>(graph, "reference"),
    ofSessions<TurnDocument>(turns, "turn"),
    notesOf(space, sessions, words),
  ]);
  return {
    facts: unique(bySince(said).map(({ fact }) => fact)),
    superseded: unique(bySince(superseded).map(({ fact }) => fact)),
    relationships: unique(
      bySince([...resting, ...connecting]).map(({ relationship }) => relationship),
    ),
    decisions: bySince(once(onEvents, onFacts)).map((row) => decisionOf(row, OPEN)),
    changes: bySince(commits).flatMap(({ changes }) => changes),
    events: inOrder(inSessions),
    spoken,
    told: once(told).map(({ event }) => event),
    texts: once(texts).map((document) => ({
      id: document.textId,
      kind: document.textKind,
      subject: document.subject,
      text: ownText(document),
    })),
    saying,
    references: bySince(once(toEntities, referring)).map(({ body }) => body),
    turns: [...grouped(theirTurns, ({ session }) => session).values()]
      .flatMap((own) => own.toSorted((a, b) => a.seq - b.seq))
      .map(turnOf),
    notes,
  };
};

export const allMemories = async ({
  graph,
}: Pick<SpacePartitions, "graph">): Promise<DerivedMemory[]> =>
  bySince(await graph.query<MemoryDocument>({ where: [ofType("memory")] })).map((row) =>
    memoryOf(row, OPEN),
  );
