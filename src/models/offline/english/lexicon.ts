import type { ProtectedSpan } from "../text/protected-spans.ts";
import type { Gazetteer } from "./gazetteer.ts";
import type { Tagger } from "./tagger.ts";

/** What is known of the words of a message. */
export interface Lexicon {
  readonly tagger: Tagger;
  readonly gazetteer: Gazetteer;
  readonly spans: ReadonlyMap<string, ProtectedSpan>;
}
