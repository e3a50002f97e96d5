/** Models that reason in the open do so between these tags; an answer that is cut short may lack the second. */
const THOUGHTS = /<think>[\s\S]*?(?:<\/think>|$)/giu;

export const withoutThoughts = (answer: string): string => answer.replace(THOUGHTS, "").trim();
