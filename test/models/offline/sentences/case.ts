/** One message and all that must be read of it, nothing more. */
export interface Case {
  readonly says: string;
  /** Default: Rafael, who is named. `user` is not. */
  readonly by?: string;
  /** The messages before it. */
  readonly after?: readonly string[];
  /** The name under which the speaker introduces itself. */
  readonly self?: string;
  /** `+` new, `~` update, `-` taken back; the text; `[slot=value]`; the confidence unless it is 0.95; `{from..to}` where it is dated. */
  readonly facts: readonly string[];
  /** `source type target`. */
  readonly relations?: readonly string[];
}
