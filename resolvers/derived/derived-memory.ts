import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { type Connection, PageArgs } from "../../schema/connection.ts";
import { listCost, pageCost } from "../../schema/cost.ts";
import { DerivedMemory, DerivedMemoryConnection } from "../../schema/derived/derived-memory.ts";
import { Entity } from "../../schema/graph/entity.ts";
import { Session } from "../../schema/sessions/session.ts";
import type { DerivedMemory as MemoryRecord } from "../../src/memory/derived-memory.ts";
import type { Context } from "../context.ts";
import { pageRequest, showFrom } from "../page.ts";
import { type Reading, readingOfPast } from "../reading.ts";
import { showMemory, type ShownMemory } from "../show/derived-memory.ts";
import { loadEntity, type ShownEntity } from "../show/entity.ts";
import { loadSession, type ShownSession } from "../show/session.ts";

const historyOf = ({ record, reading }: ShownMemory): Promise<readonly MemoryRecord[]> =>
  reading.loaders.memoryHistory.load({ id: record.id, knownAt: reading.view.at.knownAt });

const showVersion = (version: MemoryRecord, reading: Reading): ShownMemory => ({
  ...showMemory(version, readingOfPast(reading, version.recordedAt)),
});

@Resolver(() => DerivedMemory)
export class DerivedMemoryFields {
  @FieldResolver(() => Session, {
    nullable: true,
    description:
      "Session that it was derived from; null if it spans several, or the session was deleted.",
  })
  session(@Root() { record, reading }: ShownMemory): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => [Entity], {
    complexity: listCost,
    description: "Entities that it names or is about.",
  })
  async entities(@Root() { record, reading }: ShownMemory): Promise<ShownEntity[]> {
    return (await Promise.all(record.entities.map((id) => loadEntity(id, reading)))).filter(
      (entity) => entity !== null,
    );
  }

  @FieldResolver(() => [DerivedMemory], {
    complexity: listCost,
    description: "All versions recorded up to the time point's `knownAt`, oldest first.",
  })
  async versions(@Root() memory: ShownMemory): Promise<ShownMemory[]> {
    return (await historyOf(memory)).map((version) => showVersion(version, memory.reading));
  }

  @FieldResolver(() => DerivedMemoryConnection, {
    complexity: pageCost,
    description: "The same versions, in pages.",
  })
  async versionsConnection(
    @Root() memory: ShownMemory,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownMemory>> {
    const page = pageRequest("versions", args, services.limits);
    return showFrom("versions", await historyOf(memory), page, {
      positionOf: ({ recordedAt }) => recordedAt,
      show: (version) => showVersion(version, memory.reading),
    });
  }
}
