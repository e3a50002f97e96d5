import type { EventId } from "../src/memory/ids.ts";
import type { TimeZone } from "../src/memory/time-zone.ts";
import type { Instant } from "../src/memory/time.ts";
import type { SpaceStore } from "../src/store/port.ts";
import type { WriteReport } from "../src/write/report.ts";
import { write } from "../src/write/write.ts";
import type { Memory } from "./memory.ts";

/** One message of a conversation, as it is written to a memory. */
export interface Utterance {
  /** The id in the questions. */
  readonly id: string;
  readonly session: string | null;
  /** Null for the user. */
  readonly speaker: string | null;
  readonly message: string;
  /** Null for the time at which it is written. */
  readonly saidAt: Instant | null;
  /** The offset in `saidAt`. */
  readonly offset?: TimeZone | null;
  /** The previous messages. Default: those before it in its session. */
  readonly recentMessages?: readonly string[] | null;
  readonly tags?: readonly string[] | null;
}

/** A conversation in a memory, utterance by utterance. */
export interface RememberedConversation {
  readonly space: SpaceStore;
  /** The utterance of an event. */
  readonly utteranceOf: ReadonlyMap<EventId, string>;
}

/** Number of previous messages that a write gets. */
const RECENT = 4;

const spokenText = ({ speaker, message }: Utterance): string =>
  speaker === null ? message : `${speaker}: ${message}`;

/** Writes the utterances of one conversation, in their order. */
export class Telling implements RememberedConversation {
  readonly space: SpaceStore;
  readonly utteranceOf = new Map<EventId, string>();
  readonly #memory: Memory;
  /** The last utterances of each session. */
  readonly #recent = new Map<string, readonly Utterance[]>();

  constructor(memory: Memory, space: SpaceStore) {
    this.#memory = memory;
    this.space = space;
  }

  /**
   * Writes an utterance like the back end of an agent: as a message of its session, by its speaker,
   * at its time. Throws the errors of `write`.
   */
  async tell(utterance: Utterance): Promise<WriteReport> {
    const { id, session, speaker, message, saidAt, offset, tags } = utterance;
    const recent = await this.#recentOf(session, saidAt);
    const report = await write(this.#memory.write, this.space, {
      message,
      speaker,
      session,
      occurredAt: saidAt,
      offset,
      tags,
      recentMessages: utterance.recentMessages ?? recent.map(spokenText),
    });
    if (session !== null) this.#recent.set(session, [...recent, utterance].slice(-RECENT));
    if (report.event) this.utteranceOf.set(report.event.id, id);
    return report;
  }

  /** The utterances just before in a session, which begins with its first one. */
  async #recentOf(session: string | null, saidAt: Instant | null): Promise<readonly Utterance[]> {
    if (session === null) return [];
    const recent = this.#recent.get(session);
    if (recent) return recent;
    await this.space.createSession({
      id: session,
      title: null,
      strategy: "ENTITY_GRAPH",
      createdAt: saidAt ?? this.#memory.clock(),
      turnCount: 0,
    });
    return [];
  }
}
