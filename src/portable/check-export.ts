import { Problem } from "../memory/problem.ts";
import { epochMillis, type Instant } from "../memory/time.ts";
import { checkedItems, type CheckedItem, type IdAt } from "./commit-items.ts";
import {
  readRecord,
  type CommitRecord,
  type ExportRecord,
  type NoteRecord,
  type SessionRecord,
  type TurnRecord,
} from "./export-format.ts";
import { CLOCK_TOLERANCE } from "../write/limits.ts";
import { excerptOf } from "./foreign/foreign-json.ts";
import { shapeComplaint } from "./record-shapes.ts";

/** Number of milliseconds by which a record may be ahead of this clock, because clocks differ. */
const MOST_AHEAD = 60_000;

const aheadComplaint = (recordedAt: Instant, now: number): string =>
  `was recorded at ${recordedAt}, which has not come: the clock here says ${new Date(now).toISOString()}. Correct this clock if it is late. If the clock that recorded the memory was ahead, --times-ahead imports it as it is; new commits then follow its last one, a millisecond apart, until that time has come`;

/** The complaint about a field, to follow "Record 3 of the export". */
const wrongAt = (place: string, complaint: string): string => `is wrong at ${place}: ${complaint}`;

/** The place of a field within an item; either may be empty. */
const fieldAt = (place: string, field: string): string => [place, field].filter(Boolean).join(".");

/** The error in the times of an item of a commit; null if there is none. */
const timeComplaint = (
  { place, recordedAt, occurredAt }: CheckedItem,
  commit: Instant,
): string | null => {
  if (recordedAt !== undefined && recordedAt !== commit)
    return wrongAt(place, `was not recorded with its commit, at ${commit}`);
  if (occurredAt !== undefined && epochMillis(occurredAt) > epochMillis(commit) + CLOCK_TOLERANCE)
    return wrongAt(`${place}.occurredAt`, `must not be after its commit, at ${commit}`);
  return null;
};

/** The ids of an export so far, by kind, with the latest version of each. */
class KnownIds {
  readonly #versions = new Map<string, Map<string, number>>();

  /** The latest version of an id; 0 for an unknown one. */
  latest({ kind, id }: Pick<IdAt, "kind" | "id">): number {
    return this.#versions.get(kind)?.get(id) ?? 0;
  }

  /** Adds an id, or a version of it. Returns the complaint about one that is not new. */
  add(one: IdAt, place: string): string | null {
    const { field, kind, id, n } = one;
    const before = this.latest(one);
    if (before >= (n ?? 1))
      return wrongAt(
        fieldAt(place, field),
        n === undefined
          ? `the export has this ${kind} twice`
          : `the export has version ${n} of this ${kind} twice, or after version ${before}`,
      );
    const ids = this.#versions.get(kind) ?? new Map<string, number>();
    this.#versions.set(kind, ids.set(id, n ?? 1));
    return null;
  }
}

/** The first complaint about some items; null if there is none. */
const firstComplaint = <T>(
  items: Iterable<T>,
  complaintAbout: (item: T) => string | null,
): string | null => {
  for (const item of items) {
    const complaint = complaintAbout(item);
    if (complaint !== null) return complaint;
  }
  return null;
};

/** The state of the check of an export. It finds the error in the next record. */
class ExportCheck {
  readonly #now: number;
  readonly #ids = new KnownIds();
  /** The entity of each key. */
  readonly #keys = new Map<string, string>();
  /** Versions that are still believed. */
  readonly #believedVersions = new Set<string>();
  #lastCommit: Instant | null = null;
  #session: SessionRecord | null = null;
  /** The position of the last turn of the session. */
  #lastTurn = 0;
  readonly #counts = { sessions: 0, turns: 0, notes: 0 };
  hasEnded = false;

  constructor(now: number) {
    this.#now = now;
  }

  /** The error in a record, to follow "Record 3 of the export"; null if there is none. */
  complaintAbout(record: ExportRecord, isFirst: boolean): string | null {
    if (isFirst !== (record.kind === "palimpsest"))
      return isFirst ? "is not a header" : "is a second header";
    if (this.hasEnded) return "comes after its end";
    return shapeComplaint(record) ?? this.#ofKind(record);
  }

  /** Checks that a record fits those before it, and counts it. */
  #ofKind(record: ExportRecord): string | null {
    switch (record.kind) {
      case "palimpsest":
        return null;
      case "commit":
        return this.#ofCommit(record);
      case "session":
        return this.#ofSession(record);
      case "turn":
        return this.#ofTurn(record);
      case "note":
        return this.#ofNote(record);
      case "end":
        return this.#ofEnd(record);
    }
  }

  #aheadComplaint(recordedAt: Instant): string | null {
    return epochMillis(recordedAt) > this.#now + MOST_AHEAD
      ? aheadComplaint(recordedAt, this.#now)
      : null;
  }

  #ofCommit(record: CommitRecord): string | null {
    const { recordedAt, previous } = record;
    if (this.#counts.sessions > 0 || previous !== this.#lastCommit)
      return "is a commit that does not follow the one before: a record is missing or out of place";
    const complaint = this.#aheadComplaint(recordedAt);
    if (complaint !== null) return complaint;
    if (this.#lastCommit !== null && recordedAt <= this.#lastCommit)
      return "was not recorded after the one before";
    this.#lastCommit = recordedAt;
    return this.#ofExpiries(record) ?? this.#ofItems(record) ?? this.#ofKeys(record);
  }

  /** The error in what a commit ends: versions of earlier commits that are still believed. */
  #ofExpiries({ expiries = [] }: CommitRecord): string | null {
    return firstComplaint(expiries.entries(), ([i, { kind, id, n }]) =>
      this.#believedVersions.delete(`${kind} ${n} ${id}`)
        ? null
        : wrongAt(`expiries[${i}]`, "ends a version that is missing, or that has ended before"),
    );
  }

  /** The error in the times and ids of a commit, whose items may refer to each other. */
  #ofItems(record: CommitRecord): string | null {
    const items = checkedItems(record);
    return (
      firstComplaint(
        items,
        (item) =>
          timeComplaint(item, record.recordedAt) ??
          firstComplaint(item.own ?? [], (one) => this.#added(one, item.place)),
      ) ??
      firstComplaint(items, ({ references = [], place }) =>
        firstComplaint(references, (one) => this.#referenceComplaint(one, place)),
      )
    );
  }

  #added(one: IdAt, place: string): string | null {
    const { kind, id, n } = one;
    if (n !== undefined) this.#believedVersions.add(`${kind.toUpperCase()} ${n} ${id}`);
    return this.#ids.add(one, place);
  }

  #referenceComplaint(one: IdAt, place: string): string | null {
    const { field, kind, id, n = 1 } = one;
    return this.#ids.latest(one) >= n
      ? null
      : wrongAt(
          fieldAt(place, field),
          `refers to ${n > 1 ? `version ${n} of ` : ""}the ${kind} ${excerptOf(id)}, which is missing`,
        );
  }

  #ofKeys({ entities = [] }: CommitRecord): string | null {
    return firstComplaint(entities.entries(), ([i, { entity, key }]) => {
      if ((this.#keys.get(key) ?? entity) !== entity)
        return wrongAt(`entities[${i}].key`, "another entity has this key");
      this.#keys.set(key, entity);
      return null;
    });
  }

  #ofSession(record: SessionRecord): string | null {
    this.#session = record;
    this.#lastTurn = 0;
    this.#counts.sessions += 1;
    return (
      this.#aheadComplaint(record.createdAt) ??
      this.#ids.add({ field: "id", kind: "session", id: record.id }, "")
    );
  }

  /**
   * Counts a turn. Returns the complaint if it does not follow its session in increasing `seq`,
   * refers to something unknown, or is repeated; otherwise null.
   */
  #ofTurn(record: TurnRecord): string | null {
    this.#counts.turns += 1;
    if (this.#session?.id !== record.session)
      return "is a turn of another session than the one before it";
    if (record.seq <= this.#lastTurn || record.seq > this.#session.turnCount)
      return wrongAt(
        "seq",
        `must be more than ${this.#lastTurn}, that of the turn before it, and at most ${this.#session.turnCount}, the number of turns of its session`,
      );
    this.#lastTurn = record.seq;
    const { id, event } = record;
    return (
      this.#aheadComplaint(record.recordedAt) ??
      this.#ids.add({ field: "id", kind: "turn", id }, "") ??
      (event && this.#referenceComplaint({ field: "event", kind: "event", id: event }, ""))
    );
  }

  #ofNote({ session, path }: NoteRecord): string | null {
    this.#counts.notes += 1;
    if (session !== null && this.#ids.latest({ kind: "session", id: session }) === 0)
      return "is a note of a session that is missing";
    return this.#ids.add({ field: "path", kind: "note", id: JSON.stringify([session, path]) }, "");
  }

  #ofEnd(record: ExportRecord & { readonly kind: "end" }): string | null {
    this.hasEnded = true;
    const { sessions, turns, notes } = this.#counts;
    const isWhole =
      record.head === this.#lastCommit &&
      record.sessions === sessions &&
      record.turns === turns &&
      record.notes === notes;
    return isWhole
      ? null
      : "does not count the records that come before it: the export was cut or changed";
  }
}

/**
 * Reads an export to its end and checks it as a whole: the records are in order and counted, no
 * commit is ahead of `now` (in milliseconds; Infinity accepts any record time), each record has all
 * its fields, and the records to which it refers come before it. Writes nothing. Yields the number
 * of each record. Throws BAD_USER_INPUT with the number of the invalid record.
 */
export async function* checkExport(
  rows: AsyncIterable<string>,
  now: number,
): AsyncGenerator<number, void> {
  const checkedRecords = new ExportCheck(now);
  let number = 0;
  let isFirst = true;
  for await (const row of rows) {
    number += 1;
    if (row.trim() === "") continue;
    const complaint = checkedRecords.complaintAbout(readRecord(row, number), isFirst);
    if (complaint !== null)
      throw new Problem("BAD_USER_INPUT", `Record ${number} of the export ${complaint}.`);
    isFirst = false;
    yield number;
  }
  if (!checkedRecords.hasEnded)
    throw new Problem(
      "BAD_USER_INPUT",
      "The export has no end record: it was cut off. Nothing was imported.",
    );
}
