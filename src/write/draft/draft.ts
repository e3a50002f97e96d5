import type { Decision } from "../../memory/decision.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { Emotion, Event, EventStatus, Outcome } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, EventId } from "../../memory/ids.ts";
import type { MemorySwitches } from "../../memory/user-settings.ts";
import type { Reference } from "../../memory/reference.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import { eventAbout, type SearchText } from "../../memory/search-text.ts";
import {
  later,
  nextRecordTime,
  OPEN,
  knownAtOf,
  type Instant,
  type TimePoint,
} from "../../memory/time.ts";
import type { Commit, Expiry, Head, SpaceStore } from "../../store/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { loopQueue } from "../../fairness/loop-queue.ts";
import type { WriteServices } from "../services.ts";
import type { VectorSource } from "../vectors/vectors.ts";
import {
  changesOf,
  closingOf,
  intervalChangesOf,
  type DraftChanges,
  type IntervalChanges,
} from "./changes.ts";
import { DraftDecisions } from "./decisions.ts";
import { saysLess } from "./draft-fact.ts";
import { DraftEntities } from "./entities.ts";
import { decidedEntities } from "./entity-decisions.ts";
import { DraftFacts } from "./facts.ts";
import { DraftRelationships } from "./relationships.ts";
import { entityTexts, factTexts, readTextsAhead } from "./search-texts.ts";
import { snapshotOf, type Snapshot } from "./snapshot.ts";

/** Everything that a draft records. */
export interface DraftContents {
  readonly entities: readonly EntityVersion[];
  readonly facts: readonly FactVersion[];
  readonly relationships: readonly RelationshipVersion[];
  readonly decisions: readonly Decision[];
}

/** The new state of an event after the commit of a draft. */
export interface EventSettlement {
  readonly event: EventId;
  readonly status: EventStatus;
  readonly emotion: Emotion | null;
  readonly outcome: Outcome;
}

/** The effect of a commit on an event, in addition to the changes of the draft. */
export interface EventChanges {
  /** An event to record with the draft. Decisions about entities belong to it. */
  readonly log?: Event;
  /** Settles an event, once everything else of the commit is known. */
  readonly settle?: (draftContents: DraftContents) => EventSettlement;
  /**
   * An event whose message gets its vector. Without `log` it is already recorded, and decisions
   * about entities belong to it. An event that is logged alone has no vector,
   * because no model is called before it is recorded.
   */
  readonly vectorOf?: Event;
  readonly references?: readonly Reference[];
}

/** A draft that is ready to be committed. */
export interface FinishedDraft {
  readonly draftContents: DraftContents;
  readonly intervalChanges: IntervalChanges;
  readonly commit: Commit;
}

type TextWithoutVector = Omit<SearchText, "vector">;

/**
 * The changes of one write to a space, based on the head that it has read: new versions, expired
 * versions, decisions. Nothing is stored before the commit, and the commit succeeds only if the
 * head has not moved (`commitDraft`).
 */
export class Draft {
  readonly decisions: DraftDecisions;
  readonly entities: DraftEntities;
  readonly facts: DraftFacts;
  readonly relationships: DraftRelationships;
  /** The record time of its commit. */
  readonly recordedAt: Instant;
  /** The head as a time point: what is known now, and true now. */
  readonly headPoint: TimePoint;
  /** The space as of the head. Every read is cached. */
  readonly space: SpaceStore;
  readonly head: Head;
  /** The settings that determine what may be written. */
  readonly permits: MemorySwitches;
  /** The current slots. */
  readonly vocabulary: Vocabulary;
  readonly #services: WriteServices;

  /** `snapshot`: earlier reads of the head, if any. */
  constructor(
    services: WriteServices,
    store: SpaceStore,
    head: Head,
    permits: MemorySwitches,
    snapshot: Snapshot | null = null,
  ) {
    this.#services = services;
    this.head = head;
    this.permits = permits;
    this.vocabulary = services.vocabulary;
    this.recordedAt = nextRecordTime(head.recordedAt, services.now());
    const knownAt = knownAtOf(head.recordedAt);
    const { space } = snapshot ?? snapshotOf(store, head);
    this.space = space;
    this.headPoint = { knownAt, validAt: later(this.recordedAt, knownAt) };
    const { newId } = services;
    this.decisions = new DraftDecisions(newId, this.recordedAt);
    this.entities = new DraftEntities(space, newId, knownAt, this.recordedAt);
    this.facts = new DraftFacts(
      space,
      this.entities,
      this.decisions,
      newId,
      knownAt,
      this.recordedAt,
      services.vocabulary,
    );
    this.relationships = new DraftRelationships(
      space,
      this.entities,
      this.facts,
      newId,
      this.recordedAt,
    );
  }

  /** Current knowledge about another valid time. */
  validAt(validAt: Instant): TimePoint {
    return { knownAt: this.headPoint.knownAt, validAt };
  }

  /** The time point at which a reader finds the records of the draft after its commit. */
  get committedAt(): TimePoint {
    return { knownAt: this.recordedAt, validAt: this.headPoint.validAt };
  }

  /** Prefetches what the commit needs to know about some entities that were read or created. */
  readAhead(entities: readonly EntityId[]): Promise<void> {
    return readTextsAhead(this.space, this.entities, entities, this.headPoint);
  }

  /** Computes the commit. If there are no vectors, its texts are recorded without them. */
  async finish(vectors: VectorSource, event: EventChanges = {}): Promise<FinishedDraft> {
    await this.entities.dropStaleProfiles(
      this.facts.changedFacts
        .filter(saysLess)
        .flatMap(({ storedVersion }) =>
          storedVersion ? [storedVersion.entity, ...storedVersion.mentions] : [],
        ),
    );
    const facts = this.facts.finish();
    await loopQueue.pause();
    const relationships = await this.relationships.finish();
    await loopQueue.pause();
    const changes: DraftChanges = {
      facts,
      relationships,
      entities: decidedEntities(this, facts, event.log ?? event.vectorOf ?? null),
      decisions: this.decisions.all,
    };
    const draftContents: DraftContents = {
      entities: changes.entities.map(({ version }) => version),
      facts: changes.facts.flatMap(({ version }) => version ?? []),
      relationships: changes.relationships.flatMap(({ version }) => version ?? []),
      decisions: changes.decisions,
    };
    const ofEntities = await entityTexts(
      this.space,
      this.entities,
      changes,
      this.headPoint,
      this.recordedAt,
      this.#services.newId,
    );
    const texts = [
      ...factTexts(changes, this.facts.freshTexts, this.recordedAt),
      ...ofEntities.texts,
    ];
    await loopQueue.pause();
    const embeddedTexts = await embedTexts(vectors, texts, event.vectorOf);
    // The commit itself must not yield to other work.
    await loopQueue.pause();
    return {
      draftContents,
      intervalChanges: intervalChangesOf(this.recordedAt, changes),
      commit: {
        recordedAt: this.recordedAt,
        events: event.log ? [event.log] : [],
        settled: event.settle ? [event.settle(draftContents)] : [],
        ...draftContents,
        expiries: expiriesOf(changes),
        reverted: this.decisions.reversals,
        texts: [...embeddedTexts.texts, ...(event.log ? [eventText(event.log)] : [])],
        references: this.permits.contextGraph ? (event.references ?? []) : [],
        vectors: embeddedTexts.ofEvent,
        textsExpired: ofEntities.expiredTexts,
        changes: changesOf(this.recordedAt, changes),
      },
    };
  }
}

/** Embeds new texts, and the message of an event that has no vector yet, in one request. */
const embedTexts = async (
  vectors: VectorSource,
  texts: readonly TextWithoutVector[],
  event: Event | undefined,
): Promise<{
  readonly texts: readonly SearchText[];
  readonly ofEvent: NonNullable<Commit["vectors"]>;
}> => {
  const embeddings = await vectors.of([
    ...texts.map(({ text }) => text),
    ...(event ? [event.message] : []),
  ]);
  const ofEvent = embeddings?.[texts.length];
  return {
    texts: texts.map((text, i) => ({ ...text, vector: embeddings?.[i] ?? null })),
    ofEvent: event && ofEvent ? [{ text: event.id, vector: ofEvent }] : [],
  };
};

const eventText = (event: Event): SearchText => ({
  id: event.id,
  kind: "EVENT",
  subject: event.id,
  text: event.message,
  about: eventAbout(event),
  recordedAt: event.recordedAt,
  expiredAt: OPEN,
  vector: null,
});

/** The stored versions that expire with a draft. */
const expiriesOf = ({ facts, relationships, entities }: DraftChanges): Expiry[] => [
  ...facts.flatMap(({ expiredVersion, fact }): Expiry[] =>
    expiredVersion
      ? [{ kind: "FACT", id: expiredVersion.fact, n: expiredVersion.n, closing: closingOf(fact) }]
      : [],
  ),
  ...relationships.flatMap(({ expiredVersion }): Expiry[] =>
    expiredVersion
      ? [{ kind: "RELATIONSHIP", id: expiredVersion.relationship, n: expiredVersion.n }]
      : [],
  ),
  ...entities.flatMap(({ expiredVersion }): Expiry[] =>
    expiredVersion ? [{ kind: "ENTITY", id: expiredVersion.entity, n: expiredVersion.n }] : [],
  ),
];
