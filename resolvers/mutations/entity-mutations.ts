import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { Entity } from "../../schema/entity.ts";
import { localId } from "../../schema/global-id.ts";
import { mergeEntities } from "../../src/write/merge-entities.ts";
import { splitEntity } from "../../src/write/split-entity.ts";
import type { Context } from "../context.ts";
import { readingAfter } from "../reading.ts";
import { showEntity, type ShownEntity } from "../show/entity.ts";

@Resolver()
export class EntityMutations {
  @Mutation(() => Entity, {
    description:
      "Says that two entities are one: gives `into`, which has the facts, relationships and names of both from then on. As of before, they are two. Undone by `splitEntity`. Errors: NOT_FOUND, SAME_ENTITY.",
  })
  async mergeEntities(
    @Arg("from", () => ID, { description: "The entity that is absorbed." }) from: string,
    @Arg("into", () => ID, { description: "The entity that stands for both." }) into: string,
    @Ctx() context: Context,
  ): Promise<ShownEntity> {
    const { entity, at } = await mergeEntities(context.services.write, context.space, {
      from: localId(from, "Entity"),
      into: localId(into, "Entity"),
    });
    return showEntity(entity, readingAfter(context, at));
  }

  @Mutation(() => Entity, {
    description:
      "Takes an entity out again that was merged into another: gives it as it stands by itself, with its own facts. Errors: NOT_FOUND.",
  })
  async splitEntity(
    @Arg("entity", () => ID, { description: "The entity that stands for both." }) entity: string,
    @Arg("mergedKey", () => String, { description: "The key of the entity to take out." })
    mergedKey: string,
    @Ctx() context: Context,
  ): Promise<ShownEntity> {
    const split = await splitEntity(context.services.write, context.space, {
      entity: localId(entity, "Entity"),
      mergedKey,
    });
    return showEntity(split.entity, readingAfter(context, split.at));
  }
}
