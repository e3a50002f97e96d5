import { statementsOf } from "./sentences.ts";

/** Who the user is, as far as the user has said. */
export interface Identity {
  readonly name: string | null;
  readonly role: string | null;
  readonly company: string | null;
}

export const NOBODY: Identity = { name: null, role: null, company: null };

const NAME = String.raw`\p{Lu}[\p{L}'’.-]*(?:\s+(?:d[aeo]s?\s+|v[ao]n\s+)?\p{Lu}[\p{L}'’-]+){0,3}`;
const COMPANY = String.raw`\p{Lu}[\p{L}\p{N}&._'’-]*(?:\s+\p{Lu}[\p{L}\p{N}&._'’-]*){0,3}`;
/** `lead developer`, `a Senior Data Engineer`: one to five words. */
const ROLE = String.raw`(?:\b(?:an?|the|um|uma|o|a)\s+)?(?<role>[\p{L}][\p{L}/&-]*(?:\s+(?!at\b|for\b|with\b|na\b|no\b|da\b|and\b)[\p{L}/&-]+){0,4})`;
const I_AM = String.raw`\b(?:[Ii]['’]?m|[Ii] am|[Ee]u sou|[Ss]ou)\s+(?:o\s+|a\s+)?`;
const NAMED = String.raw`\b(?:[Mm]y (?:full )?name(?: is|['’]s)|[Cc]all me|[Mm]eu nome é|[Mm]e chamo)\s+`;
const AT = String.raw`\s+(?:at|for|with|na|no|da|from)\s+(?:the\s+)?`;

const INTRODUCED = new RegExp(
  String.raw`(?:${I_AM}|${NAMED})(?<name>${NAME})\s*(?:,|-|–|—|and I(?:['’]m| am)|, and I(?:['’]m| am))\s*${ROLE}${AT}(?<company>${COMPANY})`,
  "u",
);
const NAME_GIVEN = new RegExp(`${NAMED}(?<name>${NAME})`, "u");
const NAME_FULL = new RegExp(
  String.raw`${I_AM}(?<name>\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){1,3})(?=\s*(?:[.,!;–—-]|$|and\b|from\b|e\b))`,
  "u",
);
/** A single name may be any adjective, but after a greeting. */
const GREETED = new RegExp(
  String.raw`^\s*(?:[Hh]i|[Hh]ello|[Hh]ey|[Oo]lá|[Oo]i|[Gg]ood (?:morning|afternoon|evening))\b[^?\n]{0,20}?${I_AM}(?<name>${NAME})(?=\s*(?:[.,!;–—-]|$|and\b|from\b|e\b))`,
  "u",
);
const ROLE_AT = new RegExp(
  String.raw`${I_AM}(?:an?|the|um|uma)\s+(?<role>[\p{L}][\p{L}/&-]*(?:\s+(?!at\b|for\b|with\b)[\p{L}/&-]+){0,4})${AT}(?<company>${COMPANY})`,
  "u",
);
const WORKS_AT = new RegExp(
  String.raw`\b[Ii](?:['’]m)?\s+(?:now\s+|currently\s+)?work(?:ing)?\s+(?:at|for)\s+(?<company>${COMPANY})(?:\s+as\s+(?:an?|the)\s+(?<role>[\p{L}][\p{L}/& -]{1,60}?)(?=[.,;!]|$|\s+(?:and|on|in|since)\b))?`,
  "u",
);

const tidy = (text: string | undefined): string | null =>
  text?.replace(/[\s.,;'’-]+$/u, "").trim() || null;

/** What one statement says of who the user is. */
const introduced = (statement: string): Partial<Record<keyof Identity, string | null>> => {
  const found: Partial<Record<keyof Identity, string | null>> = {};
  for (const form of [WORKS_AT, ROLE_AT, NAME_FULL, NAME_GIVEN, INTRODUCED]) {
    const groups = form.exec(statement)?.groups;
    if (!groups) continue;
    for (const key of ["name", "role", "company"] as const) {
      const value = tidy(groups[key]);
      if (value !== null) found[key] = value;
    }
  }
  return found;
};

/** Who the user is after another text; what it says takes the place of what was said before. */
export const identityAfter = (known: Identity, text: string): Identity => {
  const greeted = tidy(GREETED.exec(text)?.groups?.["name"]);
  return statementsOf(text).reduce(
    (identity, statement) => ({ ...identity, ...introduced(statement) }),
    greeted === null ? known : { ...known, name: greeted },
  );
};

/** Null where nothing is known. */
export const identityText = ({ name, role, company }: Identity): string | null => {
  const parts = [name, role && `role: ${role}`, company && `company: ${company}`].filter(
    (part) => part !== null && part !== "",
  );
  return parts.length === 0 ? null : `User identity: ${parts.join("; ")}.`;
};
