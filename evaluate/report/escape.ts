const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in HTML, in an attribute too. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/gu, (sign) => ENTITIES[sign]!);
