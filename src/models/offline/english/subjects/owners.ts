import type { Discourse } from "../discourse.ts";
import { relativeName } from "../../data/kinship.ts";
import { kinAt, type KinMatch } from "./kin.ts";
import { listedWords } from "../../data/words.ts";
import { tokenAt, type Token } from "../tokens/token.ts";

export interface Owner {
  readonly name: string;
  /** The position of the owned thing. */
  readonly next: number;
}

const WHEREABOUTS = listedWords("owners_whereabouts");
/**
 * The last person before a possessive: "Priya and her brother". A place or firm after a preposition
 * is none: "works at Acme with his brother". Null if there is nobody.
 */
const personBefore = (tokens: readonly Token[], i: number, discourse: Discourse): string | null => {
  const names = tokens.slice(0, i).flatMap(({ name }, at) => {
    const isWhere = WHEREABOUTS.has(tokenAt(tokens, at - 1).lower);
    return name === null || (isWhere && name.type !== "person") ? [] : [{ name, isWhere }];
  });
  const people = names.filter(({ name: { type } }) => type === null || type === "person");
  const person = people.findLast(({ isWhere }) => !isWhere) ?? people.at(-1);
  return person === undefined ? null : discourse.note({ ...person.name, type: "person" });
};

/**
 * Whether the name of the owned entity follows: "my dog's name", "my dog's new name". The dog is
 * then the subject and not an owner.
 */
const isName = (tokens: readonly Token[], at: number): boolean =>
  tokenAt(tokens, tokenAt(tokens, at).lower === "new" ? at + 1 : at).lower === "name";

/** The person whom "my", "his" or "its" means; null if unknown. */
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

/** The name of a relative, or "Rafael's sister" if the name is unknown. */
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

/** The owner at `i`: `my`, `his`, `Clara's`, `my sister's`. Null if unknown. */
export const ownerAt = (
  tokens: readonly Token[],
  i: number,
  discourse: Discourse,
): Owner | null => {
  let name = firstOwner(tokens, i, discourse);
  if (name === null) return null;
  // In "my sister's husband", the relative is the next owner.
  let next = i + 1;
  for (;;) {
    const kin = kinAt(tokens, next);
    if (kin === null || kin.plural || !kin.last.owns || isName(tokens, kin.end))
      return { name, next };
    name = calledRelative(name, kin, discourse);
    next = kin.end;
  }
};
