import type { FileWorkInput, FileWorkName } from "./file-works.ts";

export interface ThreadTask {
  readonly name: FileWorkName;
  readonly input: FileWorkInput<FileWorkName>;
}

export type ThreadAnswer = { readonly result: unknown } | { readonly error: SentError };

/** An error as it is sent between threads, which would otherwise lose the codes of its cause. */
export interface SentError {
  readonly message: string;
  readonly name: string;
  readonly stack: string | undefined;
  /** SQLite's result code and its words, and the operating system's code. */
  readonly codes: Readonly<Record<string, string | number>>;
}

const CODES = ["errcode", "errstr", "code"] as const;

export const sentError = (error: unknown): SentError => {
  if (!(error instanceof Error))
    return { message: String(error), name: "Error", stack: undefined, codes: {} };
  const { message, name, stack } = error;
  const codes = CODES.flatMap((code) => {
    const value: unknown = Reflect.get(error, code);
    return typeof value === "string" || typeof value === "number" ? [[code, value] as const] : [];
  });
  return { message, name, stack, codes: Object.fromEntries(codes) };
};

export const receivedError = ({ message, name, stack, codes }: SentError): Error =>
  Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }) }, codes);
