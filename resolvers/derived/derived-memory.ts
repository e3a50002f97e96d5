import { FieldResolver, Resolver, Root } from "type-graphql";
import { listCost } from "../../schema/cost.ts";
import { DerivedMemory } from "../../schema/derived/derived-memory.ts";
import { Entity } from "../../schema/graph/entity.ts";
import { Session } from "../../schema/sessions/session.ts";
import { readingOfPast } from "../reading.ts";
import { showMemory, type ShownMemory } from "../show/derived-memory.ts";
import { loadEntity, type ShownEntity } from "../show/entity.ts";
import { loadSession, type ShownSession } from "../show/session.ts";

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
    description: "All versions recorded up to the view's `knownAt`, oldest first.",
  })
  async versions(@Root() { record, reading }: ShownMemory): Promise<ShownMemory[]> {
    const history = await reading.loaders.memoryHistory.load({
      id: record.id,
      knownAt: reading.view.at.knownAt,
    });
    return history.map((version) => ({
      ...showMemory(version, readingOfPast(reading, version.recordedAt)),
    }));
  }
}
