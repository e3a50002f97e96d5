import type { SessionId } from "../../../memory/ids.ts";
import type { Session, Turn } from "../../../memory/session.ts";
import type { Commit, Head, Note, NoteChange, SpaceImport } from "../../port.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { head } from "../tables/head.ts";
import { changeNotes, note } from "../tables/notes.ts";
import { sessions } from "../tables/sessions.ts";
import { restoreSession } from "../tables/turns.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import { replay } from "./commit.ts";

export interface ImportTransactionOptions {
  readonly vectors: VectorIndex;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called when everything is committed, to sync it to the disk. */
  readonly onFinish: () => Promise<void>;
}

/**
 * An import as one transaction on its own connection. A killed process therefore leaves nothing of
 * it, and concurrent readers see the previous state of the space.
 */
export class ImportTransaction implements SpaceImport {
  readonly #file: SpaceFile;
  readonly #options: ImportTransactionOptions;
  readonly #asPort: <T>(act: () => T | Promise<T>) => Promise<T>;

  /** `file` has an open transaction. `asPort` translates the errors that its argument throws. */
  constructor(
    file: SpaceFile,
    options: ImportTransactionOptions,
    asPort: <T>(act: () => T | Promise<T>) => Promise<T>,
  ) {
    this.#file = file;
    this.#options = options;
    this.#asPort = asPort;
  }

  head(): Promise<Head> {
    return this.#asPort(() => head(this.#file));
  }

  note(session: SessionId | null, path: string): Promise<Note | null> {
    return this.#asPort(() => note(this.#file, session, path, this.#options.now()));
  }

  hasSessions(): Promise<boolean> {
    return this.#asPort(() => sessions(this.#file, { first: 1 }).items.length > 0);
  }

  changeNotes(session: SessionId | null, changes: readonly NoteChange[]): Promise<boolean> {
    return this.#asPort(() => changeNotes(this.#file, session, changes, this.#options.now()));
  }

  replay(expectedHead: Head, commits: readonly Commit[]): Promise<boolean> {
    return this.#asPort(() => replay(this.#file, this.#options.vectors, expectedHead, commits));
  }

  restoreSession(session: Session, turns: readonly Turn[]): Promise<void> {
    return this.#asPort(() => restoreSession(this.#file, session, turns));
  }

  async finish(): Promise<void> {
    await this.#asPort(() => {
      this.#file.endWriting("COMMIT");
      this.#file.close();
    });
    await this.#options.onFinish();
  }

  cancel(): Promise<void> {
    return this.#asPort(() => {
      if (!this.#file.isOpen) return;
      this.#file.endWriting("ROLLBACK");
      this.#file.close();
    });
  }
}
