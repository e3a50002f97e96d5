import { foldName } from "../../language/names.ts";
import { members, type EntityVersion } from "../../memory/entity.ts";
import type { Extraction } from "../../models/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { Draft } from "../draft/draft.ts";

/** Bonds that go with any other: a friend may be the boss. */
const COMPANIONS = new Set(["friend", "best_friend", "colleague", "roommate"]);

/** Edges of one person with the speaker that are looked at. */
const MOST_BONDS = 50;

/** The relationship types of bonds between two people of which the one leaves no room for the other. */
const exclusiveBonds = ({ slots }: Vocabulary): ReadonlySet<string> =>
  new Set(
    slots.flatMap(({ slot, value, relationship }) =>
      value === "person" && relationship !== null && !COMPANIONS.has(slot)
        ? [relationship.type]
        : [],
    ),
  );

/** An edge, by names or by ids. */
interface Edge {
  readonly source: string;
  readonly type: string;
  readonly target: string;
}

/** What somebody is to the speaker by an edge, as the type of the edge from the speaker; null for no bond of theirs. */
const bondBy = (
  vocabulary: Vocabulary,
  { source, type, target }: Edge,
  isSpeaker: (end: string) => boolean,
  isMeant: (end: string) => boolean,
): string | null => {
  const found = vocabulary.slotOfRelation(type);
  const relationship = found && vocabulary.definition(found.slot)?.relationship;
  const bond = relationship?.type ?? vocabulary.canonicalRelation(type);
  const isForward = isSpeaker(source) && isMeant(target);
  const isBackward = isMeant(source) && isSpeaker(target);
  if (relationship?.symmetric) return isForward || isBackward ? bond : null;
  return (found?.inverse ? isBackward : isForward) ? bond : null;
};

/** What a message says that somebody is to the speaker, as types of relationships. */
export const bondsInMessage = (
  vocabulary: Vocabulary,
  { facts, relations }: Pick<Extraction, "facts" | "relations">,
  name: string,
  isSpeaker: (name: string) => boolean,
): ReadonlySet<string> => {
  const isMeant = (other: string): boolean => foldName(other) === foldName(name);
  const bySlot = facts.flatMap(({ subject, slot, value, polarity }) => {
    const said = polarity === "HOLDS" && isSpeaker(subject) && value !== null && isMeant(value);
    const type = slot === null ? null : vocabulary.definition(slot)?.relationship?.type;
    return said && type != null ? [type] : [];
  });
  const byRelation = relations.map((edge) => bondBy(vocabulary, edge, isSpeaker, isMeant));
  const exclusive = exclusiveBonds(vocabulary);
  return new Set(
    [...bySlot, ...byRelation].flatMap((bond) =>
      bond !== null && exclusive.has(bond) ? [bond] : [],
    ),
  );
};

/**
 * Whether a person is known to be something else to the speaker than a message says: the brother
 * David is not the boss David by his name alone.
 */
export const hasOtherBond = async (
  draft: Draft,
  vocabulary: Vocabulary,
  person: EntityVersion,
  speaker: EntityVersion,
  bonds: ReadonlySet<string>,
): Promise<boolean> => {
  const [page] = await draft.space.relationships([
    { entities: members(person), direction: "BOTH", at: draft.known, page: { first: MOST_BONDS } },
  ]);
  const [own, others] = [new Set(members(speaker)), new Set(members(person))];
  const exclusive = exclusiveBonds(vocabulary);
  const known = (page?.items ?? [])
    .map(({ item }) =>
      bondBy(
        vocabulary,
        item,
        (end) => own.has(end),
        (end) => others.has(end),
      ),
    )
    .filter((bond) => bond !== null && exclusive.has(bond));
  return known.length > 0 && !known.some((bond) => bond !== null && bonds.has(bond));
};
