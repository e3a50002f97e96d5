import { hash } from "node:crypto";

/**
 * A hash that two statements share if they are equal apart from case, white space and closing
 * punctuation: 32 hexadecimal digits of SHA-256.
 */
export const contentHash = (text: string): string =>
  hash(
    "sha256",
    text
      .normalize("NFC")
      .toLowerCase()
      .replace(/\s+/gu, " ")
      .replace(/(?<![\s.!?…,;:])[\s.!?…,;:]+$/u, "")
      .trim(),
    "hex",
  ).slice(0, 32);
