import { factVersionId } from "../memory/fact.ts";
import type { SessionId, TurnId } from "../memory/ids.ts";
import type { Strategy, Turn } from "../memory/session.ts";
import type { TimePoint } from "../memory/time.ts";
import type { SearchHit } from "../read/search-request.ts";
import type { NoteChange, NoteValue, SpaceStore } from "../store/port.ts";
import type { AssembledContext } from "./assemble.ts";
import type { ChatMetrics } from "./chat-report.ts";
import type { ContextCut, ContextMessage } from "./context-message.ts";
import type { Mode } from "./mode.ts";

/** The context of a turn's reply as it was sent. */
export interface SentContext {
  readonly strategy: Strategy;
  readonly mode: Mode;
  readonly at: TimePoint;
  readonly context: AssembledContext;
  /** Which model replied, and what that cost; null where none did. */
  readonly answered: { readonly model: string; readonly metrics: ChatMetrics } | null;
}

/** How it is kept: the words of a turn that stays are read from it, those of one that may expire first are kept with the context. */
interface Kept extends Omit<SentContext, "context"> {
  readonly messages: readonly (Omit<ContextMessage, "content"> & { readonly content?: string })[];
  readonly cut: readonly ContextCut[];
  readonly hits: readonly (Omit<SearchHit, "version"> & { readonly version: string | null })[];
}

/** Characters of one context that are kept with it; a longer one is kept by reference to its turns. */
const LONGEST_KEPT = 200_000;

const pathOf = (turn: TurnId): string => `/context/${turn}`;

const lengthOf = (messages: readonly ContextMessage[]): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

/** The note that keeps the context of the reply to a turn, for as long as the turn stays. */
export const contextNote = ({ id, content, expiresAt }: Turn, sent: SentContext): NoteChange => {
  const {
    context: { messages, cut, hits },
    ...rest
  } = sent;
  const byReference = expiresAt === null || lengthOf(messages) > LONGEST_KEPT;
  const kept: Kept = {
    ...rest,
    messages: messages.map(({ content: words, ...message }) => {
      const isTurn =
        message.turn !== undefined &&
        (message.origin === "TURN" || (message.origin === "MESSAGE" && words === content));
      return isTurn && byReference ? message : { ...message, content: words };
    }),
    cut,
    hits: hits.map(({ version, ...hit }) => ({
      ...hit,
      version: version && factVersionId(version),
    })),
  };
  return { path: pathOf(id), value: kept as unknown as NoteValue, expiresAt };
};

/** The context of the reply to a turn as it was sent; null where there is none. A turn of it that has expired since is missing from it, and told so. */
export const sentContext = async (
  space: SpaceStore,
  session: SessionId,
  turn: TurnId,
): Promise<SentContext | null> => {
  const path = pathOf(turn);
  const note = (await space.notes(session, path)).find((note) => note.path === path);
  if (note === undefined) return null;
  const { messages: kept, cut, hits, ...rest } = note.value as unknown as Kept;
  const missing = kept.flatMap(({ content, turn: id }) =>
    content === undefined && id !== undefined ? [id] : [],
  );
  const [turns, versions] = await Promise.all([
    missing.length === 0 ? [] : space.turnsById(missing),
    space.factVersions(
      hits.flatMap(({ version }) =>
        version === null ? [] : [{ version, knownAt: rest.at.knownAt }],
      ),
    ),
  ]);
  const words = new Map(
    turns.flatMap((found) => (found === null ? [] : [[found.id, found.content] as const])),
  );
  const messages = kept.flatMap((message): ContextMessage[] => {
    const content = message.content ?? words.get(message.turn ?? "");
    return content === undefined ? [] : [{ ...message, content }];
  });
  const gone = kept.filter(
    ({ content, turn: id }) => content === undefined && !words.has(id ?? ""),
  );
  const expired: ContextCut[] =
    gone.length === 0
      ? []
      : [
          {
            origin: "TURN",
            reason: "EXPIRED",
            messages: gone.length,
            tokens: gone.reduce((sum, { tokens }) => sum + tokens, 0),
          },
        ];
  const byId = new Map(
    versions.flatMap((version) =>
      version === null ? [] : [[factVersionId(version), version] as const],
    ),
  );
  return {
    ...rest,
    context: {
      messages,
      cut: [...cut, ...expired],
      hits: hits.map(({ version, ...hit }) => ({
        ...hit,
        version: version === null ? null : (byId.get(version) ?? null),
      })),
      tokens: messages.reduce((sum, { tokens }) => sum + tokens, 0),
    },
  };
};
