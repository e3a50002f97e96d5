/** Every string in a value of JSON, names of properties included. */
export const stringsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Array.isArray(value)
    ? value.flatMap(stringsIn)
    : Object.entries(value).flatMap(([name, own]) => [name, ...stringsIn(own)]);
};
