import { hash } from "node:crypto";

/** What makes two statements the same to the letter: case, white space and closing punctuation aside. SHA-256, 32 hex digits (seed 001). */
export const contentHash = (text: string): string =>
  hash(
    "sha256",
    text
      .normalize("NFC")
      .toLowerCase()
      .replace(/\s+/gu, " ")
      .replace(/[\s.!?…,;:]+$/u, "")
      .trim(),
    "hex",
  ).slice(0, 32);
