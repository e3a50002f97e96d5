import { Problem } from "../memory/problem.ts";
import { epochMillis, type Instant } from "../memory/time.ts";
import { readRecord, type CommitRecord, type ExportRecord } from "./export-format.ts";
import { shapeComplaint } from "./record-shapes.ts";

/** Number of milliseconds by which a record may be ahead of this clock, because clocks differ. */
const MOST_AHEAD = 60_000;

const aheadComplaint = (recordedAt: Instant, now: number): string =>
  `was recorded at ${recordedAt}, which has not come: the clock here says ${new Date(now).toISOString()}. Correct this clock if it is late. If the clock that recorded the memory was ahead, --times-ahead imports it as it is; new commits then follow its last one, a millisecond apart, until that time has come`;

/** The state of the check of an export. It finds the error in the next record. */
class ExportCheck {
  readonly #now: number;
  readonly #entities = new Set<string>();
  /** The entity of each key. */
  readonly #keys = new Map<string, string>();
  readonly #facts = new Set<string>();
  /** Versions that are still believed. */
  readonly #believedVersions = new Set<string>();
  readonly #events = new Set<string>();
  readonly #decisions = new Set<string>();
  readonly #texts = new Set<string>();
  #lastCommit: Instant | null = null;
  readonly #sessions = new Set<string>();
  #session: string | null = null;
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
        this.#session = record.id;
        this.#sessions.add(record.id);
        this.#counts.sessions += 1;
        return null;
      case "turn":
        this.#counts.turns += 1;
        return record.session === this.#session
          ? null
          : "is a turn of another session than the one before it";
      case "note":
        this.#counts.notes += 1;
        return record.session === null || this.#sessions.has(record.session)
          ? null
          : "is a note of a session that is missing";
      case "end":
        return this.#ofEnd(record);
    }
  }

  #ofCommit(record: CommitRecord): string | null {
    const { recordedAt, previous } = record;
    if (this.#counts.sessions > 0 || previous !== this.#lastCommit)
      return "is a commit that does not follow the one before: a record is missing or out of place";
    if (epochMillis(recordedAt) > this.#now + MOST_AHEAD)
      return aheadComplaint(recordedAt, this.#now);
    if (this.#lastCommit !== null && recordedAt <= this.#lastCommit)
      return "was not recorded after the one before";
    this.#lastCommit = recordedAt;
    return (
      this.#ofExpiries(record) ??
      this.#ofNewVersions(record) ??
      this.#ofGraph(record) ??
      this.#ofDecisions(record) ??
      this.#ofTexts(record)
    );
  }

  #ofExpiries({ expiries = [] }: CommitRecord): string | null {
    return expiries.every(({ kind, id, n }) => this.#believedVersions.delete(`${kind} ${n} ${id}`))
      ? null
      : "ends a version that is missing, or that has ended before";
  }

  #ofNewVersions(record: CommitRecord): string | null {
    const { entities = [], facts = [], relationships = [], memories = [] } = record;
    const addedVersions = [
      ...entities.map(({ entity, n }) => `ENTITY ${n} ${entity}`),
      ...facts.map(({ fact, n }) => `FACT ${n} ${fact}`),
      ...relationships.map(({ relationship, n }) => `RELATIONSHIP ${n} ${relationship}`),
      ...memories.map(({ id, n }) => `MEMORY ${n} ${id}`),
    ];
    const before = this.#believedVersions.size;
    for (const version of addedVersions) this.#believedVersions.add(version);
    return this.#believedVersions.size === before + addedVersions.length
      ? null
      : "has a version twice";
  }

  /**
   * The error in a reference of a record to an event or a decision that did not come before it;
   * null if there is none.
   */
  #ofDecisions(record: CommitRecord): string | null {
    const { events = [], settled = [], facts = [], decisions = [], reverted = [] } = record;
    for (const { id } of events) this.#events.add(id);
    for (const { id } of decisions) this.#decisions.add(id);
    if (!facts.every(({ decision }) => this.#decisions.has(decision)))
      return "has a fact of a decision that is missing";
    if (!settled.every(({ event }) => this.#events.has(event)))
      return "settles an event that is missing";
    return reverted.every(({ decision }) => this.#decisions.has(decision))
      ? null
      : "reverts a decision that is missing";
  }

  /** The error in a reference of a record to a text that did not come before it. */
  #ofTexts({ texts = [], textsExpired = [], vectors = [] }: CommitRecord): string | null {
    for (const { id } of texts) this.#texts.add(id);
    if (!textsExpired.every((id) => this.#texts.has(id))) return "ends a text that is missing";
    return vectors.every(({ text }) => this.#texts.has(text))
      ? null
      : "has a vector of a text that is missing";
  }

  #ofGraph({ entities = [], facts = [], relationships = [] }: CommitRecord): string | null {
    for (const { entity, key } of entities) {
      this.#entities.add(entity);
      if ((this.#keys.get(key) ?? entity) !== entity) return "has a key that another entity has";
      this.#keys.set(key, entity);
    }
    for (const { fact, entity } of facts) {
      if (!this.#entities.has(entity)) return "has a fact about an entity that is missing";
      this.#facts.add(fact);
    }
    for (const { source, target, evidence } of relationships) {
      if (!this.#entities.has(source) || !this.#entities.has(target))
        return "has a relationship of an entity that is missing";
      if (!this.#facts.has(evidence)) return "has a relationship without the fact that states it";
    }
    return null;
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
