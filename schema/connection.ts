import { ArgsType, type ClassType, Field, Int, ObjectType } from "type-graphql";
import { DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE } from "../src/read/page-size.ts";
import { TimePointInput } from "./time-point.ts";

export const AT = "Time point to read this field at. Default: the time point of the parent.";
export const ROOT_AT = "Time point to read at, inherited by all fields below. Default: now.";

@ObjectType("PageInfo", {
  simpleResolvers: true,
  description: "Position of a page in its list (Relay cursor connections).",
})
class PageInfo {
  @Field(() => Boolean, { description: "Whether items follow the page." })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: "Whether items precede the page." })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Cursor of the first item; null for an empty page.",
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Cursor of the last item; null for an empty page.",
  })
  endCursor!: string | null;
}

export const FIRST = `Maximum number of items: 1 to ${MAXIMUM_PAGE_SIZE}, default ${DEFAULT_PAGE_SIZE}. Errors: PAGE_SIZE_OUT_OF_BOUNDS.`;
const AFTER =
  "Return the items after this cursor, which must come from the same field. Errors: INVALID_CURSOR.";

@ArgsType()
export class AfterArgs {
  @Field(() => String, { nullable: true, description: AFTER })
  after?: string | null;
}

/** Page arguments of a field below another. */
@ArgsType()
export class PageArgs extends AfterArgs {
  @Field(() => Int, { nullable: true, description: FIRST })
  first?: number | null;
}

/** Page arguments of a root field. The schema states the default size. */
@ArgsType()
export class RootPageArgs extends AfterArgs {
  @Field(() => Int, { nullable: true, defaultValue: DEFAULT_PAGE_SIZE, description: FIRST })
  first?: number | null;
}

/** Page arguments of a field below another that takes a time point. */
@ArgsType()
export class PageAtArgs extends PageArgs {
  @Field(() => TimePointInput, { nullable: true, description: AT })
  at?: TimePointInput | null;
}

/** Page arguments of a root field that takes a time point. */
@ArgsType()
export class RootPageAtArgs extends RootPageArgs {
  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}

/** Maximum number of ids that `nodes` takes. */
export const MAXIMUM_NODES = 100;

export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** A page. Each part is computed only if selected; the total may need a query of its own. */
export interface Connection<T> {
  readonly edges: () => readonly Edge<T>[];
  readonly nodes: () => readonly T[];
  readonly pageInfo: () => PageInfo;
  readonly totalCount: () => number | Promise<number>;
}

/**
 * The connection and edge types of an object type (Relay cursor connections). `of` names the items,
 * in the plural.
 */
export const connectionOf = <T extends object>(
  node: () => abstract new () => T,
  name: string,
  of: string,
): ClassType => {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `An item in a page of ${of}.` })
  class NodeEdge {
    @Field(() => String, {
      description: "Position of the item; pass it as `after` (or `before`).",
    })
    cursor!: string;

    @Field(node, { description: "The item." })
    node!: T;
  }
  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of ${of}.` })
  class NodeConnection {
    @Field(() => [NodeEdge], { description: "Items with their cursors." })
    edges!: NodeEdge[];

    @Field(() => [node()], { description: "Items of the page." })
    nodes!: T[];

    @Field(() => PageInfo, { description: "Position of the page in the list." })
    pageInfo!: PageInfo;

    @Field(() => Int, {
      description: "Number of items in the whole list. Computed only if selected.",
    })
    totalCount!: number;
  }
  return NodeConnection;
};
