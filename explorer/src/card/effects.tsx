import type { EffectFactFragment, EffectRelationshipFragment } from "../api/operations.ts";
import type { Preview } from "../graph/looks.ts";
import { edgeKey } from "../memory/picture.ts";
import { endOf, instantOf, intervalOf } from "../state/dates.ts";

export type Sign = "add" | "rem" | "chg";
const SIGNS: Readonly<Record<Sign, readonly [string, string]>> = {
  add: ["+", "new"],
  rem: ["−", "gone"],
  chg: ["~", "changed"],
};

/** One line of what has changed or would change: its sign is never told by colour alone. */
export const DiffLine = ({
  sign,
  text,
  detail,
}: {
  readonly sign: Sign;
  readonly text: string;
  readonly detail?: string | undefined;
}) => {
  const [mark, label] = SIGNS[sign];
  return (
    <span className={`diff-line ${sign}`}>
      <b role="img" aria-label={label}>
        {mark}
      </b>
      <bdi>{text}</bdi>
      {detail !== undefined && <small>{detail}</small>}
    </span>
  );
};

/** What an operation on facts would do. */
export interface Effects {
  readonly facts: readonly EffectFactFragment[];
  readonly relationships: readonly EffectRelationshipFragment[];
}

const signOf = ({ validFrom, validTo, expiredAt }: EffectFactFragment): Sign =>
  expiredAt !== null || (validTo !== null && instantOf(validTo) <= instantOf(validFrom))
    ? "rem"
    : "chg";

interface EffectListProps extends Pick<Effects, "facts"> {
  /** The version that is acted on. */
  readonly before: { readonly slot: string | null; readonly text: string };
}

const detailOf = (fact: EffectFactFragment, before: EffectListProps["before"]): string => {
  if (signOf(fact) === "rem") return "no longer believed";
  const times = intervalOf(instantOf(fact.validFrom), endOf(fact.validTo));
  const isInstead = fact.slot === before.slot && fact.text !== before.text;
  return isInstead ? `${times}, instead of “${before.text}”` : times;
};

export const EffectList = ({ facts, before }: EffectListProps) => (
  <>
    <p className="caption">What it would do. Views of the past stay as they are.</p>
    {facts.length === 0 && <p>Nothing that shows would change.</p>}
    {facts.map((fact) => (
      <DiffLine
        key={fact.id}
        sign={signOf(fact)}
        text={fact.text}
        detail={detailOf(fact, before)}
      />
    ))}
  </>
);

/** The effects as the graph and the lanes draw them: dashed, since they are not written. */
export const previewOf = ({ facts, relationships }: Effects, now: number): Preview => {
  const edges = relationships.map(({ source, target, type, validTo, expiredAt }) => ({
    key: edgeKey(source.key, type, target.key),
    source: source.key,
    target: target.key,
    type,
    isEnded: expiredAt !== null || endOf(validTo) <= now,
  }));
  const ends = relationships.flatMap(({ source, target }) => [source, target]);
  return {
    added: new Set(edges.flatMap(({ key, isEnded }) => (isEnded ? [] : [key]))),
    ended: new Set(edges.flatMap(({ key, isEnded }) => (isEnded ? [key] : []))),
    nodes: new Set(ends.map(({ key }) => key)),
    newNodes: ends.map(({ id, key, name, type }) => ({
      id,
      key,
      name,
      type,
      aliases: [],
      importance: 0.3,
    })),
    newEdges: edges.map(({ key, source, target, type }) => ({ key, source, target, type })),
    bars: facts.map(({ entity, slot, value, text, validFrom, validTo }) => ({
      entity: entity.key,
      slot,
      value: value ?? text,
      from: instantOf(validFrom),
      to: endOf(validTo),
    })),
  };
};
