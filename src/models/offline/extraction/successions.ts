import { sameValue } from "../../../language/value.ts";
import { foldName, isShortFor, replaceName } from "../../../language/names.ts";
import {
  PLAIN_FACT,
  type ExtractedFact,
  type Extraction,
  type KnownEntity,
  type KnownFact,
} from "../../port.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { listedWords, pairs, words } from "../data/words.ts";
import { isOfWork } from "../comparison/ended-with-departed.ts";
import { objectKeys, SPEAKER } from "../comparison/standing-statement.ts";
import { lastWord } from "../text/tidy.ts";

/** That somebody holds a post of which there is one: the captain of a team, the lead of a project. */
interface Holding {
  readonly holder: string;
  /** The post by one word: `lead` for "is in charge of" and "team lead". */
  readonly post: string;
  /** The keys of what tells it from other posts: the team, the project. */
  readonly scope: readonly string[];
  /** Whether it is one of a kind: not "Lula is president". */
  readonly definite: boolean;
  /** Whose attribute it is: the team lead of "user's team lead is Priya". Else null. */
  readonly owner: string | null;
}

const HOLDINGS = PHRASES.rows("holdings");
/** The post by a word for it: `chair` for "chairwoman", `lead` for "leader". */
const POSTS = pairs("successions_posts");
/** Words for a holder, which are no part of the post: "the new captain", but not "acting captain". */
const NEW = words("new current");
/** The keys of words for what somebody leads: "project" of "the Atlas project". */
const LED = new Set([...listedWords("successions_led")].flatMap(objectKeys));
/** "the captain of the other team" is nobody's successor. */
const OTHER = PHRASES.one("successions_other");

const NOW = / now(?!\p{L})/u;
/** "is the new chair on 8 March 2026" */
const SINCE_DAY = PHRASES.one("successions_day");

/** The post that a text gives to somebody; null for other texts. */
const holdingIn = (text: string): Holding | null => {
  for (const [pattern, verbPost] of HOLDINGS) {
    const {
      holder,
      post = verbPost,
      of = "",
      owner = null,
      the,
    } = groupsIn(pattern, text.replace(NOW, "").replace(SINCE_DAY, ""));
    if (holder === undefined || OTHER.test(of)) continue;
    const kind = POSTS[lastWord(post).toLowerCase()];
    if (kind === undefined) continue;
    const before = post
      .split(" ")
      .slice(0, -1)
      .filter((word) => !NEW.has(word))
      .join(" ");
    const scope = [before, of].flatMap((words) => (words === "" ? [] : objectKeys(words)));
    const definite = post === verbPost || the !== undefined || owner !== null || scope.length > 0;
    return {
      holder,
      post: kind,
      scope: scope.filter((key) => key !== SPEAKER),
      definite,
      owner,
    };
  }
  return null;
};

/**
 * Whether the new holder has the post of the known one: "captain" for "captain of the chess team",
 * and "in charge of the Atlas project" for "in charge of Atlas".
 */
const isSamePost = (successor: Holding, known: Holding): boolean => {
  const others = successor.scope.filter((key) => !known.scope.includes(key));
  const isOther = (key: string): boolean =>
    !LED.has(key) || known.scope.some((one) => LED.has(one));
  return successor.definite && successor.post === known.post && !others.some(isOther);
};

const isCalled = (short: string, name: string): boolean =>
  isShortFor(short, name) || foldName(name).startsWith(`${foldName(short)} `);
const isSamePerson = (a: string, b: string): boolean =>
  foldName(a) === foldName(b) || isCalled(a, b) || isCalled(b, a);

/** A known fact about the holder of a post. */
interface KnownHolding {
  readonly fact: KnownFact;
  readonly holding: Holding;
}

/** The denial of a known holding: "Elena no longer leads the Atlas project". */
const denied = (text: string, { holder, post, owner }: Holding): string => {
  if (owner !== null || !text.startsWith(`${holder} `)) return `${holder} is no longer the ${post}`;
  const predicate = text.slice(holder.length + 1);
  return predicate.startsWith("is ")
    ? `${holder} is no longer ${predicate.slice("is ".length)}`
    : `${holder} no longer ${predicate}`;
};

/** The subject of facts whose text opens with a name. */
const namedAs = (name: string, speaker: string): string => (name === SPEAKER ? speaker : name);

/** The end of what the former holder holds, or the new value of the attribute that names the holder. */
const succession = (
  { fact: { text, slot, value }, holding }: KnownHolding,
  fact: ExtractedFact,
  heir: string,
  speaker: string,
): ExtractedFact => {
  const common = {
    ...fact,
    category: null,
    slot,
    label: null,
    validTo: null,
    toPrecision: null,
    still: false,
    corrects: null,
    relations: [],
  };
  const { owner, holder } = holding;
  if (slot !== null && owner !== null)
    return {
      ...common,
      subject: namedAs(owner, speaker),
      text: replaceName(text, holder, heir),
      action: "UPDATE",
      polarity: "HOLDS",
      value: heir,
    };
  return {
    ...common,
    subject: namedAs(holder, speaker),
    text: denied(text, holding),
    action: "DELETE",
    polarity: "ENDED",
    value: slot === null ? null : value,
  };
};

const CHANGED = / (?:new|now)(?!\p{L})/u;
/** What becomes of what the only other known holder of the post holds. */
const endsOf = (
  fact: ExtractedFact,
  known: readonly KnownHolding[],
  speaker: string,
): readonly ExtractedFact[] => {
  const successor = fact.polarity === "HOLDS" ? holdingIn(fact.text) : null;
  if (successor === null || !(fact.action === "UPDATE" || CHANGED.test(fact.text))) return [];
  const same = known.filter(
    ({ holding }) =>
      isSamePost(successor, holding) && !isSamePerson(successor.holder, holding.holder),
  );
  const [first] = same;
  const isOnly = same.every(({ holding }) =>
    isSamePerson(holding.holder, first?.holding.holder ?? ""),
  );
  return isOnly ? same.map((one) => succession(one, fact, successor.holder, speaker)) : [];
};

/**
 * Whether the end of what somebody does is that of the post that they hold: "is no longer CEO", "has
 * left Lumen", of which they are the CEO.
 */
const leavesPost = (
  { slot, value, subject, action }: ExtractedFact,
  { holder, post, owner }: Holding,
): boolean => {
  if (action !== "DELETE" || owner === null || !isSamePerson(subject, holder)) return false;
  if (slot === "employer") return sameValue(value, owner);
  const left = lastWord((value ?? "").replace(/ (?:of|at) .*$/u, "")).toLowerCase();
  return slot === "role" && POSTS[left] === post;
};

/**
 * The posts of organizations that the holder gives up: after "Elsie is no longer CEO", Lumen no
 * longer has that CEO.
 */
const vacatedBy = (
  fact: ExtractedFact,
  known: readonly KnownHolding[],
  speaker: string,
): readonly ExtractedFact[] =>
  known
    .filter(({ fact: { slot }, holding }) => slot !== null && leavesPost(fact, holding))
    .map(({ fact: { slot, value }, holding: { owner, post, holder } }) => ({
      ...fact,
      category: null,
      slot,
      label: null,
      corrects: null,
      relations: [],
      subject: namedAs(owner ?? "", speaker),
      text: `${owner}'s ${post} is no longer ${holder}`,
      value,
    }));

const REPLACED = PHRASES.rows("successions_replaced");
const ATTRIBUTE = /^(?<owner>\p{L}[\p{L} ]*?)'s (?<role>\p{L}[\p{L} -]*) is (?<holder>\p{Lu}.*)$/u;
/** Whom the known attributes name after a replacement: "user's boss is Marco". */
const heirsOf = (
  fact: ExtractedFact,
  known: readonly KnownFact[],
  speaker: string,
): readonly ExtractedFact[] => {
  const [found] = REPLACED.map(([pattern]) => groupsIn(pattern, fact.text)).filter(
    (groups) => groups["heir"] !== undefined,
  );
  if (found === undefined) return [];
  const { heir = "", old = fact.subject } = found;
  return known.flatMap(({ text, slot }) => {
    const { owner, role, holder } = groupsIn(ATTRIBUTE, text);
    const isHeld = holder !== undefined && isSamePerson(old, holder) && isOfWork(role ?? "");
    if (slot === null || owner === undefined || !isHeld) return [];
    const { validFrom, fromPrecision } = fact;
    const ofOwner = {
      ...fact,
      ...PLAIN_FACT,
      subject: namedAs(owner, speaker),
      category: null,
      slot,
      validFrom,
      fromPrecision,
    };
    return [
      {
        ...ofOwner,
        text: `${owner}'s ${role} is no longer ${holder}`,
        action: "DELETE" as const,
        polarity: "ENDED" as const,
        value: holder,
      },
      { ...ofOwner, text: `${owner}'s ${role} is ${heir}`, action: "UPDATE" as const, value: heir },
    ];
  });
};

/**
 * The extraction with the end of what the former holder of a post holds: "Ravi is in charge of
 * Atlas now" ends "Elena is in charge of the Atlas project".
 */
export const withSuccessions = (
  extraction: Extraction,
  known: readonly KnownEntity[],
  speaker: string,
): Extraction => {
  const facts = new Map(
    known
      .flatMap((entity) => entity.facts)
      .filter(({ to }) => to === null)
      .map((fact) => [fact.text, fact]),
  );
  const holdings = [...facts.values()].flatMap((fact): KnownHolding[] => {
    const holding = holdingIn(fact.text);
    return holding === null ? [] : [{ fact, holding }];
  });
  const isSaid = ({ subject, slot, text, action }: ExtractedFact): boolean =>
    extraction.facts.some(
      (one) =>
        (one.action === "DELETE") === (action === "DELETE") &&
        one.subject === subject &&
        one.slot === slot &&
        (slot !== null || one.text === text),
    );
  const ends = extraction.facts
    .flatMap((fact) => [...endsOf(fact, holdings, speaker), ...vacatedBy(fact, holdings, speaker)])
    .filter((end) => !isSaid(end));
  const heirsByFact = extraction.facts.map(
    (fact) => [fact, heirsOf(fact, [...facts.values()], speaker)] as const,
  );
  const heirs = heirsByFact.flatMap(([, heirsOfFact]) => heirsOfFact);
  // "user switched from Greg to Noura" is only another wording of whom Noura replaces.
  const others = heirsByFact.flatMap(([fact, { length }]) =>
    length > 0 && fact.slot === null && fact.subject === speaker ? [] : [fact],
  );
  return ends.length + heirs.length === 0
    ? extraction
    : { ...extraction, facts: [...ends, ...others, ...heirs] };
};
