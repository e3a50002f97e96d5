import type { CardQuery } from "../api/operations.ts";
import type { Moment } from "../state/view.ts";
import { slotLabel } from "./words.ts";
import { isBelieved, isTrue, type Span, spanOf } from "./picture.ts";

type Entity = NonNullable<CardQuery["entity"]>;
type ApiLane = Entity["lanes"][number];

/** One version of a fact, as a rectangle on both axes. */
export interface LaneSpan extends Span {
  readonly version: string;
  readonly fact: string;
  readonly text: string;
  /** The value, or what a statement without a value says of the entity. */
  readonly value: string;
  /** Index of the colour of its value, the same in lane and chart. */
  readonly tone: number;
}

/** What was ever believed about one slot, or one chain of facts without a slot. */
export interface Lane {
  /** The slot; of a chain, its first statement. */
  readonly key: string;
  readonly slot: string | null;
  readonly label: string;
  readonly spans: readonly LaneSpan[];
}

/** What a statement says of an entity: without its name, which stands above. */
const predicateOf = (text: string, { name, aliases }: Pick<Entity, "name" | "aliases">): string => {
  const subject = [name, ...aliases]
    .toSorted((a, b) => b.length - a.length)
    .find((one) => text.startsWith(`${one} `));
  return subject === undefined ? text : text.slice(subject.length + 1);
};

/** Colours that values take in turn. */
const TONES = 6;

const laneOf = ({ slot, spans }: ApiLane, entity: Entity): Lane => {
  const tones = new Map<string, number>();
  const read = spans.map((span): LaneSpan => {
    const value = span.value ?? predicateOf(span.text, entity);
    const tone = tones.get(value) ?? tones.size;
    tones.set(value, tone);
    return {
      ...spanOf(span),
      version: span.version.id,
      fact: span.fact.id,
      text: span.text,
      value,
      tone: tone % TONES,
    };
  });
  return {
    key: slot ?? `“${spans[0]?.text ?? ""}”`,
    slot,
    label: slot === null ? `“${read[0]?.value ?? ""}”` : slotLabel(slot),
    spans: read,
  };
};

/** What a version says, and since when it has been recorded. */
const tellOf = (lanes: readonly ApiLane[], knownAt: string): string[] =>
  lanes
    .flatMap(({ slot, spans }) => spans.map((span) => ({ slot, ...span })))
    .filter(({ recordedAt }) => recordedAt <= knownAt)
    .map(({ slot, text, validFrom, recordedAt }) =>
      [recordedAt, validFrom, slot ?? "", text].join(" "),
    )
    .toSorted();

/**
 * The lanes of an entity as of the head, so that what was recorded later can be hinted at. Where
 * entities were merged or split since, the head tells of others, and the lanes are those of the view.
 */
export const lanesOf = (entity: Entity): Lane[] => {
  const { lanes, lanesThen, at } = entity;
  const [now, then] = [tellOf(lanes, at.knownAt), tellOf(lanesThen, at.knownAt)];
  const isSame = now.length === then.length && now.every((told, i) => told === then[i]);
  return (isSame ? lanes : lanesThen)
    .map((lane) => laneOf(lane, entity))
    .filter(({ spans }) => spans.length > 0);
};

export const knownSpans = ({ spans }: Lane, known: number): LaneSpan[] =>
  spans.filter(({ recorded }) => recorded <= known);

/** What the lane reads at a moment; a lane with several values has several. */
export const readingsOf = ({ spans }: Lane, { valid, known }: Moment): LaneSpan[] =>
  spans.filter((span) => isBelieved(span, known) && isTrue(span, valid));

/** What it read before: the latest values that are not read now. */
export const earlierReadings = (
  lane: Lane,
  moment: Moment,
  current: LaneSpan | undefined,
): string[] => {
  const earlier = knownSpans(lane, moment.known)
    .filter(({ value, from }) => value !== current?.value && from <= moment.valid)
    .toSorted((a, b) => b.from - a.from)
    .map(({ value }) => value);
  return [...new Set(earlier)].slice(0, 2);
};
