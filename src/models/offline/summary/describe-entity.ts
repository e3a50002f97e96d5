import type { Description, DescriptionInput } from "../../derive-tasks.ts";
import { inEnglish } from "../portuguese/in-english.ts";
import { contentWords } from "../text/content-words.ts";

/** Maximum number of characters of a profile: about 250 tokens. */
const LONGEST_PROFILE = 1000;
const THEME_WORDS = 3;

const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);

const profileOf = (facts: readonly string[], before: string | null): string => {
  let profile = before ?? "";
  for (const fact of facts) {
    const longerProfile = profile === "" ? sentence(fact) : `${profile} ${sentence(fact)}`;
    if (longerProfile.length <= LONGEST_PROFILE) profile = longerProfile;
  }
  return profile || (facts[0] ?? "").slice(0, LONGEST_PROFILE);
};

/** The number of facts in a cluster and their most frequent words; null for an empty cluster. */
const observe = (name: string, facts: readonly string[]): string | null => {
  const own = contentWords(name);
  const counts = new Map<string, number>();
  for (const fact of facts)
    for (const word of contentWords(fact))
      if (!own.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const themes = [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, THEME_WORDS)
    .map(([word]) => word);
  return facts.length === 0
    ? null
    : `${facts.length} facts about ${name}${themes.length === 0 ? "" : ` speak of ${themes.join(", ")}`}: ${facts[0]}`;
};

/**
 * The profile: as many facts as fit, in English as far as the rules can translate them. The
 * observation about a cluster names the words that its facts share.
 */
export const describeEntity = ({
  name,
  profile,
  facts,
  clusters,
}: DescriptionInput): Description => ({
  profile: profileOf(facts.map(inEnglish), profile),
  observations: clusters.map((texts) => observe(name, texts.map(inEnglish))),
});
