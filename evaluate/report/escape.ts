const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The text for HTML, attributes included. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign);
