import { MONTHS_ALONE, WEEKDAYS } from "../../../../language/calendar-words.ts";
import { PHRASES } from "../../data/expressions.ts";
import { rewrittenBy, RowTable } from "../../data/row-table.ts";
import { withCapital } from "../../text/tidy.ts";
import { verbReading } from "../tokens/verb-forms.ts";

const EXPANSIONS = new RowTable(PHRASES.rows("contractions"));

const SHORT_HAS = PHRASES.one("short_has");
/**
 * "Tom's broken his leg" is "Tom has broken his leg"; not "Tom's paid a lot", "let's put the kettle
 * on".
 */
const withPerfects = (sentence: string): string =>
  sentence.replace(SHORT_HAS, (whole, who: string, adverb: string, verb: string) =>
    verbReading(verb).forms.has("participle") ? `${who} has ${adverb}${verb}` : whole,
  );

const CALENDAR_NAMES = new RegExp(
  `(?<!\\p{L})(?:${[...WEEKDAYS, ...MONTHS_ALONE].filter((name) => name !== "march").join("|")}|(?<=\\d(?:st|nd|rd|th)?(?: of)? )(?:march|may)|(?:march|may)(?= \\d))(?!\\p{L})`,
  "gu",
);
/** The sentence with days and months in capitals: "on 3 june". */
const withCalendarNames = (sentence: string): string =>
  sentence.replace(CALENDAR_NAMES, withCapital);

/** The sentence without short forms, and with the names of the calendar in capitals. */
export const expandContractions = (sentence: string): string =>
  rewrittenBy(EXPANSIONS, withPerfects(withCalendarNames(sentence)));
