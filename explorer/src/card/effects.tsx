import { type ReactNode, useEffect, useState } from "react";
import type {
  EffectFactFragment,
  EffectRelationshipFragment,
  PassingFragment,
} from "../api/operations.ts";
import { useEmphasis } from "../graph/emphasis.tsx";
import type { Preview } from "../graph/looks.ts";
import { edgeKey } from "../memory/picture.ts";
import { spokenName } from "../memory/words.ts";
import { endOf, instantOf, intervalOf } from "../state/dates.ts";

export type Sign = "add" | "rem" | "chg" | "mov";
const SIGNS: Readonly<Record<Sign, readonly [string, string]>> = {
  add: ["+", "new"],
  rem: ["−", "gone"],
  chg: ["~", "changed"],
  mov: ["→", "passes over"],
};

/** One line about a past or possible change. Its sign does not depend on colour alone. */
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

/** The effects of an operation on facts or entities. */
export interface Effects {
  readonly facts: readonly EffectFactFragment[];
  readonly relationships: readonly EffectRelationshipFragment[];
  /** The data that moves from one entity to the other by a merge or a split. */
  readonly handover?: PassingFragment | null;
  readonly passage?: Passage;
}

/** Keys of the entities from which and to which data moves. */
interface Passage {
  readonly giver: string;
  readonly receiver: string;
}

type Interval = Pick<EffectFactFragment, "validFrom" | "validTo">;
type Changed = EffectFactFragment | EffectRelationshipFragment;

const isEmpty = ({ validFrom, validTo }: Interval): boolean =>
  validTo !== null && instantOf(validTo) <= instantOf(validFrom);

const timesOf = ({ validFrom, validTo }: Interval): string =>
  intervalOf(instantOf(validFrom), endOf(validTo));

/** The interval before the change; undefined if there was none. */
const beforeOf = ({ versions }: Changed): Interval | undefined => {
  const before = versions.at(-2);
  return before === undefined || isEmpty(before) ? undefined : before;
};

const signOf = (version: Changed): Sign => {
  if (version.expiredAt !== null || isEmpty(version)) return "rem";
  return beforeOf(version) === undefined ? "add" : "chg";
};

/** The new interval, and the old one if it differs. */
const changeOfTimes = (version: Changed): string => {
  if (signOf(version) === "rem") return "no longer believed";
  const [times, before] = [timesOf(version), beforeOf(version)];
  return before === undefined || timesOf(before) === times
    ? times
    : `${times}, before: ${timesOf(before)}`;
};

/** The version on which the operation acts. */
type ActedOn = { readonly slot: string | null; readonly text: string };

/**
 * The previous version: of the fact itself or, if it was not visible, of the fact on which the
 * operation acts.
 */
const readBefore = (fact: EffectFactFragment, actedOn: ActedOn | null): string | undefined => {
  if (beforeOf(fact) !== undefined) return fact.versions.at(-2)?.text;
  return actedOn?.slot === fact.slot ? actedOn.text : undefined;
};

const detailOf = (fact: EffectFactFragment, actedOn: ActedOn | null): string => {
  const before = readBefore(fact, actedOn);
  const isInstead = before !== undefined && before !== fact.text;
  return signOf(fact) !== "rem" && isInstead
    ? `${timesOf(fact)}, instead of “${before}”`
    : changeOfTimes(fact);
};

const statementOf = ({ source, type, target }: EffectRelationshipFragment): string =>
  `${source.name} ${spokenName(type)} ${target.name}`;

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="group">
    <h3>{title}</h3>
    {children}
  </div>
);

const More = ({ of }: { readonly of: PassingFragment["facts" | "relationships"] }) => {
  const count = of.totalCount - of.nodes.length;
  return count > 0 && <p className="caption">and {count.toLocaleString("en")} more</p>;
};

const isSelf = ({ source, target }: EffectRelationshipFragment): boolean =>
  source.key === target.key;

/** Data that moves without a change. Data that also changes is listed above it. */
const Passing = ({ facts, relationships, handover }: Effects) => {
  if (handover == null) return null;
  const changedIds = new Set([...facts, ...relationships].map(({ id }) => id));
  const whole = handover.facts.nodes.filter(({ id }) => !changedIds.has(id));
  const edges = handover.relationships.nodes.filter(({ id }) => !changedIds.has(id));
  return (
    <>
      {whole.length > 0 && (
        <Group title={`Facts that pass to ${whole[0]?.entity.name ?? ""}`}>
          {whole.map((fact) => (
            <DiffLine key={fact.id} sign="mov" text={fact.text} detail={timesOf(fact)} />
          ))}
          <More of={handover.facts} />
        </Group>
      )}
      {edges.length > 0 && (
        <Group title="Relationships that pass with them">
          {edges.map((edge) => (
            <DiffLine
              key={edge.id}
              sign={isSelf(edge) ? "rem" : "mov"}
              text={statementOf(edge)}
              detail={isSelf(edge) ? "between the two, while they are one" : timesOf(edge)}
            />
          ))}
          <More of={handover.relationships} />
        </Group>
      )}
    </>
  );
};

interface EffectListProps {
  readonly effects: Effects;
  /** Null if the operation acts on no fact. */
  readonly actedOn: ActedOn | null;
}

/** Every line and relationship that would change, begin, end or move. */
export const EffectList = ({ effects, actedOn }: EffectListProps) => {
  const { facts, relationships, handover } = effects;
  const passing = (handover?.facts.totalCount ?? 0) + (handover?.relationships.totalCount ?? 0);
  return (
    <>
      <p className="caption">Preview. Views of the past do not change.</p>
      {facts.length + relationships.length + passing === 0 && <p>Nothing visible would change.</p>}
      {facts.length > 0 && (
        <Group title="Facts">
          {facts.map((fact) => (
            <DiffLine
              key={fact.id}
              sign={signOf(fact)}
              text={fact.text}
              detail={detailOf(fact, actedOn)}
            />
          ))}
        </Group>
      )}
      {relationships.length > 0 && (
        <Group title="Relationships">
          {relationships.map((edge) => (
            <DiffLine
              key={edge.id}
              sign={signOf(edge)}
              text={statementOf(edge)}
              detail={changeOfTimes(edge)}
            />
          ))}
        </Group>
      )}
      <Passing {...effects} />
    </>
  );
};

type Edge = Preview["newEdges"][number];

const edgeOf = (source: string, type: string, target: string): Edge => ({
  key: edgeKey(source, type, target),
  source,
  target,
  type,
});

/** Lines of the graph that would begin and end. */
interface Redrawn {
  readonly addedEdges: readonly Edge[];
  readonly endedEdges: readonly Edge[];
}

const redrawnBy = (relationships: Effects["relationships"], now: number): Redrawn => {
  const edges = relationships.map(({ source, target, type, validTo, expiredAt }) => ({
    ...edgeOf(source.key, type, target.key),
    isEnded: expiredAt !== null || endOf(validTo) <= now,
  }));
  return {
    addedEdges: edges.filter(({ isEnded }) => !isEnded),
    endedEdges: edges.filter(({ isEnded }) => isEnded),
  };
};

/** Moved data is drawn at the entity that gets it, and crossed out at the other. */
const redrawnByHandover = (handover: PassingFragment, { giver, receiver }: Passage): Redrawn => {
  const edges = handover.relationships.nodes.filter((edge) => !isSelf(edge));
  const atGiver = (key: string): string => (key === receiver ? giver : key);
  return {
    addedEdges: edges.map(({ source, type, target }) => edgeOf(source.key, type, target.key)),
    endedEdges: edges
      .map(({ source, type, target }) => edgeOf(atGiver(source.key), type, atGiver(target.key)))
      .filter(({ source, target }) => source !== target),
  };
};

const keysOf = (edges: readonly Edge[]): Set<string> => new Set(edges.map(({ key }) => key));

/**
 * The effects in the form for the graph and the lanes. They are dashed because they are not
 * written.
 */
const previewOf = ({ facts, relationships, handover, passage }: Effects, now: number): Preview => {
  const parts = [
    redrawnBy(relationships, now),
    ...(handover != null && passage !== undefined ? [redrawnByHandover(handover, passage)] : []),
  ];
  const addedEdges = parts.flatMap((part) => part.addedEdges);
  const endedEdges = parts.flatMap((part) => part.endedEdges);
  const ends = [...relationships, ...(handover?.relationships.nodes ?? [])].flatMap(
    ({ source, target }) => [source, target],
  );
  return {
    addedKeys: keysOf(addedEdges),
    endedKeys: keysOf(endedEdges),
    nodes: new Set(ends.map(({ key }) => key)),
    newNodes: ends.map(({ id, key, name, type }) => ({
      id,
      key,
      name,
      type,
      aliases: [],
      importance: 0.3,
    })),
    newEdges: [...addedEdges, ...endedEdges],
    bars: facts.map(({ entity, slot, value, text, validFrom, validTo }) => ({
      entity: entity.key,
      slot,
      value: value ?? text,
      from: instantOf(validFrom),
      to: endOf(validTo),
    })),
  };
};

/** Shows effects, also in the graph and the lanes, until they are applied or discarded. */
export const useEffects = () => {
  const { setPreview } = useEmphasis();
  const [effects, setEffects] = useState<Effects | null>(null);
  useEffect(() => {
    setPreview(effects === null ? null : previewOf(effects, Date.now()));
    return () => setPreview(null);
  }, [effects, setPreview]);
  return [effects, setEffects] as const;
};
