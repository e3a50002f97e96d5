import { styleText } from "node:util";
import type { Change, Fact, FactOrigin } from "../packages/client/src/index.ts";

const isColoured = (): boolean =>
  process.stdout.isTTY && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";

/** A text that only some readers need, such as an id. */
export const dim = (text: string): string => (isColoured() ? styleText("dim", text) : text);

/** Removes control characters of stored text, which would affect the terminal. */
export const safe = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ");

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

const day = (instant: string): string => instant.slice(0, 10);

/**
 * The interval of a fact: `since 2026-03-01`, `2024-01-01 to 2025-01-01`. An unstated start is
 * omitted.
 */
const interval = ({
  validFrom,
  validFromKnown,
  validTo,
}: Pick<Fact, "validFrom" | "validFromKnown" | "validTo">): string => {
  if (validTo === null) return `${validFromKnown ? "since" : "told"} ${day(validFrom)}`;
  return validFromKnown ? `${day(validFrom)} to ${day(validTo)}` : `until ${day(validTo)}`;
};

export const factLine = (fact: Fact): string =>
  `${safe(fact.text)}  ${dim(`${interval(fact)}  ${fact.id}`)}`;

const nodeText = (node: Change["after"]): string => {
  if (node === null) return "";
  if (node.__typename === "Fact") return node.text;
  if (node.__typename === "Entity") return node.name;
  if (node.__typename === "Relationship")
    return `${node.source.name} ${node.type} ${node.target.name}`;
  return "message" in node ? node.message : node.__typename;
};

export const changeLine = ({ at, kind, before, after, decision }: Change): string => {
  const [oldText, now] = [safe(nodeText(before)), safe(nodeText(after))];
  const what =
    oldText !== "" && now !== "" && oldText !== now ? `${oldText} → ${now}` : now || oldText;
  const reason = decision === null ? "" : dim(`  ${safe(decision.reason)}`);
  return `${at}  ${kind}  ${what}${reason}`;
};

/** The whole history of a fact, the newest change first. */
export const originLines = ({ event, decision, history, ...fact }: FactOrigin): string[] => [
  safe(fact.text),
  `  valid     ${fact.validFromKnown || fact.validTo !== null ? interval(fact) : `since it was said, ${day(fact.validFrom)}`}`,
  `  recorded  ${fact.recordedAt}`,
  ...(event === null
    ? []
    : [
        `  said      ${event.occurredAt} by ${safe(event.speaker ?? "the user")}: ${safe(event.message)}`,
      ]),
  `  decision  ${decision.action} by ${decision.decidedBy}: ${safe(decision.reason)}  ${decision.id}`,
  ...history
    .filter(({ id }) => id !== fact.id)
    .map((other) => `  also      ${safe(other.text)} (${interval(other)})`),
];
