import type { Discourse } from "./discourse.ts";
import { kinAt, relativeName } from "./kin.ts";
import type { Token } from "./token.ts";

export interface Owner {
  readonly name: string;
  /** Where what is owned begins. */
  readonly next: number;
}

/** "Priya and her brother": a name in the same sentence of which nothing is known but that somebody is meant. */
const personBefore = (tokens: readonly Token[], i: number, discourse: Discourse): string | null => {
  const name = tokens
    .slice(0, i)
    .findLast(
      (token) => token.name !== null && (token.name.type === null || token.name.type === "person"),
    )?.name;
  return name == null ? null : discourse.note({ ...name, type: "person" });
};

/** "my dog's name", "my dog's new name": the dog is told of, and owns nothing. */
const isName = (tokens: readonly Token[], at: number): boolean =>
  tokens[tokens[at]?.lower === "new" ? at + 1 : at]?.lower === "name";

/** Whose what follows is: `my`, `his`, `Clara's`, `my sister's`; null where nothing is owned or nobody is known to be meant. */
export const ownerAt = (
  tokens: readonly Token[],
  i: number,
  discourse: Discourse,
): Owner | null => {
  const token = tokens[i];
  if (token === undefined) return null;
  let owner: Owner | null = null;
  if (token.part === "possessive") {
    const name =
      token.lower === "my" || token.lower === "our"
        ? discourse.speaker
        : token.lower === "its"
          ? discourse.lastThing
          : token.lower === "your"
            ? null
            : (discourse.personFor(token.lower) ?? personBefore(tokens, i, discourse));
    owner = name === null ? null : { name, next: i + 1 };
  } else if (token.owns && token.name !== null)
    owner = { name: discourse.note(token.name), next: i + 1 };
  else if (token.owns && kinAt(tokens, i)?.at === i) {
    const { term } = kinAt(tokens, i)!;
    owner = {
      name:
        discourse.relative(discourse.speaker, term.label) ?? relativeName(discourse.speaker, term),
      next: i + 1,
    };
  }
  // "my sister's husband": the relative owns in turn.
  while (owner !== null) {
    const kin = kinAt(tokens, owner.next);
    const last = kin === null ? undefined : tokens[kin.at + kin.length - 1];
    if (kin === null || kin.plural || !last?.owns || isName(tokens, kin.at + kin.length))
      return owner;
    owner = {
      name: discourse.relative(owner.name, kin.term.label) ?? relativeName(owner.name, kin.term),
      next: kin.at + kin.length,
    };
  }
  return owner;
};
