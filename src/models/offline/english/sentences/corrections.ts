/** "It is not Boston, I meant Baltimore": what was said and what was meant. */
export interface Correction {
  readonly wrong: string | null;
  readonly right: string;
  /** What the value is, where the sentence says so: "that is where I live". */
  readonly about: string | null;
}

const VALUE = String.raw`(?:the |an? )?[\p{L}\p{N}$€£%][^,;:!?]{0,60}?`;
const NOT_BUT: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:it|that|this) is not (?<wrong>${VALUE}),?\s*(?:but|it is(?: actually)?|I meant(?: to say)?|I mean|rather)\s+(?<right>${VALUE})(?<rest>[,;:].*)?$`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:sorry,?\s*|oops,?\s*|no,?\s*|wait,?\s*)*I (?:meant|mean|meant to say|should have said)\s+(?<right>${VALUE}),?\s+not\s+(?<wrong>${VALUE})(?<rest>[,;:].*)?$`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:it|that) is (?<right>${VALUE}),?\s+not\s+(?<wrong>${VALUE})(?<rest>[,;:].*)?$`,
    "iu",
  ),
  new RegExp(String.raw`^(?<right>${VALUE}),\s+not\s+(?<wrong>${VALUE})(?<rest>[,;:].*)?$`, "iu"),
  new RegExp(
    String.raw`^(?:sorry,?\s*|oops,?\s*|no,?\s*|wait,?\s*)*I (?:meant|meant to say)\s+(?<right>${VALUE})(?<rest>[,;:].*)?$`,
    "iu",
  ),
];
const ABOUT = /that is where (?<about>(?:I|we) [^.!?]+)|that is my (?<key>[^.!?]+)/iu;
/** "Berlin is where I live". */
const CLEFT = new RegExp(
  String.raw`^(?<right>${VALUE})(?: is|: that is|, that is) where (?<about>(?:I|we)(?: \p{L}+){1,3})(?<rest>[,;:].*)?$`,
  "iu",
);

export const readCorrection = (sentence: string): Correction | null => {
  const end = sentence.search(/[.!]*$/u);
  for (const pattern of [...NOT_BUT, CLEFT]) {
    const {
      right,
      wrong,
      rest = "",
      ...named
    } = pattern.exec(sentence.slice(0, end))?.groups ?? {};
    if (right === undefined) continue;
    const { about, key } = ABOUT.exec(rest)?.groups ?? {};
    const told = named["about"] ?? about ?? (key === undefined ? undefined : `my ${key} is`);
    return { wrong: wrong?.trim() ?? null, right: right.trim(), about: told?.trim() ?? null };
  }
  return null;
};

const AT = /\b(?:work|study|teach|intern)\b/iu;

/**
 * The statement that the correction makes: by what it says itself, else by the latest message that
 * holds what was wrong.
 */
export const correctedStatement = (
  correction: Correction,
  recentMessages: readonly string[],
): string | null => {
  const { about, right, wrong } = correction;
  if (about !== null)
    return about.endsWith(" is")
      ? `${about} ${right}`
      : `${about} ${AT.test(about) ? "at" : "in"} ${right}`;
  if (wrong === null) return null;
  const said = recentMessages.findLast(
    (message) => message.length < 1000 && message.toLowerCase().includes(wrong.toLowerCase()),
  );
  if (said === undefined) return null;
  const at = said.toLowerCase().indexOf(wrong.toLowerCase());
  const start = said.slice(0, at).search(/[^.!?\n]*$/u);
  const [sentence = ""] = said.slice(start).split(/(?<=[.!?])\s/u);
  const error = sentence.toLowerCase().indexOf(wrong.toLowerCase());
  return `${sentence.slice(0, error)}${right}${sentence.slice(error + wrong.length)}`.trim();
};
