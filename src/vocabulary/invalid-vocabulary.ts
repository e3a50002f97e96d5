/** A vocabulary file that cannot be used. The message names the file, the line and the problem. */
export class InvalidVocabulary extends Error {
  override readonly name = "InvalidVocabulary";

  constructor(path: string, line: number | null, problem: string, options?: ErrorOptions) {
    super(`The vocabulary ${path}${line === null ? "" : `, line ${line},`} ${problem}`, options);
  }
}
