import type { ImportanceCategory } from "../../../../memory/importance.ts";
import { isBounded, isOneOfSeveral, isOngoing, type Meaning, type Statement } from "./statement.ts";
import type { Target } from "./targets.ts";

/**
 * What ties somebody to something for a while: the relation while it holds, before it holds and
 * once it is over.
 */
export interface Tie {
  /** The attribute of which one has a single value at a time. */
  readonly slot?: string;
  readonly targetType: string;
  readonly holds: string;
  readonly held: string;
  readonly planned?: string;
  /** What its end weighs. */
  readonly endCategory?: ImportanceCategory;
}

export const TIES = {
  employer: {
    slot: "employer",
    targetType: "organization",
    holds: "works_at",
    held: "former_employee_of",
    planned: "joining",
    endCategory: "RELATIONSHIP_CHANGE",
  },
  residence: {
    slot: "residence",
    targetType: "place",
    holds: "lives_in",
    held: "lived_in",
    planned: "moving_to",
  },
  studies: { targetType: "organization", holds: "studies_at", held: "studied_at" },
  tool: { targetType: "product", holds: "uses", held: "used" },
} as const satisfies Readonly<Record<string, Tie>>;

/** The relation that remains of one that is long over: of `lives_in` it is `lived_in`. */
export const FORMER_RELATIONS: ReadonlyMap<string, string> = new Map(
  Object.values(TIES).map(({ holds, held }) => [holds, held]),
);

export type Phase = "holds" | "held" | "planned" | "ended" | "denied";

/** "worked there"; "has worked there" without "since". */
const isOver = (statement: Statement): boolean =>
  statement.verb.tense === "past" || (statement.verb.tense === "perfect" && !isOngoing(statement));

/**
 * Which part of its time a statement tells of a tie: "no longer works" of its end, "worked" of what
 * was, "will work" of a plan.
 */
export const phaseOf = (statement: Statement, held = isOver(statement)): Phase => {
  const { verb, ahead } = statement;
  if (verb.ended || (verb.negated && verb.tense === "present")) return "ended";
  if (verb.negated) return "denied";
  if (held) return "held";
  return ahead ? "planned" : "holds";
};

const related = (type: string | undefined, { name }: Target, { targetType }: Tie): Meaning =>
  type === undefined ? {} : { relations: [{ type, target: name, targetType }] };

/** What a statement tells of a tie to its target; null where it is denied. */
export const tied = (
  tie: Tie,
  statement: Statement,
  target: Target,
  phase: Phase,
  value = target.name,
): Meaning | null => {
  const attribute = tie.slot === undefined ? {} : { slot: tie.slot, value };
  switch (phase) {
    case "denied":
      return null;
    case "ended":
      return {
        ...related(tie.held, target, tie),
        ...attribute,
        action: "DELETE",
        ...(tie.endCategory === undefined ? {} : { category: tie.endCategory }),
      };
    case "held":
      return { ...related(tie.held, target, tie), ...(isBounded(statement) ? attribute : {}) };
    case "planned":
      return related(tie.planned, target, tie);
    case "holds":
      return {
        ...related(tie.holds, target, tie),
        ...(isOneOfSeveral(statement) ? {} : attribute),
      };
  }
};
