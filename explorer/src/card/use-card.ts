import { useMemo } from "react";
import { useQuery } from "urql";
import { CardDocument, type CardQuery } from "../api/operations.ts";
import { lanesOf, type Lane } from "../memory/lanes.ts";
import { type Pace, useFollowing } from "../state/hooks.ts";
import { timePointOf, useView } from "../state/view.ts";

export type CardEntity = NonNullable<CardQuery["entity"]>;

export interface CardState {
  /** Null if nothing was known about it at the moment. */
  readonly entity: CardEntity | null;
  readonly lanes: readonly Lane[];
  /** The lane that is explained; undefined if there is none. */
  readonly lane: Lane | undefined;
  readonly isLoading: boolean;
  readonly error: string | null;
}

const PACE: Pace = { everyMs: 250 };
/** Slots that a visitor looks for first. */
const FIRST = ["residence", "employer", "role"];

/** Orders slots before single statements, and current lanes before others. */
const rank = ({ slot, spans }: Lane): number => {
  const place = slot === null ? -1 : FIRST.indexOf(slot);
  if (place >= 0) return place;
  if (slot !== null) return 50;
  return spans.some(({ to, expired }) => to === Infinity && expired === Infinity) ? 100 : 101;
};

/** The entity on the card at the moment of the view, and its lanes over all times. */
export const useCard = (): CardState => {
  const key = useView((view) => view.focus);
  const chosenLane = useView((view) => view.lane);
  const valid = useView((view) => view.valid);
  const knownMillis = useView((view) => view.known);
  const point = useMemo(() => ({ valid, known: knownMillis }), [valid, knownMillis]);
  const settledPoint = useFollowing(point, PACE);
  const [{ data, fetching, error, operation }] = useQuery({
    query: CardDocument,
    variables: { key: key ?? "", at: timePointOf(settledPoint) },
    pause: key === null,
  });
  // The last answer stays until the next one arrives. For the key of a merged entity, the answer is
  // the entity into which it was merged.
  const entity = operation?.variables.key === key ? (data?.entity ?? null) : null;
  const lanes = useMemo(
    () => (entity === null ? [] : lanesOf(entity).toSorted((a, b) => rank(a) - rank(b))),
    [entity],
  );
  return {
    entity,
    lanes,
    lane: lanes.find((lane) => lane.key === chosenLane) ?? lanes[0],
    isLoading: fetching || operation?.variables.key !== key,
    error: error ? (error.graphQLErrors[0]?.message ?? "The service does not answer.") : null,
  };
};
