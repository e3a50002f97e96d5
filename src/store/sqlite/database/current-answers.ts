import { LRUCache } from "lru-cache";
import type { SpaceFile } from "./space-file.ts";

/**
 * Maximum number of files whose answers are cached. Those of all kinds take at most 8 MB per
 * file.
 */
const FILES = 8;
/** Default maximum number of answers of one kind per file. */
const ANSWERS = 2_048;

/** The answers as of a head. */
interface AnswersAtHead<Key, Answer> {
  /** The tag of the head. */
  readonly tag: number;
  readonly answers: Map<Key, Answer>;
}

/**
 * Answers a read for some keys at a record time in milliseconds. `read` returns the answers that
 * are not cached, in the order of its argument.
 */
type AnswerCurrently<Key, Answer> = (
  file: SpaceFile,
  knownAt: number,
  keys: readonly Key[],
  read: (missingKeys: readonly Key[]) => Answer[],
) => Answer[];

/**
 * Makes a cache of what one kind of read answers as of the head of a file, by key. The answers hold
 * at every record time since the head, until a commit or an erasure moves it. Reads of the past
 * bypass the cache, and so do reads outside of a transaction of `read`, whose head may move.
 */
export const currentAnswers = <Key, Answer extends {} | null>(
  most = ANSWERS,
): AnswerCurrently<Key, Answer> => {
  const files = new LRUCache<SpaceFile, AnswersAtHead<Key, Answer>>({ max: FILES });
  const answersAtHead = (file: SpaceFile): Map<Key, Answer> => {
    const { tag } = file.state;
    const knownFile = files.get(file);
    if (knownFile?.tag === tag && knownFile.answers.size < most) return knownFile.answers;
    const answers = new Map<Key, Answer>();
    files.set(file, { tag, answers });
    return answers;
  };
  return (file, knownAt, keys, read) => {
    if (!file.isCurrent(knownAt)) return read(keys);
    const answers = answersAtHead(file);
    const current: Answer[] = [];
    for (const key of keys) {
      const answer = answers.get(key);
      if (answer !== undefined) current.push(answer);
    }
    if (current.length === keys.length) return current;
    const missingKeys = keys.filter((key) => !answers.has(key));
    for (const [i, answer] of read(missingKeys).entries()) {
      const key = missingKeys[i];
      if (key !== undefined) answers.set(key, answer);
    }
    return keys.flatMap((key) => {
      const answer = answers.get(key);
      return answer === undefined ? [] : [answer];
    });
  };
};
