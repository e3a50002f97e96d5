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
  /** The value, or the statement about the entity if there is none. */
  readonly value: string;
  /** Index of the colour of its value, the same in lane and chart. */
  readonly tone: number;
}

/** All beliefs about one slot, or one chain of facts without a slot. */
export interface Lane {
  /** The slot; for a chain, its first statement. */
  readonly key: string;
  readonly slot: string | null;
  readonly label: string;
  readonly spans: readonly LaneSpan[];
}

/** A statement about an entity without its name, which is in the heading. */
const predicateOf = (text: string, { name, aliases }: Pick<Entity, "name" | "aliases">): string => {
  const subject = [name, ...aliases]
    .toSorted((a, b) => b.length - a.length)
    .find((one) => text.startsWith(`${one} `));
  return subject === undefined ? text : text.slice(subject.length + 1);
};

/** The colours that values get in turn. */
const TONES = 6;

/**
 * A lane of the service as the explorer draws it. Values get colours in the order of their first
 * occurrence.
 */
const laneOf = ({ slot, spans }: ApiLane, entity: Entity): Lane => {
  const tones = new Map<string, number>();
  const laneSpans = spans.map((span): LaneSpan => {
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
    label: slot === null ? `“${laneSpans[0]?.value ?? ""}”` : slotLabel(slot),
    spans: laneSpans,
  };
};

/** The versions recorded by `knownAt`, as texts that are equal if the versions are. */
const versionTexts = (lanes: readonly ApiLane[], knownAt: string): string[] =>
  lanes
    .flatMap(({ slot, spans }) => spans.map((span) => ({ slot, ...span })))
    .filter(({ recordedAt }) => recordedAt <= knownAt)
    .map(({ slot, text, validFrom, recordedAt }) =>
      [recordedAt, validFrom, slot ?? "", text].join(" "),
    )
    .toSorted();

/**
 * The lanes of an entity as of the head, so that later recordings can be hinted at. If entities
 * were merged or split since, the lanes are those of the view, because those of the head belong to
 * other entities.
 */
export const lanesOf = (entity: Entity): Lane[] => {
  const { lanes, lanesThen, at } = entity;
  const [now, then] = [versionTexts(lanes, at.knownAt), versionTexts(lanesThen, at.knownAt)];
  const isSame = now.length === then.length && now.every((text, i) => text === then[i]);
  return (isSame ? lanes : lanesThen)
    .map((lane) => laneOf(lane, entity))
    .filter(({ spans }) => spans.length > 0);
};

export const knownSpans = ({ spans }: Lane, known: number): LaneSpan[] =>
  spans.filter(({ recorded }) => recorded <= known);

/** The current values of the lane at a time point. A lane with several values has several. */
export const valuesAt = ({ spans }: Lane, { valid, known }: Moment): LaneSpan[] =>
  spans.filter((span) => isBelieved(span, known) && isTrue(span, valid));

/** The previous values: the latest values that are not current. */
export const earlierValues = (
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
