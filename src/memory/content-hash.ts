import { createHash } from "node:crypto";

/** What makes two statements the same to the letter: case, white space and closing punctuation aside. SHA-256, 32 hex digits (seed 001). */
export const contentHash = (text: string): string =>
  createHash("sha256")
    .update(text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").replace(/[\s.!?…,;:]+$/u, "").trim())
    .digest("hex")
    .slice(0, 32);
