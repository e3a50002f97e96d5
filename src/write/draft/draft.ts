import type { Event, EventStatus, Emotion, Outcome } from "../../memory/event.ts";
import type { EventId } from "../../memory/ids.ts";
import type { MemorySettings } from "../../memory/memory-settings.ts";
import type { Reference } from "../../memory/reference.ts";
import type { SearchText } from "../../memory/search-text.ts";
import { eventAbout } from "../../memory/search-text.ts";
import {
  later,
  nextRecordTime,
  OPEN,
  plusMillis,
  type Instant,
  type TimePoint,
} from "../../memory/time.ts";
import type { Commit, Expiry, Head, SpaceStore } from "../../store/port.ts";
import type { Drafted } from "../report.ts";
import type { WriteServices } from "../services.ts";
import type { VectorSource } from "../vectors.ts";
import { changesOf } from "./changes.ts";
import { DraftDecisions } from "./decisions.ts";
import { DraftEntities } from "./entities.ts";
import { DraftFacts } from "./facts.ts";
import { DraftRelationships } from "./relationships.ts";
import { entityTexts, factTexts } from "./search-texts.ts";

/** What is settled of an event together with a draft. */
export interface EventSettlement {
  readonly event: EventId;
  readonly status: EventStatus;
  readonly emotion: Emotion | null;
  readonly outcome: Outcome;
}

/** A draft that is ready to be committed. */
export interface FinishedDraft {
  readonly drafted: Drafted;
  readonly commit: Commit;
}

/**
 * What one write makes of a space, on the head that it has read: versions to add, versions that expire, decisions. Nothing of it is
 * in the store before it is committed, and it is committed only if the head has not moved (`commitDraft`).
 */
export class Draft {
  readonly decisions: DraftDecisions;
  readonly entities: DraftEntities;
  readonly facts: DraftFacts;
  readonly relationships: DraftRelationships;
  /** The record time of its commit. */
  readonly recordedAt: Instant;
  /** The head, as a reader sees it: what is known, and true now. */
  readonly known: TimePoint;
  readonly space: SpaceStore;
  readonly head: Head;
  readonly #services: WriteServices;

  /** What the user lets be remembered: nothing else is written. */
  readonly permits: MemorySettings;

  constructor(services: WriteServices, space: SpaceStore, head: Head, permits: MemorySettings) {
    const now = services.now();
    this.#services = services;
    this.space = space;
    this.head = head;
    this.permits = permits;
    this.recordedAt = nextRecordTime(head.recordedAt, now);
    const knownAt = head.recordedAt ?? plusMillis(this.recordedAt, -1);
    this.known = { knownAt, validAt: later(this.recordedAt, knownAt) };
    this.decisions = new DraftDecisions(services.newId, this.recordedAt);
    this.entities = new DraftEntities(space, services.newId, knownAt, this.recordedAt);
    this.facts = new DraftFacts(
      space,
      this.entities,
      this.decisions,
      services.newId,
      knownAt,
      this.recordedAt,
    );
    this.relationships = new DraftRelationships(
      space,
      this.entities,
      this.facts,
      services.newId,
      this.recordedAt,
    );
  }

  /** What is known, about another time. */
  validAt(validAt: Instant): TimePoint {
    return { knownAt: this.known.knownAt, validAt };
  }

  /**
   * Works out what to write. An event that is logged alone is on record before any model is asked, so its text gets its vector with
   * the commit that settles it. Where no vectors can be had, the texts are recorded without.
   */
  async finish(
    vectors: VectorSource,
    event: {
      readonly log?: Event;
      readonly settle?: (drafted: Drafted) => EventSettlement;
      readonly vectorOf?: Event;
      readonly references?: readonly Reference[];
    } = {},
  ): Promise<FinishedDraft> {
    const facts = this.facts.finish();
    const relationships = await this.relationships.finish();
    const entities = this.entities.finish();
    const decisions = this.decisions.all;
    const drafted: Drafted = {
      entities: entities.map(({ version }) => version),
      facts: facts.flatMap(({ version }) => version ?? []),
      relationships: relationships.flatMap(({ version }) => version ?? []),
      decisions,
    };
    const ofEntities = await entityTexts(
      this.space,
      this.entities,
      { facts, relationships, entities },
      this.known,
      this.recordedAt,
      this.#services.newId,
    );
    const fresh = [
      ...factTexts({ facts, relationships, entities }, this.facts.freshTexts, this.recordedAt),
      ...ofEntities.texts,
    ];
    const { log, settle, vectorOf, references = [] } = event;
    const embedded = await vectors.of([
      ...fresh.map(({ text }) => text),
      ...(vectorOf ? [vectorOf.message] : []),
    ]);
    const texts: SearchText[] = fresh.map((text, i) => ({
      ...text,
      vector: embedded?.[i] ?? null,
    }));
    const eventVector = vectorOf && embedded?.[fresh.length];
    if (log)
      texts.push({
        id: log.id,
        kind: "EVENT",
        subject: log.id,
        text: log.message,
        about: eventAbout(log),
        recordedAt: this.recordedAt,
        expiredAt: OPEN,
        vector: null,
      });
    const expiries: Expiry[] = [
      ...facts.flatMap(({ expired, fact }): Expiry[] =>
        expired
          ? [
              {
                kind: "FACT",
                id: expired.fact,
                n: expired.n,
                closing: {
                  ...(fact.cause ?? { reason: "UPDATE", by: null }),
                  decision: fact.decision,
                },
              },
            ]
          : [],
      ),
      ...relationships.flatMap(({ expired }): Expiry[] =>
        expired ? [{ kind: "RELATIONSHIP", id: expired.relationship, n: expired.n }] : [],
      ),
      ...entities.flatMap(({ replaced }): Expiry[] =>
        replaced ? [{ kind: "ENTITY", id: replaced.entity, n: replaced.n }] : [],
      ),
    ];
    return {
      drafted,
      commit: {
        recordedAt: this.recordedAt,
        events: log ? [log] : [],
        settled: settle ? [settle(drafted)] : [],
        ...drafted,
        expiries,
        reverted: this.decisions.reverted,
        texts,
        references: this.permits.contextGraph ? references : [],
        vectors: vectorOf && eventVector ? [{ text: vectorOf.id, vector: eventVector }] : [],
        textsExpired: ofEntities.expired,
        changes: changesOf(this.recordedAt, { facts, relationships, entities, decisions }),
      },
    };
  }
}
