import { groupsIn } from "../data/expressions.ts";
import { compile, PORTUGUESE, type PredicateRow } from "./grammar.ts";

/** A relation of the subject to a thing that the predicate names. */
interface Tie {
  readonly type: string;
  readonly target: string;
  readonly targetType: string | null;
}

/** In `denied` of a row: a denial states no relation. */
const NO_RELATION = "nothing";

export interface PortugueseMeaning {
  readonly relation?: Tie;
  readonly slot?: string;
  readonly value?: string;
  readonly action?: "UPDATE" | "DELETE";
  /** The slot in which the value was, if both its ends are stated. */
  readonly wasSlot?: string;
  /** The values of a list, each of which is a fact of its own, and the words before them. */
  readonly items?: {
    readonly lead: string;
    readonly slot: string;
    readonly values: readonly string[];
  };
  /** Relations to several things, each of which is an entity. */
  readonly links?: readonly Tie[];
}

type Reader = (predicate: string, negated: boolean, ended: boolean) => PortugueseMeaning | null;

const MOST_WORDS = 3;
const FILLERS = /^(?:um pouco de|bastante|muito|fazer|ouvir|ler|comer|o|a|os|as|de|do|da)\s+/iu;

/** The items of a list without words of quantity: "café, chá e um pouco de vinho". */
const itemsOf = (text: string): string[] =>
  text
    .replace(/[.!]+$/u, "")
    .split(/\s*,\s*(?:e\s+)?|\s+e\s+/u)
    .map((item) => item.replace(FILLERS, "").trim())
    .filter((item) => item !== "" && item.split(" ").length <= MOST_WORDS);

/**
 * A reader for rows with `pick: each`: it relates every item of a list to the subject. It reads no
 * ended predicate but one with a slot and a single item.
 */
const eachReader = (
  { relation = "", denied = relation, target, until, items, slot }: PredicateRow,
  valueIn: (predicate: string) => string | undefined,
): Reader => {
  const end = until === undefined ? null : compile(until);
  const item = items === undefined ? null : compile(items);
  return (predicate, negated, ended) => {
    const type = negated ? denied : relation;
    const value = valueIn(predicate);
    if (value === undefined) return null;
    const names = itemsOf(end === null ? value : value.slice(0, end.exec(value)?.index)).filter(
      (name) => item?.test(name) ?? true,
    );
    const [only] = names;
    if (ended && slot !== undefined && only !== undefined && names.length === 1)
      return { slot, value: only, action: "DELETE" };
    if (ended || type === NO_RELATION) return null;
    const lead = predicate.slice(0, predicate.length - value.length);
    return {
      ...(slot === undefined || negated || only === undefined
        ? {}
        : { items: { lead, slot, values: names } }),
      links: names.map((name) => ({ type, target: name, targetType: target ?? null })),
    };
  };
};

/**
 * A reader for the other rows: it gives the slot and the relation of the value. `at` finds the
 * target of the relation.
 */
const oneReader = (
  { slot, value = "$", was, relation, target, over, denied, action, at, begins }: PredicateRow,
  valueIn: (predicate: string) => string | undefined,
): Reader => {
  const targetPattern = at === undefined ? null : compile(at);
  const stems = begins?.split(/\s+/u);
  return (predicate, negated, ended) => {
    const namedValue = valueIn(predicate);
    if (namedValue === undefined || (negated && denied === NO_RELATION)) return null;
    const lower = namedValue.toLowerCase();
    if (stems?.some((stem) => lower.startsWith(stem)) === false) return null;
    const isOver = over !== undefined && (negated || ended);
    const type = isOver ? over : relation;
    const other = targetPattern === null ? namedValue : groupsIn(targetPattern, predicate)["value"];
    const finalAction = isOver ? "DELETE" : action;
    return {
      ...(slot === undefined ? {} : { slot }),
      ...(slot === undefined || value === ""
        ? {}
        : { value: value.replace("$", () => namedValue) }),
      ...(was === undefined ? {} : { wasSlot: was, value: namedValue }),
      ...(type === undefined || other === undefined
        ? {}
        : { relation: { type, target: other, targetType: target ?? null } }),
      ...(finalAction === undefined ? {} : { action: finalAction }),
    };
  };
};

/** The readers, in the order of the table. The first one that reads the predicate decides. */
const READERS = PORTUGUESE.predicates.map((row): Reader => {
  const expressions = row.say.map(compile);
  const valueIn = (predicate: string): string | undefined => {
    for (const expression of expressions) {
      const { value } = groupsIn(expression, predicate);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  return row.pick === "each" ? eachReader(row, valueIn) : oneReader(row, valueIn);
});

/** The relation, slot and value of a predicate in the third person; null if no row reads it. */
export const readPortuguese: Reader = (predicate, negated, ended) => {
  for (const read of READERS) {
    const meaning = read(predicate, negated, ended);
    if (meaning !== null) return meaning;
  }
  return null;
};
