import { judgeBlock } from "../../evaluate/recall-judge.ts";
import type {
  Check,
  DatedSentence,
  Day,
  EdgeCheck,
  FirstTalk,
  Message,
  Pair,
  Question,
  Spellings,
  Story,
} from "./cases.ts";
import type { FactPiece, ShownFact, TimePoint, UserMemory } from "./user-memory.ts";

/** What is wrong, one line each; empty if all is right. */
export type Complaints = readonly string[];

const USER = "user";

/** A value without case, accents, punctuation and leading article. */
const fold = (value: string): string =>
  value
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(?<=\d),(?=\d)/gu, "")
    .replace(/\.(?!\d)/gu, " ")
    .replace(/[^\p{L}\p{N}@.]+/gu, " ")
    .trim()
    .replace(/^(?:the|an|a|o|os|as) (?=.)/u, "");

const spellingsOf = (value: Spellings): string[] => String(value).split("|").map(fold);

const isValue = (shown: string | null, expected: Spellings): boolean =>
  shown !== null && spellingsOf(expected).includes(fold(shown));

const listOf = <Item>(items: Item | readonly Item[]): readonly Item[] =>
  Array.isArray(items) ? (items as readonly Item[]) : [items as Item];

/** A date without a time is its noon. */
const instantOf = (date: string): string => (date.includes("T") ? date : `${date}T12:00:00Z`);

const pointOf = ({ validAt, knownAt }: Pick<Check, "validAt" | "knownAt">): TimePoint => ({
  validAt: instantOf(validAt),
  ...(knownAt !== undefined && { knownAt: instantOf(knownAt) }),
});

/** The facts of the first entity that is known by one of the names. */
const factsOf = async (
  memory: UserMemory,
  names: string,
  at: TimePoint,
): Promise<readonly ShownFact[]> => {
  for (const name of names.split("|")) {
    const facts = await memory.facts(name, at);
    if (facts) return facts;
  }
  return [];
};

const shownAs = (values: readonly (string | null)[]): string =>
  values.length === 0 ? "nothing" : values.join(", ");

/** Whether the values are those expected, each once, and no others. Without a slot, others may be there. */
const areExpected = (
  values: readonly (string | null)[],
  { slot, expect }: Pick<Check, "slot" | "expect">,
): boolean => {
  const expected = expect == null ? [] : listOf(expect);
  return (
    expected.every((one) => values.some((value) => isValue(value, one))) &&
    (slot === undefined || values.length === expected.length)
  );
};

const checkFacts = async (memory: UserMemory, check: Check): Promise<Complaints> => {
  const { slot, subject = USER, never = [] } = check;
  const facts = await factsOf(memory, subject, pointOf(check));
  const where = `${subject}'s ${slot ?? "facts"} at ${check.validAt}${check.knownAt === undefined ? "" : ` as known at ${check.knownAt}`}`;
  const values = facts
    .filter((fact) => (slot === undefined ? fact.value !== null : fact.slot === slot))
    .map(({ value }) => value);
  const wrong =
    "expect" in check && !areExpected(values, check)
      ? [`${where}: ${shownAs(values)}, not ${JSON.stringify(check.expect)}`]
      : [];
  const shownNever = never.filter((one) => facts.some(({ value }) => isValue(value, one)));
  return [...wrong, ...shownNever.map((one) => `${where}: ${one} shows`)];
};

const checkEdge = async (
  memory: UserMemory,
  { type, subject = USER, target, validAt, present }: EdgeCheck,
): Promise<Complaints> => {
  const edges = await memory.relationships(subject, pointOf({ validAt }));
  const shows = edges.some(
    (edge) =>
      edge.type === type &&
      (isValue(edge.target.name, target) || isValue(edge.source.name, target)),
  );
  return shows === present
    ? []
    : [`${subject} ${type} ${target} at ${validAt}: ${shows ? "shows" : "does not show"}`];
};

const tell = async (memory: UserMemory, messages: readonly Message[]): Promise<void> => {
  for (const message of messages) await memory.write(message);
};

/** Complaints about each check of a story. */
export const judgeStory = async (memory: UserMemory, story: Story): Promise<Complaints[]> => {
  await tell(memory, story.messages);
  const complaints: Complaints[] = [];
  for (const check of story.checks) complaints.push(await checkFacts(memory, check));
  for (const edge of story.edges ?? []) complaints.push(await checkEdge(memory, edge));
  if (story.userName !== undefined) {
    const name = (await memory.userName()) ?? USER;
    const expected = story.userName ?? USER;
    complaints.push(name === expected ? [] : [`the user is called ${name}, not ${expected}`]);
  }
  if (story.people) {
    const { name, count } = story.people;
    const known = await memory.people(name);
    complaints.push(known === count ? [] : [`${known} people are called ${name}, not ${count}`]);
  }
  return complaints;
};

const FIRST_SAID = "2025-03-03T09:00:00Z";
const BETWEEN = "2025-03-12T09:00:00Z";
const SECOND_SAID = "2025-03-20T09:00:00Z";
const AFTERWARDS = "2025-03-24T09:00:00Z";

export const judgePair = async (
  memory: UserMemory,
  { first, second, stays, ends }: Pair,
): Promise<Complaints> => {
  const fact = stays ?? ends;
  if (!fact) throw new Error(`"${first}": neither stays nor ends.`);
  const { slot, subject = USER, value } = fact;
  await memory.write({ at: FIRST_SAID, text: first });
  const shows = async (at: TimePoint): Promise<boolean> =>
    (await factsOf(memory, subject, at)).some(
      (shown) => shown.slot === slot && isValue(shown.value, value),
    );
  if (!(await shows({ validAt: BETWEEN }))) return [`${slot} ${value} is not known at all`];
  await memory.write({ at: SECOND_SAID, text: second });
  const before = await shows({ validAt: BETWEEN });
  const after = await shows({ validAt: AFTERWARDS });
  return [
    ...(before ? [] : [`${slot} ${value} is gone from before`]),
    ...(after === (stays !== undefined) ? [] : [`${slot} ${value} ${after ? "stays" : "ends"}`]),
  ];
};

const DIGITS = { YEAR: 4, MONTH: 7 } as const;

/** The instant by the calendar of the speaker, whose offset stands at the end of `said`. */
const localDate = (instant: string, said: string): string => {
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d\d):(\d\d)$/u.exec(said) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return new Date(Date.parse(instant) + offset * 60_000).toISOString().slice(0, 10);
};

/** Whether an end of an interval is the day that is expected, as exactly as it is known. */
const isDay = (
  instant: string,
  precision: string,
  { date, precision: expected }: Day,
  said: string,
): boolean => {
  if (expected !== undefined && precision !== expected) return false;
  const digits = precision in DIGITS ? DIGITS[precision as keyof typeof DIGITS] : 10;
  const day = localDate(instant, said).slice(0, digits);
  return listOf(date).some((one) => one.slice(0, digits) === day);
};

const describeDay = (day: Day | null): string =>
  day === null ? "none" : `${listOf(day.date).join(" or ")} ${day.precision ?? ""}`.trim();

const complaintsAboutInterval = (piece: FactPiece, { at, from, to }: DatedSentence): Complaints => {
  const complaints: string[] = [];
  const start = `${piece.validFrom} ${piece.validFromPrecision}`;
  const end = piece.validTo === null ? "none" : `${piece.validTo} ${piece.validToPrecision}`;
  const rightFrom =
    from === undefined ||
    (from === null
      ? !piece.validFromKnown
      : piece.validFromKnown && isDay(piece.validFrom, piece.validFromPrecision, from, at));
  if (!rightFrom)
    complaints.push(
      `from ${piece.validFromKnown ? start : "none stated"}, not ${describeDay(from ?? null)}`,
    );
  const rightTo =
    to === undefined ||
    (to === null
      ? piece.validTo === null
      : piece.validTo !== null && isDay(piece.validTo, piece.validToPrecision ?? "", to, at));
  if (!rightTo) complaints.push(`to ${end}, not ${describeDay(to ?? null)}`);
  return complaints;
};

export const judgeDated = async (
  memory: UserMemory,
  sentence: DatedSentence,
): Promise<Complaints> => {
  const { at, text, slot, subject = USER, value, current } = sentence;
  await memory.write({ at, text });
  const isFact = (fact: ShownFact): boolean => fact.slot === slot && isValue(fact.value, value);
  if (current === false) {
    const shown = (await factsOf(memory, subject, { validAt: at })).some(isFact);
    return shown ? [`${slot} ${value} shows as of now`] : [];
  }
  const pieces = (await memory.pieces(subject)).filter(isFact);
  if (pieces.length === 0) return [`${slot} ${value} is not known`];
  const complaints = pieces.map((piece) => complaintsAboutInterval(piece, sentence));
  return complaints.some((one) => one.length === 0) ? [] : complaints[0]!;
};

export const judgeQuestion = async (
  memory: UserMemory,
  question: Question,
): Promise<Complaints> => {
  memory.waitUntil(question.asked);
  const { isAnswered, stale } = judgeBlock(await memory.recall(question.question), {
    answer: question.answer.map(String),
    stale: question.stale,
  });
  return [
    ...(isAnswered ? [] : ["the answer is missing"]),
    ...stale.map((one) => `${one} is presented as current`),
  ];
};

const FIRST_TALK = Date.parse("2025-08-20T10:00:00Z");
const MINUTE = 60_000;

export const judgeFirst = async (
  memory: UserMemory,
  { messages, question, answer }: FirstTalk,
): Promise<Complaints> => {
  const minute = (n: number): string => new Date(FIRST_TALK + n * MINUTE).toISOString();
  await tell(
    memory,
    messages.map((text, n) => ({ at: minute(n), text, recent: messages.slice(0, n) })),
  );
  memory.waitUntil(minute(messages.length));
  const block = await memory.recall(question);
  const { isAnswered } = judgeBlock(block, { answer: answer.map(String), stale: [] });
  return isAnswered ? [] : [`not in "${block}"`];
};
