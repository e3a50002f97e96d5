import { Field, Int, ObjectType, type ClassType } from "type-graphql";
import { PageInfo } from "./page.ts";

export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** A page. Each part is worked out only if it is asked for, the total above all. */
export interface Connection<T> {
  readonly edges: () => readonly Edge<T>[];
  readonly nodes: () => readonly T[];
  readonly pageInfo: () => PageInfo;
  readonly totalCount: () => number | Promise<number>;
}

/** The connection type of an object type, and the type of its edges (Relay cursor connections). `of` says what is listed, in the plural. */
export const connectionOf = <T extends object>(
  node: () => ClassType<T>,
  name: string,
  of: string,
): ClassType => {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `One of the ${of} of a page.` })
  class NodeEdge {
    @Field(() => String, {
      description: "Stands for this place in the list: give it as `after` (or `before`).",
    })
    cursor!: string;

    @Field(node, { description: "The item itself." })
    node!: T;
  }
  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of ${of}.` })
  class NodeConnection {
    @Field(() => [NodeEdge], { description: "The items with their cursors." })
    edges!: NodeEdge[];

    @Field(() => [node()], { description: "The items." })
    nodes!: T[];

    @Field(() => PageInfo, { description: "Whether there is more before and after." })
    pageInfo!: PageInfo;

    @Field(() => Int, {
      description: "How many there are in all, on whatever page. Counted only if it is asked for.",
    })
    totalCount!: number;
  }
  return NodeConnection;
};
