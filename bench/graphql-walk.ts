import { DEPTH, FAN_OUT } from "./seed/spaces.ts";

const below = (depth: number, page: string): string =>
  depth === 0
    ? ""
    : ` relationships(direction: OUT, first: ${page}) { nodes { type target { key name type${below(depth - 1, page)} } } }`;

/**
 * The walk in the form of a client: an entity, its relationships, the entities at their ends, and
 * so on.
 */
export const walkQuery = (depth: number = DEPTH, page: number = FAN_OUT): string =>
  `query Walk($key: String!, $at: TimePoint) { entity(key: $key, at: $at) { key name type${below(depth, String(page))} } }`;

export interface Walked {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly relationships?: {
    readonly nodes: readonly { readonly type: string; readonly target: Walked }[];
  };
}

/** The keys of all entities below an entity, with the levels mixed. */
export const keysBelow = ({ relationships }: Walked): string[] =>
  relationships?.nodes.flatMap(({ target }) => [target.key, ...keysBelow(target)]) ?? [];
