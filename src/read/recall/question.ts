import { namesInQuery } from "../../language/names.ts";
import { asksForFuture, asksForPast, asksForSelf, speaksOfSelf } from "../../language/questions.ts";
import { namesTheUser } from "../../language/self-reference.ts";
import { wordKey } from "../../language/spelling.ts";
import { meaningfulWords, wordKeysOf } from "../../language/terms.ts";
import { instantAsked, timeAsked, type TimeAsked } from "../../language/time-asked.ts";
import { UTC, wallClock, type TimeZone } from "../../memory/time-zone.ts";
import { epochMillis, instantOf, type Instant, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { settingsOf } from "../readable-space.ts";
import { calendarDate } from "./calendar-date.ts";

/** The analysis of a question by its words. */
export interface Question {
  readonly text: string;
  /** Folded names that it may contain. */
  readonly names: readonly string[];
  /** Its meaningful words, and their keys (`wordKey`). */
  readonly words: readonly string[];
  readonly keys: ReadonlySet<string>;
  /** The slots that it asks for. */
  readonly slots: readonly string[];
  /** Whether it is about the user, or about no particular person or thing. */
  readonly isOfUser: boolean;
  /** Whether it asks for more than the user. */
  readonly isMore: boolean;
  /** Whether it only asks who the user is. */
  readonly asksOnlyForSelf: boolean;
  /** Whether it asks for past or future facts as well as for present ones. */
  readonly asksForOtherTimes: boolean;
  /** The time that it asks about; null if it asks about the time of the view. */
  readonly time: TimeAsked | null;
  /** The time zone for that time. */
  readonly zone: TimeZone;
  /** The time point for the answer: that of the view, moved to the time that the question names. */
  readonly at: TimePoint;
}

/** Analyses a question at a time point of a space, in the time zone of its user. */
export const readQuestion = (
  text: string,
  space: SpaceStore,
  at: TimePoint,
  vocabulary: Vocabulary,
): Question => {
  const zone = settingsOf(space).timeZone ?? UTC;
  const words = meaningfulWords(text);
  const time = timeAsked(text, at.validAt, zone);
  const isMore = words.some((word) => !namesTheUser(word));
  return {
    text,
    names: namesInQuery(text),
    words,
    keys: new Set(words.map(wordKey)),
    slots: vocabulary.slotsAsked(text),
    isOfUser: words.length === 0 || words.some(namesTheUser) || speaksOfSelf(text),
    isMore,
    asksOnlyForSelf: asksForSelf(text) && words.length === 0,
    asksForOtherTimes: time !== null || asksForPast(text) || asksForFuture(text),
    time,
    zone,
    at: time === null ? at : { ...at, validAt: instantAsked(time, at.validAt) },
  };
};

/** Number of meaningful words of a question in a text, in any spelling or form. */
export const wordsShared = ({ keys }: Question, text: string): number => {
  const own = wordKeysOf(text);
  let sharedCount = 0;
  for (const key of keys) if (own.has(key)) sharedCount += 1;
  return sharedCount;
};

/** Whether a question contains each word of the name of a slot: "Who's my editor?". */
export const namesSlot = ({ keys }: Question, slot: string): boolean => {
  const own = wordKeysOf(slot.replaceAll("_", " "));
  return own.size > 0 && [...own].every((key) => keys.has(key));
};

/**
 * The interpretation of the time of a question, for display: `in february (2026-02-01 to
 * 2026-02-28)`; null if it names no time.
 */
export const readingOfTime = ({ time, zone }: Question): string | null => {
  if (time === null) return null;
  const dayOf = (instant: Instant): string => calendarDate(wallClock(instant, zone));
  const from = time.from === null ? null : dayOf(time.from);
  const to = time.to === null ? null : dayOf(instantOf(epochMillis(time.to) - 1));
  const dates =
    from === null
      ? `up to ${to}`
      : to === null
        ? `from ${from} on`
        : from === to
          ? from
          : `${from} to ${to}`;
  return `"${time.words}" (${dates})`;
};
