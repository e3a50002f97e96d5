import { foldName } from "../../../language/names.ts";
import { members, type EntityVersion } from "../../../memory/entity.ts";
import type { Extraction } from "../../../models/port.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Draft } from "../../draft/draft.ts";

/** Bonds that do not exclude others: a friend may be the boss. */
const COMPANIONS = new Set(["friend", "best_friend", "colleague", "acquaintance", "roommate"]);
/** The one of these that also applies to relatives. */
const ROOMMATE = "roommate";
/** Bonds that exclude an acquaintance, such as a neighbour or a teacher. */
const SUPERIORS = new Set(["boss", "landlord"]);
const ACQUAINTANCE = "acquaintance";

/** Maximum number of relationships between a person and the speaker that are read. */
const MOST_BONDS = 50;

/** The bonds between two people, by the types of their relationships. */
interface Bonds {
  readonly all: ReadonlySet<string>;
  /** Whether one bond excludes the other: nobody calls their brother David "my colleague David". */
  readonly exclude: (one: string, other: string) => boolean;
}

/**
 * The bonds that a vocabulary knows: its slots whose values are people. Two bonds exclude each
 * other if neither is that of a companion, if one is a superior and the other an acquaintance, or
 * if one is a relative and neither is a roommate.
 */
const bondsOf = ({ slots }: Vocabulary): Bonds => {
  const bonds = slots.flatMap(({ slot, value, relationship, lasting }) =>
    value === "person" ? [{ slot, type: relationship?.type ?? slot, lasting }] : [],
  );
  const typesOf = (keptBonds: (typeof bonds)[number][]): ReadonlySet<string> =>
    new Set(keptBonds.map(({ type }) => type));
  const companions = typesOf(bonds.filter(({ slot }) => COMPANIONS.has(slot)));
  const relatives = typesOf(bonds.filter(({ lasting }) => lasting));
  const housemates = typesOf(bonds.filter(({ slot }) => slot === ROOMMATE));
  const superiors = typesOf(bonds.filter(({ slot }) => SUPERIORS.has(slot)));
  const areDistant = (one: string, other: string): boolean =>
    superiors.has(one) && other === ACQUAINTANCE;
  return {
    all: typesOf(bonds),
    exclude: (one, other) =>
      one !== other &&
      ((!companions.has(one) && !companions.has(other)) ||
        areDistant(one, other) ||
        areDistant(other, one) ||
        ((relatives.has(one) || relatives.has(other)) &&
          !housemates.has(one) &&
          !housemates.has(other))),
  };
};

/** An edge, by names or by ids. */
interface Edge {
  readonly source: string;
  readonly type: string;
  readonly target: string;
}

/**
 * The bond of a relationship type, and the end that it describes. "neighbour_of" contains the name
 * of a slot.
 */
const bondOfType = (
  vocabulary: Vocabulary,
  type: string,
): { readonly bond: string; readonly from: "SPEAKER" | "OTHER" | "BOTH" } => {
  const relationSlot = vocabulary.slotOfRelation(type);
  const label = relationSlot?.slot ?? vocabulary.canonicalSlot(type.replace(/_of$/u, ""), "person");
  const slot = vocabulary.definition(label);
  if (relationSlot === null && slot?.value === "person" && slot.relationship === null)
    return { bond: label, from: "BOTH" };
  if (relationSlot === null) return { bond: vocabulary.canonicalRelation(type), from: "SPEAKER" };
  const bond = slot?.relationship?.type ?? vocabulary.canonicalRelation(type);
  if (slot?.relationship?.symmetric) return { bond, from: "BOTH" };
  return { bond, from: relationSlot.inverse ? "OTHER" : "SPEAKER" };
};

/**
 * The bond of a person with the speaker by an edge, as the type of the edge from the speaker; null
 * for no bond.
 */
const bondBy = (
  vocabulary: Vocabulary,
  { source, type, target }: Edge,
  isSpeaker: (end: string) => boolean,
  isMeant: (end: string) => boolean,
): string | null => {
  const isForward = isMeant(target) && isSpeaker(source);
  const isBackward = isMeant(source) && isSpeaker(target);
  if (!isForward && !isBackward) return null;
  const { bond, from } = bondOfType(vocabulary, type);
  const isStated = (isForward && from !== "OTHER") || (isBackward && from !== "SPEAKER");
  return isStated ? bond : null;
};

/** The bonds with the speaker that a message states for a person, as types of relationships. */
export const bondsInMessage = (
  vocabulary: Vocabulary,
  { facts, relations }: Pick<Extraction, "facts" | "relations">,
  name: string,
  isSpeaker: (name: string) => boolean,
): ReadonlySet<string> => {
  const foldedName = foldName(name);
  const isMeant = (other: string): boolean => foldName(other) === foldedName;
  const bySlot = facts.flatMap(({ subject, slot, value, polarity }) => {
    const statesBond =
      polarity === "HOLDS" && isSpeaker(subject) && value !== null && isMeant(value);
    const type = slot === null ? null : (vocabulary.definition(slot)?.relationship?.type ?? slot);
    return statesBond && type !== null ? [type] : [];
  });
  const byRelation = relations.map((edge) => bondBy(vocabulary, edge, isSpeaker, isMeant));
  const { all } = bondsOf(vocabulary);
  return new Set(
    [...bySlot, ...byRelation].flatMap((bond) => (bond !== null && all.has(bond) ? [bond] : [])),
  );
};

/**
 * Whether the known bond of a person with the speaker excludes the stated one: a shared name does
 * not make the brother David the boss David.
 */
export const hasConflictingBond = async (
  draft: Draft,
  vocabulary: Vocabulary,
  person: EntityVersion,
  speaker: EntityVersion,
  bonds: ReadonlySet<string>,
): Promise<boolean> => {
  const [page] = await draft.space.relationships([
    {
      entities: members(person),
      direction: "BOTH",
      at: draft.headPoint,
      page: { first: MOST_BONDS },
    },
  ]);
  const [own, others] = [new Set(members(speaker)), new Set(members(person))];
  const { all, exclude } = bondsOf(vocabulary);
  const knownBonds = (page?.items ?? []).flatMap(({ item }) => {
    const bond = bondBy(
      vocabulary,
      item,
      (end) => own.has(end),
      (end) => others.has(end),
    );
    return bond !== null && all.has(bond) ? [bond] : [];
  });
  return (
    !knownBonds.some((bond) => bonds.has(bond)) &&
    knownBonds.some((bond) => [...bonds].some((other) => exclude(bond, other)))
  );
};
