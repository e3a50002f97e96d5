import { useEffect, useMemo, useState } from "react";
import { type Client, CombinedError, useClient } from "urql";
import { sentenceOf } from "../api/client.ts";
import { DiffLine, type Sign } from "../card/effects.tsx";
import { FactsAtDocument, type FactsAtQuery, MergesDocument } from "../api/operations.ts";
import { dateOf, endOf, instantOf, isoOf, momentOf } from "../state/dates.ts";
import { type Pace, useFollowing } from "../state/hooks.ts";
import { useMemory } from "../state/memory.tsx";
import {
  explain,
  focusOn,
  isOneMoment,
  timePointOfView,
  moveTo,
  setView,
  useView,
  type Moment,
} from "../state/view.ts";

type Fact = FactsAtQuery["facts"]["nodes"][number];

interface Difference {
  readonly sign: Sign;
  readonly fact: Fact;
  readonly detail: string;
}

const MOST_PAGES = 5;

/**
 * Facts at a moment, or all facts that begin, hold or end between two instants, as believed then.
 */
const factsAt = async (
  client: Client,
  { valid, known }: Moment,
  during: { readonly from: string; readonly to: string } | null = null,
): Promise<Fact[]> => {
  const at = { validAt: isoOf(valid), knownAt: isoOf(known) };
  const facts: Fact[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data, error } = await client.query(FactsAtDocument, { at, after, during }).toPromise();
    if (!data) throw error ?? new Error("There is no answer.");
    facts.push(...data.facts.nodes);
    after = data.facts.pageInfo.hasNextPage ? (data.facts.pageInfo.endCursor ?? null) : null;
    if (after === null) break;
  }
  return facts;
};

/** The content of a fact, which is the same at both moments; ids of past views are not. */
const sayingOf = ({ entity, slot, value, text }: Fact): string =>
  JSON.stringify([entity.key, slot, value ?? text]);

interface Moments {
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
  /** The beliefs at the second moment about the time between the two. */
  readonly between: readonly Fact[];
}

/** The reason why something is gone: it has ended, or it is no longer believed. */
const goneDetail = (saying: string, between: readonly Fact[]): string => {
  const ends = between
    .filter((fact) => sayingOf(fact) === saying && fact.validTo !== null)
    .map(({ validTo }) => endOf(validTo));
  return ends.length === 0 ? "no longer believed" : `until ${dateOf(Math.max(...ends))}`;
};

/**
 * Facts that were added, changed or removed between two moments. Facts are the same if they say the
 * same about the same entity.
 */
const differencesOf = ({ before, after, between }: Moments): Difference[] => {
  const earlier = new Map(before.map((fact) => [sayingOf(fact), fact]));
  const later = new Map(after.map((fact) => [sayingOf(fact), fact]));
  const differences: Difference[] = [];
  for (const [saying, fact] of later) {
    const old = earlier.get(saying);
    const since = `since ${dateOf(instantOf(fact.validFrom))}`;
    if (!old) differences.push({ sign: "add", fact, detail: since });
    else if (old.validFrom !== fact.validFrom)
      differences.push({
        sign: "chg",
        fact,
        detail: `${since}; was from ${dateOf(instantOf(old.validFrom))}`,
      });
    else if (old.text !== fact.text)
      differences.push({ sign: "chg", fact, detail: `was: ${old.text}` });
  }
  for (const [saying, fact] of earlier)
    if (!later.has(saying))
      differences.push({ sign: "rem", fact, detail: goneDetail(saying, between) });
  return differences;
};

interface Merge {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** Merges and splits that were recorded between two instants, one for each decision. */
const mergesBetween = async (client: Client, from: number, to: number): Promise<Merge[]> => {
  // Both sides of a merge change by one decision.
  const merges = new Map<string, Merge>();
  if (from >= to) return [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data, error } = await client
      .query(MergesDocument, { from: isoOf(from), to: isoOf(to), after })
      .toPromise();
    if (!data) throw error ?? new Error("There is no answer.");
    for (const { id, kind, at, decision } of data.changes.nodes)
      if (kind === "ENTITIES_MERGED" || kind === "ENTITY_SPLIT")
        merges.set(decision?.id ?? id, {
          id,
          at: instantOf(at),
          text: decision?.factText ?? "Two entities are one.",
        });
    after = data.changes.pageInfo.hasNextPage ? (data.changes.pageInfo.endCursor ?? null) : null;
    if (after === null) break;
  }
  return [...merges.values()];
};

interface Comparison {
  readonly differences: readonly Difference[];
  readonly merges: readonly Merge[];
}

const PACE: Pace = { everyMs: 300 };

interface Compared {
  /** Null until two moments have been compared. */
  readonly comparison: Comparison | null;
  readonly error: string | null;
}

const compare = async (client: Client, a: Moment, b: Moment): Promise<Comparison> => {
  const [earliest, latest] = [Math.min(a.valid, b.valid), Math.max(a.valid, b.valid)];
  const interval = { from: isoOf(earliest), to: isoOf(latest + 1) };
  const [before, after, between, merges] = await Promise.all([
    factsAt(client, a),
    factsAt(client, b),
    factsAt(client, b, interval),
    mergesBetween(client, Math.min(a.known, b.known), Math.max(a.known, b.known)),
  ]);
  return { differences: differencesOf({ before, after, between }), merges };
};

const useComparison = (from: Moment | null): Compared => {
  const client = useClient();
  const { picture } = useMemory();
  const valid = useView((view) => timePointOfView(view).valid);
  const knownMillis = useView((view) => timePointOfView(view).known);
  const moments = useMemo(
    () => ({ from, to: { valid, known: knownMillis } }),
    [from, valid, knownMillis],
  );
  const settledMoments = useFollowing(moments, PACE);
  const [compared, setCompared] = useState<Compared>({ comparison: null, error: null });
  useEffect(() => {
    const { from: a, to: b } = settledMoments;
    if (a === null) return;
    let isStale = false;
    compare(client, a, b).then(
      (comparison) => isStale || setCompared({ comparison, error: null }),
      (fault: unknown) =>
        isStale || setCompared({ comparison: null, error: sentenceOfFault(fault) }),
    );
    return () => {
      isStale = true;
    };
  }, [client, settledMoments, picture]);
  return compared;
};

const sentenceOfFault = (fault: unknown): string =>
  fault instanceof CombinedError ? sentenceOf(fault) : "The two moments could not be compared.";

const MomentText = ({ moment }: { readonly moment: Moment }) => {
  const { axis } = useMemory();
  if (isOneMoment(moment)) return <span>{momentOf(moment.valid, axis.isPrecise)}</span>;
  return (
    <span>
      <span className="valid">true {momentOf(moment.valid, axis.isPrecise)}</span>
      <br />
      <span className="record">known {momentOf(moment.known, axis.isPrecise)}</span>
    </span>
  );
};

const Moments = ({ from }: { readonly from: Moment }) => {
  const valid = useView((view) => timePointOfView(view).valid);
  const knownMillis = useView((view) => timePointOfView(view).known);
  const swap = (): void => {
    setView({ from: { valid, known: knownMillis }, isLinked: isOneMoment(from) });
    moveTo(from);
  };
  return (
    <div className="moments">
      <span className="letter">A</span>
      <MomentText moment={from} />
      <button
        type="button"
        className="button small"
        onClick={() => setView({ from: { valid, known: knownMillis } })}
      >
        Set here
      </button>
      <span className="letter">B</span>
      <MomentText moment={{ valid, known: knownMillis }} />
      <button type="button" className="button small" onClick={swap}>
        Swap
      </button>
    </div>
  );
};

const Counts = ({ differences }: Pick<Comparison, "differences">) => {
  const count = (sign: Sign): number => differences.filter((one) => one.sign === sign).length;
  return (
    <p className="counts">
      <span className="add">{count("add")} new</span> ·{" "}
      <span className="rem">{count("rem")} gone</span> ·{" "}
      <span className="chg">{count("chg")} changed</span>
    </p>
  );
};

const Group = ({ differences }: Pick<Comparison, "differences">) => {
  const entity = differences[0]?.fact.entity;
  if (!entity) return null;
  return (
    <div className="group">
      <h2>
        <button type="button" onClick={() => focusOn(entity.key)}>
          <bdi>{entity.name}</bdi>
        </button>
      </h2>
      {differences.map(({ sign, fact, detail }) => (
        <button
          key={`${sign} ${fact.id}`}
          type="button"
          className="line-button"
          title={`${fact.decision.action} by ${fact.decision.decidedBy.toLowerCase()}. ${fact.decision.reason}`}
          onClick={() =>
            explain(fact.versions.at(-1)?.id ?? "", {
              entity: entity.key,
              ...(fact.slot !== null && { lane: fact.slot }),
            })
          }
        >
          <DiffLine sign={sign} text={fact.text} detail={detail} />
        </button>
      ))}
    </div>
  );
};

const groupDifferences = (differences: readonly Difference[]): Difference[][] => {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const { key } = difference.fact.entity;
    groups.set(key, [...(groups.get(key) ?? []), difference]);
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length);
};

/** The new, lost and changed facts between two moments, in the list and in the graph. */
export const Changed = () => {
  const from = useView((view) => view.from);
  const { comparison, error } = useComparison(from);
  if (from === null) return null;
  return (
    <div className="pad">
      <Moments from={from} />
      {error !== null && (
        <p className="error group" role="alert">
          {error}
        </p>
      )}
      {comparison === null && error === null && <p className="caption group">Comparing…</p>}
      {comparison !== null && (
        <>
          <Counts differences={comparison.differences} />
          {comparison.merges.map(({ id, at, text }) => (
            <div className="group" key={id}>
              <h2>Merged or split</h2>
              <DiffLine sign="chg" text={text} detail={dateOf(at)} />
            </div>
          ))}
          {groupDifferences(comparison.differences).map((group) => (
            <Group key={group[0]?.fact.entity.key} differences={group} />
          ))}
          {comparison.differences.length === 0 && (
            <p className="caption group">Both times show the same.</p>
          )}
        </>
      )}
    </div>
  );
};
