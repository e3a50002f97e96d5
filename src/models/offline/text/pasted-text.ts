import { groupsIn, PHRASES } from "../data/expressions.ts";

/** A request to work on a text, up to the text: "Rewrite this email: ". */
const REQUEST = PHRASES.one("works_on_text");
/** The rest of a message that sets a scene, in which nobody speaks as themselves. */
const SCENE = PHRASES.one("sets_scene");
const RIDDLE = PHRASES.one("riddle");
const INTRODUCES = PHRASES.one("introduces_oneself");
const MAIL_HEAD = PHRASES.one("mail_head");
const ABOUT_MAIL = PHRASES.one("about_mail");
const QUOTED = /^(?:"[^"]{1,4000}"|“[^”]{1,4000}”)/u;

/** A block of code, which nobody says. */
const CODE = /```[^`]{1,8000}(?:```|$)/gu;

/**
 * Whether the message is a riddle. Who tells where they live or work and asks "Who am I?" wants to
 * hear what is remembered.
 */
const isRiddle = (message: string): boolean => {
  const { asked } = groupsIn(RIDDLE, message);
  return asked !== undefined && !(/^who$/iu.test(asked) && INTRODUCES.test(message));
};

/** The message without a mail of somebody else, which stands there with its head. */
const withoutMail = (text: string): string => {
  const head = MAIL_HEAD.exec(text);
  if (head === null) return text;
  const { request = "" } = ABOUT_MAIL.exec(text.slice(head.index))?.groups ?? {};
  return `${text.slice(0, head.index)}\n${request}`;
};

/**
 * The message without code, without a mail, without a text that it asks to work on, and without a riddle or a scene that it
 * sets. Their words are not said by the speaker: "Summarise this thread: …", "In this scenario, …".
 */
export const withoutPastedText = (text: string): string => {
  const message = withoutMail(text.replace(CODE, '"…"'));
  if (isRiddle(message)) return "";
  const scene = SCENE.exec(message);
  const own = scene === null ? message : message.slice(0, scene.index);
  const request = REQUEST.exec(own);
  if (request === null) return own;
  const start = request.index + request[0].length;
  const quotation = QUOTED.exec(own.slice(start));
  const rest = quotation === null ? "" : own.slice(start + quotation[0].length);
  return `${own.slice(0, request.index)}. ${rest}`;
};
