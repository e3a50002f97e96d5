/** Sentences that leave out "I" or "I am", as chat does, and what they leave out. */
const PREDICATES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:just |recently |finally |also |already |officially )*(?:moved|got|bought|went|started|finished|took|made|joined|signed|visited|met|saw|ran|won|lost|found|decided|painted|adopted|talked|spoke|quit|left|switched|graduated|turned|had|ate|tried|built|wrote|read|passed|failed|accepted|received|landed|booked|sold|retired|proposed|married|upgraded|migrated|deployed|launched|shipped|hired|broke|hit|paid|spent|picked|chose|learned|watched|played|attended|applied|published|released|completed)\b(?! (?:it|that|this|you|your)\b)/iu,
    "I ",
  ],
  [
    /^(?:just |currently |still |now |also |already )*(?:working|living|studying|learning|training|planning|moving|writing|reading|building|using|dating|teaching|running|freelancing|interning|renting|saving|recovering|expecting|getting married|getting divorced|renovating|volunteering|practicing|practising|preparing|starting (?=an? |my |at |as )|leaving|joining)\b/iu,
    "I am ",
  ],
  [/^(?:loving|enjoying) /iu, "I am "],
  [/^been (?=\p{L}+ing\b|in\b|at\b|with\b|a\b|an\b|to\b)/iu, "I have "],
  [/^cannot (?!wait)/iu, "I "],
  [
    /^(?:love|hate|prefer|dislike|adore|speak|own|drive|live in|work at|work as|work for)\b (?!(?:it|that|this|the way|your|you|how|to (?:hear|see|know|help))\b)/iu,
    "I ",
  ],
  [
    /^(?:allergic to|lactose intolerant|gluten intolerant|vegan|vegetarian|pescatarian|gluten[- ]free|diabetic|coeliac|celiac|left-handed|right-handed|colou?r-?blind|married|single|divorced|engaged|widowed|retired|unemployed|self-employed|pregnant|based in|originally from|obsessed with|addicted to|fluent in|afraid of|scared of|tired of|proud (?:dad|mom|mum|father|mother|parent|owner)|born and raised in|born in|born on|raised in|new to|an? (?:introvert|extrovert|vegan|vegetarian))\b/iu,
    "I am ",
  ],
  [
    /^(?:(?:big|huge|massive|total|lifelong|avid|die-hard|proud|keen|passionate) )+(?:\p{L}[\p{L}.+#-]* ){0,3}(?:fan|lover|person|addict|enthusiast|nerd|geek|reader|runner|gamer|cook|cyclist|hiker|supporter|owner)\b/iu,
    "I am a ",
  ],
  [
    /^(?:\p{L}[\p{L}.+#-]* ){0,3}(?:engineer|developer|designer|teacher|nurse|doctor|lawyer|student|manager|analyst|scientist|consultant|architect|founder|freelancer)(?: (?:at|for|in|by) |$)/iu,
    "I am a ",
  ],
  [/^not (?=an? |really |much |big )/iu, "I am "],
  [/^\d{1,3} years old\b/iu, "I am "],
];

/** What begins with its own subject is no fragment. */
const OWN_SUBJECT =
  /^(?:my|our|his|her|their|its|your|the|an?|i|we|he|she|they|it|this|that|these|those|some|any|every|each|no|all|both)\b(?! (?:introvert|extrovert|vegan|vegetarian))/iu;

/** The fragment as the sentence that it stands for; null where it stands for none. */
export const completed = (fragment: string): string | null => {
  if (OWN_SUBJECT.test(fragment)) return null;
  const found = PREDICATES.find(([pattern]) => pattern.test(fragment));
  if (found === undefined) return null;
  // "Working with them would be cool": a sentence whose subject is a doing, not a fragment.
  if (
    /^\p{L}+ing\b/iu.test(fragment) &&
    /^[^,;:]*?(?<!\b(?:who|which|that|what|where|when|and|but) )\b(?:is|are|was|were|would|can|could|will|has|makes?|brings?|helps?|feels?|seems?|takes?|gives?|means?)\b/iu.test(
      fragment,
    )
  )
    return null;
  const rest = fragment
    .replace(/ here$/u, "")
    .replace(/^\p{Lu}(?=\p{Ll}*(?:\s|$))/u, (letter) => letter.toLowerCase());
  const article = found[1] === "I am a " && /^[aeiou]/iu.test(rest) ? "I am an " : found[1];
  return article + rest;
};
