import { FieldResolver, Resolver, Root } from "type-graphql";
import { listCost } from "../../schema/cost.ts";
import { GraphQLDateTime } from "../../schema/date-time.ts";
import { Decision } from "../../schema/decision.ts";
import { Entity } from "../../schema/entity.ts";
import { Event } from "../../schema/event.ts";
import { FactVersion } from "../../schema/fact-version.ts";
import { Fact } from "../../schema/fact.ts";
import { Session } from "../../schema/session.ts";
import { SupersedeReasonEnum } from "../../schema/supersede-reason.ts";
import { members } from "../../src/memory/entity.ts";
import type { SupersedeReason } from "../../src/memory/fact.ts";
import type { Instant } from "../../src/memory/time.ts";
import { byStart, endOf, lastConfirmedAt } from "../../src/read/fact-history.ts";
import { loadDecision, type ShownDecision } from "../show/decision.ts";
import { loadEntity, type ShownEntity } from "../show/entity.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { loadFact, showFact, type ShownFact } from "../show/fact.ts";
import { showFactVersion, type ShownFactVersion } from "../show/fact-version.ts";
import { loadSession, type ShownSession } from "../show/session.ts";

const keyOf = ({
  record,
  reading,
}: ShownFact): { readonly id: string; readonly knownAt: Instant } => ({
  id: record.fact,
  knownAt: reading.view.at.knownAt,
});

/** The ids of all facts of the line that a fact is on: those of its slot, or of its chain. */
const lineOf = async ({ record, reading: { loaders, view } }: ShownFact): Promise<Set<string>> => {
  const owner = record.slot === null ? null : await loaders.entity(record.entity, view.at.knownAt);
  const line = await loaders.lines.load(
    record.slot === null || owner === null
      ? { chain: record.chain }
      : { entities: members(owner), slot: record.slot },
  );
  return new Set([record.fact, ...line.map(({ fact }) => fact)]);
};

@Resolver(() => Fact)
export class FactFields {
  @FieldResolver(() => Entity, { description: "The primary entity: the one that it is about." })
  entity(@Root() { record, reading }: ShownFact): ShownEntity | null | Promise<ShownEntity | null> {
    return loadEntity(record.entity, reading);
  }

  @FieldResolver(() => [Entity], {
    complexity: listCost,
    description: "Every entity that the text names, the primary one first.",
  })
  async mentions(@Root() { record, reading }: ShownFact): Promise<ShownEntity[]> {
    const entities = await Promise.all(
      [record.entity, ...record.mentions].map((id) => loadEntity(id, reading)),
    );
    return [
      ...new Map(entities.flatMap((entity) => (entity ? [[entity.id, entity]] : []))).values(),
    ];
  }

  @FieldResolver(() => GraphQLDateTime, {
    description: "When it was last said: first of all, or again.",
  })
  async lastConfirmedAt(@Root() fact: ShownFact): Promise<Instant> {
    return lastConfirmedAt(fact.record, await fact.reading.loaders.confirmations.load(keyOf(fact)));
  }

  @FieldResolver(() => Event, { nullable: true, description: "The event that it was drawn from." })
  event(@Root() { record, reading }: ShownFact): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }

  @FieldResolver(() => Decision, { description: "What brought this version of it about." })
  decision(@Root() { record, reading }: ShownFact): Promise<ShownDecision | null> {
    return loadDecision(record.decision, reading);
  }

  @FieldResolver(() => Session, { nullable: true, description: "The session that it was said in." })
  session(@Root() { record, reading }: ShownFact): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => Fact, {
    nullable: true,
    description: "The fact that this one took the place of; the last one, if there were several.",
  })
  async supersedes(@Root() fact: ShownFact): Promise<ShownFact | null> {
    const superseded = await fact.reading.loaders.superseded.load(keyOf(fact));
    const last = superseded.at(-1);
    return last === undefined ? null : showFact(last, fact.reading);
  }

  @FieldResolver(() => Fact, {
    nullable: true,
    description: "The fact that took the place of this one.",
  })
  async supersededBy(@Root() { record, reading }: ShownFact): Promise<ShownFact | null> {
    const by = endOf(record)?.by ?? null;
    return by === null ? null : loadFact(by, reading);
  }

  @FieldResolver(() => SupersedeReasonEnum, {
    nullable: true,
    description:
      "Why it ends, or is believed no more; null while it stands, and where its end was stated from the first.",
  })
  supersedeReason(@Root() { record }: ShownFact): SupersedeReason | null {
    return endOf(record)?.reason ?? null;
  }

  @FieldResolver(() => [FactVersion], {
    complexity: listCost,
    description: "Its own versions, in the order in which they were recorded.",
  })
  async versions(@Root() fact: ShownFact): Promise<ShownFactVersion[]> {
    const history = await fact.reading.loaders.factHistory.load(keyOf(fact));
    return history.map((version) => showFactVersion(version, fact.reading));
  }

  @FieldResolver(() => [Fact], {
    complexity: listCost,
    description:
      "The whole chain that it belongs to, what it superseded and what superseded it, oldest first.",
  })
  async history(@Root() fact: ShownFact): Promise<ShownFact[]> {
    const {
      loaders,
      view: {
        at: { knownAt },
      },
    } = fact.reading;
    const facts = await Promise.all(
      Array.from(await lineOf(fact), (id) => loaders.facts.load({ id, knownAt })),
    );
    return facts
      .filter((version) => version !== null)
      .toSorted(byStart)
      .map((version) => showFact(version, fact.reading));
  }
}

@Resolver(() => FactVersion)
export class FactVersionFields {
  @FieldResolver(() => Fact, { description: "The fact that it is a version of, at the same view." })
  fact(@Root() { record, reading }: ShownFactVersion): Promise<ShownFact | null> {
    return loadFact(record.fact, reading);
  }

  @FieldResolver(() => Decision, { description: "What brought this version about." })
  decision(@Root() { record, reading }: ShownFactVersion): Promise<ShownDecision | null> {
    return loadDecision(record.decision, reading);
  }

  @FieldResolver(() => Event, {
    nullable: true,
    description: "The event that the statement was drawn from.",
  })
  event(@Root() { record, reading }: ShownFactVersion): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }
}
