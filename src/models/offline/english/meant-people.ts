import { underName } from "../../../language/names.ts";
import { BEGINNING } from "../../../memory/time.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Extraction, ExtractionInput, KnownEntity } from "../../port.ts";
import { judge } from "../comparison/judge.ts";
import { kinTerm, type KinTerm } from "../data/kinship.ts";
import { openingPronoun, opensWithThing } from "../text/words-of-unnamed.ts";
import type { Discourse, Mention } from "./discourse.ts";
import { mentionNameless } from "./subjects/subject.ts";

const RELATIVE = /^(?<owner>.+)['’]s (?<term>\p{Ll}[\p{Ll} -]*)$/u;
/** Whose relative somebody is, if they have no other name: "user's mother". */
const relativeNamed = (name: string): { readonly owner: string; readonly term: KinTerm } | null => {
  const { owner, term = "" } = RELATIVE.exec(name)?.groups ?? {};
  const kin = kinTerm(term);
  return owner === undefined || kin === undefined ? null : { owner, term: kin };
};

const GENDERS: Readonly<Partial<Record<string, Mention["gender"]>>> = {
  he: "male",
  his: "male",
  she: "female",
  her: "female",
};

const MOST_PEOPLE = 6;
/**
 * The people whom a message may mean without naming them, and whether its first sentence is then
 * theirs: "the divorce came through". Else they are meant by its first pronoun.
 */
export const peopleMeant = (
  { message, speaker, mayBeMeant = [] }: ExtractionInput,
  genderOf: (name: string) => Mention["gender"],
): { readonly people: readonly KnownEntity[]; readonly speak: boolean } => {
  const pronoun = openingPronoun(message);
  const speak = pronoun === null && opensWithThing(message);
  const wantedGender = GENDERS[pronoun ?? ""] ?? null;
  const people = mayBeMeant.filter(({ name, type }) => {
    const kin = relativeNamed(name);
    const gender = kin === null ? genderOf(name) : kin.term.gender;
    const isSomebody = kin !== null || type === "person" || type === "pet";
    const isFitting = wantedGender === null || gender === null || gender === wantedGender;
    return isSomebody && isFitting && (speak || (pronoun !== null && name !== speaker));
  });
  return { people: people.slice(0, MOST_PEOPLE), speak };
};

/** Mentions somebody whom the pronouns of the message mean. */
export const mentionMeant = ({ name, type }: KnownEntity, discourse: Discourse): void => {
  const { conversation, lexicon } = discourse;
  const kin = relativeNamed(name);
  conversation.meant = name;
  if (kin === null) {
    conversation.mention({ name, gender: null });
    lexicon.gazetteer.add(name, { name, type, gender: null });
  } else mentionNameless(kin.owner, kin.term, discourse);
};

/**
 * What a reading of the message ends of what is known of somebody, in the words behind the name.
 * Null if it ends nothing.
 */
export const endedIn = (
  { name, aliases, facts }: KnownEntity,
  { facts: readFacts }: Extraction,
  message: string,
  vocabulary: Vocabulary,
): string | null => {
  const isPossessive = /^(?:his|her|their)$/u.test(openingPronoun(message) ?? "");
  const candidates = facts
    .filter(({ to }) => to === null)
    .map(({ text, slot, value, from }, i) => ({
      id: String(i),
      text: underName(text, name, aliases) ?? text,
      slot,
      value,
      label: null,
      validFrom: from ?? BEGINNING,
      similarity: 1,
    }));
  const endedIds = readFacts
    .filter(({ subject }) => subject === name)
    .flatMap((fact) => {
      const { action, candidate, alsoEnds = [] } = judge({ fact, candidates }, vocabulary);
      // "her teacher is Mr Boyle now" replaces the one who is known.
      const mayReplace = fact.slot === null || isPossessive;
      const isEnd = action === "DELETE" || (action === "UPDATE" && mayReplace);
      return isEnd && candidate !== null ? [candidate, ...alsoEnds] : alsoEnds;
    });
  const endedTexts = candidates.filter(({ id }) => endedIds.includes(id)).map(({ text }) => text);
  return endedTexts.length === 0
    ? null
    : endedTexts.map((text) => text.replace(name, "")).join(";");
};
