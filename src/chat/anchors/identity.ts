import { z } from "zod";
import { statementsOf } from "../../language/sentences.ts";
import { withoutEnd } from "../../language/trimming.ts";

/** The identity of the user, as far as the user has stated it. */
export const identitySchema = z
  .object({
    name: z.string().nullable(),
    role: z.string().nullable(),
    company: z.string().nullable(),
  })
  .readonly();
type Identity = z.infer<typeof identitySchema>;

export const NOBODY: Identity = { name: null, role: null, company: null };

const NAME = String.raw`\p{Lu}[\p{L}'’.-]*(?:\s+(?:d[aeo]s?\s+|v[ao]n\s+)?\p{Lu}[\p{L}'’-]+){0,3}`;
const COMPANY = String.raw`(?:St\.\s)?\p{Lu}[\p{L}\p{N}&._'’-]*(?:\s+\p{Lu}[\p{L}\p{N}&._'’-]*){0,3}`;
/** `lead developer`, `a Senior Data Engineer`: one to five words. */
const ROLE = String.raw`(?:\b(?:an?|the|um|uma|o|a)\s+)?(?<role>[\p{L}][\p{L}/&-]*(?:\s+(?!at\b|for\b|with\b|na\b|no\b|da\b|and\b)[\p{L}/&-]+){0,4})`;
const I_AM = String.raw`\b(?:[Ii]['’]?m|[Ii] am|[Ee]u sou|[Ss]ou)\s+(?:o\s+|a\s+)?`;
const MY_NAME_IS = String.raw`\b(?:[Mm]y (?:full )?name(?: is|['’]s)|[Cc]all me|[Mm]eu nome é|[Mm]e chamo)\s+`;
const AT = String.raw`\s+(?:at|for|with|na|no|da|from)\s+(?:the\s+)?`;
const NAME_END = String.raw`(?=\s*(?:[.,!;–—-]|$|and\b|from\b|e\b))`;

/**
 * Patterns by which a user states an identity; if two match one statement, the later one counts.
 */
const INTRODUCTIONS: readonly RegExp[] = [
  // I work at Vertix as a product manager
  new RegExp(
    String.raw`\b[Ii](?:['’]m)?\s+(?:now\s+|currently\s+)?work(?:ing)?\s+(?:at|for)\s+(?<company>${COMPANY})(?:\s+as\s+(?:an?|the)\s+(?<role>[\p{L}][\p{L}/& -]{1,60}?)(?=[.,;!]|$|\s+(?:and|on|in|since)\b))?`,
    "u",
  ),
  // I'm a data engineer at Brightwater Labs, I'll be a nurse at Millbank
  new RegExp(
    String.raw`(?:${I_AM}|\b[Ii](?:['’]ll| will) be\s+)(?:an?|the|um|uma)\s+(?<role>[\p{L}][\p{L}/&-]*(?:\s+(?!at\b|for\b|with\b)[\p{L}/&-]+){0,4})${AT}(?<company>${COMPANY})`,
    "u",
  ),
  // I'm John Doe. (A single word after "I'm" may be any adjective.)
  new RegExp(
    String.raw`${I_AM}(?<name>\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){1,3})${NAME_END}`,
    "u",
  ),
  // My name is Ana
  new RegExp(`${MY_NAME_IS}(?<name>${NAME})`, "u"),
  // I'm John Doe, lead developer at FakeCompany
  new RegExp(
    String.raw`(?:${I_AM}|${MY_NAME_IS})(?<name>${NAME})\s*(?:,|-|–|—|and I(?:['’]m| am)|, and I(?:['’]m| am))\s*${ROLE}${AT}(?<company>${COMPANY})`,
    "u",
  ),
];

/** After a greeting, a single word is a name: "Hello! I'm Priya". */
const GREETING = new RegExp(
  String.raw`^\s*(?:[Hh]i|[Hh]ello|[Hh]ey|[Oo]lá|[Oo]i|[Gg]ood (?:morning|afternoon|evening))\b[^?\n]{0,20}?${I_AM}(?<name>${NAME})${NAME_END}`,
  "u",
);

/**
 * Patterns by which a user states that work has ended or that new work begins. Both end the
 * previous work.
 */
const LEAVING =
  /\b[Ii](?:['’]ve| have)?\s+(?:just\s+|finally\s+)?(?:(?:quit|left|lost|resigned from|retired from)\s+(?:(?:my|the)\s+(?:old\s+)?(?:job|position)\b|(?<company>\p{Lu}[\p{L}\p{N}&.'’-]*))|(?:got|have|started|found|took)\s+(?:a|my)\s+new\s+(?:job|position|role)\b|(?:quit|resigned|retired)(?=\s*(?:[.,!;]|$|(?:last|today|yesterday|in|on)\b)))/u;

const withoutEndMarks = (text: string | undefined): string | null =>
  withoutEnd(text ?? "", /[\s.,;'’-]/u).trim() || null;

/** The identity without work that has ended according to a statement. */
const afterLeaving = (knownIdentity: Identity, statement: string): Identity => {
  const match = LEAVING.exec(statement);
  const leftCompany = withoutEndMarks(match?.groups?.["company"]);
  const isLeft =
    match !== null &&
    (leftCompany === null || knownIdentity.company?.startsWith(leftCompany) === true);
  return isLeft ? { ...knownIdentity, role: null, company: null } : knownIdentity;
};

/** The identity after a statement, which replaces earlier statements. */
const afterStatement = (knownIdentity: Identity, statement: string): Identity =>
  INTRODUCTIONS.reduce(
    (identity, introduction) => {
      const { name, role, company } = introduction.exec(statement)?.groups ?? {};
      return {
        name: withoutEndMarks(name) ?? identity.name,
        role: withoutEndMarks(role) ?? identity.role,
        company: withoutEndMarks(company) ?? identity.company,
      };
    },
    afterLeaving(knownIdentity, statement),
  );

/** The identity after a further text, which replaces earlier statements. */
export const identityAfter = (knownIdentity: Identity, text: string): Identity => {
  const { name } = GREETING.exec(text)?.groups ?? {};
  return statementsOf(text).reduce(afterStatement, {
    ...knownIdentity,
    name: withoutEndMarks(name) ?? knownIdentity.name,
  });
};

/** The identity in words; null if nothing is known. */
export const identityText = ({ name, role, company }: Identity): string | null => {
  const parts = [name, role && `role: ${role}`, company && `company: ${company}`].filter(
    (part) => part !== null && part !== "",
  );
  return parts.length === 0 ? null : `User identity: ${parts.join("; ")}.`;
};
