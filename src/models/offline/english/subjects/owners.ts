import type { Discourse } from "../discourse.ts";
import { kinAt, relativeName, type KinMatch } from "./kin.ts";
import { words } from "../../data/words.ts";
import { tokenAt, type Token } from "../tokens/token.ts";

export interface Owner {
  readonly name: string;
  /** Where what is owned begins. */
  readonly next: number;
}

const WHEREABOUTS = words("to in at from into near outside via");
/** "Priya and her brother": a name in the sentence that may be somebody's; not "Acme" of "works at Acme with his brother". */
const personBefore = (tokens: readonly Token[], i: number, discourse: Discourse): string | null => {
  const names = tokens.slice(0, i).flatMap(({ name }, at) => {
    const isWhere = WHEREABOUTS.has(tokenAt(tokens, at - 1).lower);
    return name === null || (isWhere && name.type !== "person") ? [] : [{ name, isWhere }];
  });
  const people = names.filter(({ name: { type } }) => type === null || type === "person");
  const person = people.findLast(({ isWhere }) => !isWhere) ?? people.at(-1);
  return person === undefined ? null : discourse.note({ ...person.name, type: "person" });
};

/** "my dog's name", "my dog's new name": the dog is told of, and owns nothing. */
const isName = (tokens: readonly Token[], at: number): boolean =>
  tokenAt(tokens, tokenAt(tokens, at).lower === "new" ? at + 1 : at).lower === "name";

/** "my", "his", "its": whom the word means; null where nobody is known to be meant. */
const possessor = (tokens: readonly Token[], i: number, discourse: Discourse): string | null => {
  const { lower } = tokenAt(tokens, i);
  switch (lower) {
    case "my":
    case "our":
      return discourse.speaker;
    case "its":
      return discourse.conversation.lastThing?.name ?? null;
    case "your":
      return null;
    default:
      return discourse.conversation.personFor(lower) ?? personBefore(tokens, i, discourse);
  }
};

/** How a relative is called: by name where the name is known, else "Rafael's sister". */
const calledRelative = (owner: string, { term }: KinMatch, discourse: Discourse): string =>
  discourse.conversation.relative(owner, term.label) ?? relativeName(owner, term);

const firstOwner = (tokens: readonly Token[], i: number, discourse: Discourse): string | null => {
  const token = tokenAt(tokens, i);
  if (token.part === "possessive") return possessor(tokens, i, discourse);
  if (!token.owns) return null;
  if (token.name !== null) return discourse.note(token.name);
  const kin = kinAt(tokens, i);
  return kin?.at === i ? calledRelative(discourse.speaker, kin, discourse) : null;
};

/** Whose what follows is: `my`, `his`, `Clara's`, `my sister's`; null where nobody is known. */
export const ownerAt = (
  tokens: readonly Token[],
  i: number,
  discourse: Discourse,
): Owner | null => {
  let name = firstOwner(tokens, i, discourse);
  if (name === null) return null;
  // "my sister's husband": the relative owns in turn.
  let next = i + 1;
  for (;;) {
    const kin = kinAt(tokens, next);
    if (kin === null || kin.plural || !kin.last.owns || isName(tokens, kin.end))
      return { name, next };
    name = calledRelative(name, kin, discourse);
    next = kin.end;
  }
};
