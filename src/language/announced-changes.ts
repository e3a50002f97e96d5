import { foldText } from "./folding.ts";
import { endsWithQuestionMark, sentencesOf } from "./sentences.ts";
import { wordKey } from "./spelling.ts";

const words = (list: string): string[] => list.split(/[,\n]+\s*/u).filter((word) => word !== "");

/**
 * Words and phrases of sentences that tell of a change, folded: what has ended or begun, is put off,
 * given up, replaced, denied or taken back, or is so from now on. They are found in other sentences
 * too: a sentence tells of a change of something only if it names it as well.
 */
const CHANGES = words(`
no longer, anymore, any more, any longer, instead, rather, now, these days, nowadays, new, newly, change, changes, changed, changing,
switch, switched, switching, swap, swapped, swapping, move, moves, moved, moving, leave, leaves, leaving, left, quit, stop, stopped, gave up, give up,
given up, giving up, drop, dropped, dropping, ditched, scrap, scrapped, sold, sell, selling, cancel, cancelled, canceled, call off, called off,
called it off, called it quits, off, postpone, postponed, delay, delayed, delays, push, pushed, pushing, forward, rescheduled, extend, extended,
until, till, back, over, overtaken, overbooked, outbid, end, ended, ends, finished, done, broke, broken, split, divorce, divorced, separated,
retire, retired, retires, retiring, resign, resigned, fired, redundant, laid off, died, dies, dead, passed, lost, turn, turned, turns, turning,
decided, fell through, replace, replaced, replaces, replacing, take, takes, took, taken, taking, actually, sorry, meant, wrong, mistaken,
never, again, up, down, raised, cut, promoted, after all, in the end, already, only, start, started, starts, starting, join, joined, joins,
handed, sent, submitted, gone, wait, another, after, rid, without, longer, bought, got, signed, hired, not, no, too, so, but, will, going to,
later, earlier, engaged, married, pregnant, born, arrived, first, rename, renamed, become, becomes, became, made, stay, stayed, staying, recovered,
better, worse, cheaper, dearer, bigger, smaller, found, home, else, alone, cannot, failed, refused, rejected, accepted, won, booked, closed, closes, opened, opens, since,
agora, ja nao, nao, nunca, mudou, mudei, mudamos, mudar, troquei, trocou, trocar, deixei, deixou, deixar, parei, parou, larguei, desisti, desistiu,
cancelado, cancelada, cancelei, adiado, adiada, adiei, adiaram, vendi, vendeu, comprei, comprou, acabou, acabei, terminou, terminei, morreu, faleceu,
saiu, sai, saindo, entrou, entrei, comecei, comecou, novo, nova, em vez, afinal, na verdade, desculpa, engano, outra vez, de novo, casou, casei,
nasceu, aposentou, demitido, demitida, virou, passou, passei, ate, so, mas`);

const NEGATED = String.raw`[a-z]+n't|[a-z]+'ll`;
const CHANGE = new RegExp(
  String.raw`(?<![\p{L}\p{N}'])(?:${CHANGES.map((phrase) => phrase.replaceAll(" ", "\\s")).join("|")}|${NEGATED})(?![\p{L}\p{N}])`,
  "u",
);

/** Words that too many messages share for them to speak of the same thing: verbs, times, measures. */
const COMMON = new Set(
  words(`
start, begin, move, stop, stay, turn, sign, first, last, next, put, take, took, make, made, come, came, back, new, old, today, yesterday, tomorrow,
week, month, year, day, morning, evening, night, time, thing, live, way, lot, bit, place, home, house, work, job, great, good, nice, bad, well, fine,
lovely, big, small, little, long, short, early, late, tell, think, thought, know, want, need, love, feel, felt, look, see, saw, let, try, use, keep, kept,
gave, call, name, happen, mind, plan, idea, finally, already, still, really, just, quite, pretty, soon, later, ago, leave, left, run, set, end,
finish, never, always, every, another, person, people, man, woman, friend, family, user, have, half, two, three, four, five, six, seven, eight, nine,
ten, hundred, thousand, hour, minute, weekend, monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march,
april, june, july, august, september, october, november, december,
hoje, ontem, amanha, semana, mes, ano, dia, noite, manha, tarde, casa, trabalho, coisa, gente, pessoa, bom, boa, novo, nova, fazer, ficar, ir, vou,
vai, gosto, quero, preciso, ainda, sempre, mais, muito`).map(wordKey),
);

/** Days of a month and years: other numbers name something ("the 54"). */
const NUMBER_OF_DATE = /^(?:[12]?\p{N}|3[01]|(?:19|20)\p{N}\p{N})$/u;

/**
 * Whether the key (`wordKey`) of a meaningful word names what a text speaks of: most messages may
 * have the others.
 */
export const isTopic = (key: string): boolean => !COMMON.has(key) && !NUMBER_OF_DATE.test(key);

const WEEKDAYS = "mon|tues|wednes|thurs|fri|satur|sun";
const MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december";
/** What a text tells values of, by expressions for folded texts. */
const KINDS = {
  WEEKDAY: new RegExp(String.raw`\b(?:${WEEKDAYS})days?\b|\bweekends?\b`, "u"),
  DATE: new RegExp(String.raw`\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:${MONTHS})\b`, "u"),
  AMOUNT:
    /[$£€]\s?\d|\b\d[\d.,]*\s?(?:euros?|pounds|dollars|kronor|reais|francs|rand|million|thousand|a month|a week|k)\b/u,
  CLOCK: /\b\d{1,2}(?:[:.]\d\d)?\s?[ap]m\b|\b\d{1,2}:\d\d\b|\bo'clock\b/u,
} as const;
export type KindOfValue = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as readonly KindOfValue[];

/** The kinds of the values that a text tells: days of the week, dates, amounts, times of the day. */
export const kindsOfValue = (text: string): readonly KindOfValue[] => {
  const folded = foldText(text);
  return KIND_NAMES.filter((kind) => KINDS[kind].test(folded));
};

/** The sentences of a message that may tell of a change: `Sold the scooter.`, `It's on Friday now.` */
export const sentencesOfChange = (message: string): string[] =>
  sentencesOf(message).filter(
    (sentence) => !endsWithQuestionMark(sentence) && CHANGE.test(foldText(sentence)),
  );
