/**
 * Functions that turn stored text into data for a prompt. The text cannot close its frame, forge a
 * citation or a role label, or contain a special token of a model. Words, figures, links and paths
 * are unchanged.
 */

const FRAME_START = "<memory>\n";
/** The end of a frame. A text that is cut to a budget gets it back. */
export const FRAME_END = "\n</memory>";

const LINE_BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/gu;
const WHITE_SPACE = /[\s\u0085]+/gu;
/**
 * Invisible characters that could hide or reverse others: zero widths, directions, tags. The
 * joiners of scripts and emoji are not included.
 */
const UNSEEN =
  /(?![\t\n])[\p{Cc}\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * The start of a tag in any width: `</memory>`, `<|im_start|>`, `<s>`, `<<SYS>>`, but not `a < b`,
 * `<3` or `->`.
 */
const TAG_START = /[<\uff1c\ufe64](?=[\u200c\u200d]?[/!?|\uff5c\u2223<\uff1c\ufe64\p{L}_\u2581])/gu;
const TAG_END = /(?<=[\p{L}\p{N}_/"'|\uff5c\u2223\u2581>\uff1e\ufe65])[>\uff1e\ufe65]/gu;
const BAR_IN_TAG = /(?<=‹)[|\uff5c\u2223]|[|\uff5c\u2223](?=›)/gu;
/** A reference in brackets of any width: `[3]`, `[1, 2]`, `[^4]`, `[INST]`, `[/TOOL_CALLS]`. */
const REFERENCE =
  /[[\uff3b\u3010\u27e6](?<inside>[\s^#/_\-\u2013,;:\p{N}]{1,40}|\s?\/?\s?[A-Z_]{2,40}\s?)[\]\uff3d\u3011\u27e7]/gu;
/** A role label at the start of a line: `System:`, `### Assistant:`, `**user** :`. */
const ROLE_LABEL =
  /^(?=[\s>#*_`~|[({-]{0,20}(?:system|assistant|user|human|ai|bot|agent|tool|function|developer|model|instructions?)[\s*_`~\])}]{0,8}[:\uff1a])/iu;

/**
 * The special tokens of chat templates: `<|im_start|>`, `<｜User｜>`, `<s>`, `[/INST]`, `<<SYS>>`,
 * `<end_of_turn>`. Other tags and brackets are not included.
 */
const SPECIAL_TOKEN =
  /(?<start>[<\uff1c])(?<name>[|\uff5c][^<>\n]{0,64}[|\uff5c]|<\s?\/?SYS\s?>|\/?(?:s|bos|eos|pad|unk|mask|sep|cls|tool_call|tool_response|tool_calls|think|(?:start|end)_of_turn|start_of_image)|image_soft_token)(?<end>[>\uff1e])|\[(?<tag>\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|IMG|PREFIX|SUFFIX|MIDDLE))\]/gu;

/**
 * Text of words, figures and plain punctuation only, which needs no change. Most stored text is
 * like this.
 */
const PLAIN = /^[\p{L}\p{N}\p{M} .,;:!?'’$€£%&()+*=@#"-]*$/u;

/** The text without tags, references and invisible characters. */
const neutral = (text: string): string =>
  text
    .replace(UNSEEN, "")
    .replace(TAG_START, "‹")
    .replace(TAG_END, "›")
    .replace(BAR_IN_TAG, "¦")
    .replace(REFERENCE, "($<inside>)");

/** Stored text on one line of a frame, without white space around it. */
export const fencedLine = (text: string): string =>
  PLAIN.test(text) && !text.includes("  ")
    ? text.trim()
    : neutral(text.replace(WHITE_SPACE, " ")).trim();

/** Stored text in quotation marks on one line of a frame. It cannot close them. */
export const fencedQuotation = (text: string): string =>
  `"${fencedLine(text).replace(/["\uff02]/gu, "”")}"`;

/** Stored text as lines of a frame. A line that begins with a role label is marked. */
export const fencedLines = (text: string): string =>
  neutral(text.replace(LINE_BREAK, "\n"))
    .split("\n")
    .map((line) => line.replace(ROLE_LABEL, "> "))
    .join("\n");

/** Fenced lines in a frame. */
export const inFrame = (lines: string): string => `${FRAME_START}${lines}${FRAME_END}`;

/**
 * The text of a message with the special tokens of chat templates broken up. Everything else is
 * unchanged.
 */
export const withoutSpecialTokens = (text: string): string =>
  text.replace(SPECIAL_TOKEN, (...match) => {
    const { name, tag } = match.at(-1) as Readonly<Record<string, string | undefined>>;
    return tag === undefined ? `‹${(name ?? "").replace(/[<>]/gu, "")}›` : `(${tag})`;
  });
