import { useRef, useState } from "react";
import { useQuery } from "urql";
import { sentenceOf } from "../api/client.ts";
import {
  ContextsDocument,
  type SentContextFragment,
  SentContextOfDocument,
  SessionsDocument,
  TurnsDocument,
  type TurnsQuery,
} from "../api/operations.ts";
import { plural, spokenName } from "../memory/words.ts";
import { dateOf, instantOf } from "../state/dates.ts";
import { timePointOf, useView } from "../state/view.ts";

type Turn = NonNullable<TurnsQuery["session"]>["turns"]["nodes"][number];

const nameOf = ({ strategy }: SentContextFragment): string => spokenName(strategy.toLowerCase());

type SentMessage = SentContextFragment["messages"][number];

/**
 * One message to the model. Content that all strategies share is folded, so that the rest can be
 * compared.
 */
const Part = ({
  message,
  isFolded,
}: {
  readonly message: SentMessage;
  readonly isFolded: boolean;
}) => {
  const heading = `${message.role.toLowerCase()} · ${spokenName(message.origin.toLowerCase())} · ${plural(message.tokens, "token")}`;
  const text = <pre dir="auto">{message.content}</pre>;
  if (isFolded)
    return (
      <details>
        <summary className="caption">{heading}</summary>
        {text}
      </details>
    );
  return (
    <div>
      <p className="caption">{heading}</p>
      {text}
    </div>
  );
};

interface PartsProps {
  readonly context: SentContextFragment;
  /** Folded contents. */
  readonly foldedContents?: ReadonlySet<string>;
}

/** The context of a strategy, with the cost of each part and its cuts. */
const Parts = ({ context, foldedContents }: PartsProps) => (
  <>
    {context.messages.map((message, i) => (
      <Part
        key={`${i} ${message.origin}`}
        message={message}
        isFolded={foldedContents?.has(message.content) ?? false}
      />
    ))}
    {context.cuts.map((cut) => (
      <p className="caption" key={`${cut.origin} ${cut.reason}`}>
        left out: {plural(cut.messages, "message")} of {spokenName(cut.origin.toLowerCase())} (
        {spokenName(cut.reason.toLowerCase())})
      </p>
    ))}
  </>
);

const ContextView = ({ context }: { readonly context: SentContextFragment }) => (
  <details className="group context">
    <summary>
      {nameOf(context)} · {plural(context.tokens, "token")} ·{" "}
      {plural(context.messages.length, "message")}
    </summary>
    <Parts context={context} />
  </details>
);

interface ContextsProps {
  readonly message: string;
  readonly contexts: readonly SentContextFragment[];
}

/** The share of the largest context. */
const Cost = ({
  context,
  contexts,
}: Pick<ContextsProps, "contexts"> & {
  readonly context: SentContextFragment;
}) => {
  const most = Math.max(1, ...contexts.map(({ tokens }) => tokens));
  return (
    <span className="meter" aria-hidden="true">
      <i style={{ width: `${(context.tokens / most) * 100}%` }} />
    </span>
  );
};

/** The content that all contexts share. */
const sentByAll = ([first, ...others]: readonly SentContextFragment[]): Set<string> => {
  const contents = first?.messages.map(({ content }) => content) ?? [];
  const isShared = (content: string): boolean =>
    others.every(({ messages }) => messages.some((message) => message.content === content));
  return new Set(contents.filter(isShared));
};

/** Every strategy in a column of its own, over the whole page. */
const Columns = ({ message, contexts }: ContextsProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const sharedContents = sentByAll(contexts);
  return (
    <>
      <button type="button" className="button" onClick={() => dialog.current?.showModal()}>
        Side by side
      </button>
      <dialog ref={dialog} className="wide" aria-labelledby="columns-of">
        <div className="big-head">
          <h2 id="columns-of">
            “<bdi>{message}</bdi>” under every strategy
          </h2>
          <form method="dialog">
            <button type="submit" className="button">
              Close
            </button>
          </form>
        </div>
        <div className="columns scroll" tabIndex={0} role="group" aria-label="Strategies">
          {contexts.map((context) => (
            <section key={context.strategy} aria-label={nameOf(context)} className="context">
              <h3>{nameOf(context)}</h3>
              <p className="caption">
                {plural(context.tokens, "token")} · {plural(context.messages.length, "message")}
              </p>
              <Cost context={context} contexts={contexts} />
              <Parts context={context} foldedContents={sharedContents} />
            </section>
          ))}
        </div>
      </dialog>
    </>
  );
};

const SentContext = ({ turn }: { readonly turn: string }) => {
  const [{ data, error, fetching }] = useQuery({
    query: SentContextOfDocument,
    variables: { turn },
  });
  if (fetching) return <p className="caption">Reading…</p>;
  if (error) return <p className="error">{sentenceOf(error)}</p>;
  const node = data?.node;
  if (!node || !("context" in node)) return null;
  const { context, recomputedContext } = node;
  return (
    <>
      {context === null ? (
        <p className="caption">It has no reply, so no context was sent to a model.</p>
      ) : (
        <>
          <p className="caption">As it was sent</p>
          <ContextView context={context} />
        </>
      )}
      {recomputedContext !== null && (
        <>
          <p className="caption">Assembled again from memory as of then</p>
          <ContextView context={recomputedContext} />
        </>
      )}
    </>
  );
};

const TurnEntry = ({ turn }: { readonly turn: Turn }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="turn">
      <p className="caption">
        {turn.speaker === null ? turn.role.toLowerCase() : <bdi>{turn.speaker}</bdi>} ·{" "}
        {dateOf(instantOf(turn.occurredAt))}
        <button
          type="button"
          className="text-button"
          aria-expanded={isOpen}
          aria-label={`Context of turn ${turn.seq}`}
          onClick={() => setOpen(!isOpen)}
        >
          context
        </button>
      </p>
      <p className="said" dir="auto">
        {turn.content}
      </p>
      {isOpen && <SentContext turn={turn.id} />}
    </li>
  );
};

/** One message under every strategy: the context and its cost. */
const SideBySide = ({ session }: { readonly session: string }) => {
  const [message, setMessage] = useState("");
  const valid = useView((view) => view.valid);
  const knownMillis = useView((view) => view.known);
  const [{ data, error, fetching }] = useQuery({
    query: ContextsDocument,
    variables: { session, message, at: timePointOf({ valid, known: knownMillis }) },
    pause: message === "",
  });
  const contexts =
    data && message !== "" ? Object.values(data).filter((value) => typeof value === "object") : [];
  return (
    <section className="group" aria-label="Strategies side by side">
      <h3>One message under every strategy</h3>
      <form
        className="ask-form"
        onSubmit={(event) => {
          event.preventDefault();
          setMessage(String(new FormData(event.currentTarget).get("message") ?? "").trim());
        }}
      >
        <input
          className="field"
          name="message"
          aria-label="Message to reply to"
          placeholder="A message to reply to"
          dir="auto"
        />
        <button type="submit" className="button">
          Compare
        </button>
      </form>
      {fetching && <p className="caption">Building six contexts…</p>}
      {error && (
        <p className="error" role="alert">
          {sentenceOf(error)}
        </p>
      )}
      {contexts.length > 0 && (
        <>
          <ul className="costs">
            {contexts.map((context) => (
              <li key={context.strategy}>
                {nameOf(context)}
                <Cost context={context} contexts={contexts} />
                <span className="caption">{plural(context.tokens, "token")}</span>
              </li>
            ))}
          </ul>
          <Columns message={message} contexts={contexts} />
        </>
      )}
    </section>
  );
};

const Conversation = ({ id, onBack }: { readonly id: string; readonly onBack: () => void }) => {
  const [before, setBefore] = useState<string | null>(null);
  const [{ data, error }] = useQuery({ query: TurnsDocument, variables: { session: id, before } });
  if (error) return <p className="pad error">{sentenceOf(error)}</p>;
  const session = data?.session;
  if (!session) return <p className="pad caption">Reading…</p>;
  const { pageInfo, nodes } = session.turns;
  return (
    <div className="pad">
      <button type="button" className="text-button" onClick={onBack}>
        All conversations
      </button>
      <h2 className="group">
        <bdi>{session.title ?? "Untitled"}</bdi>
      </h2>
      <p className="caption">{spokenName(session.strategy.toLowerCase())}</p>
      <SideBySide session={id} />
      {pageInfo.hasPreviousPage && (
        <button
          type="button"
          className="button small"
          onClick={() => setBefore(pageInfo.startCursor)}
        >
          Earlier
        </button>
      )}
      {nodes.length === 0 && (
        <p className="caption group">
          {session.turnCount === 0
            ? "Nothing has been said in it yet."
            : "Its turns have expired. Its messages and their facts remain."}
        </p>
      )}
      <ol className="turns">
        {nodes.map((turn) => (
          <TurnEntry key={turn.id} turn={turn} />
        ))}
      </ol>
    </div>
  );
};

/** Conversations, their turns, and the context that was sent for each reply. */
export const Talks = () => {
  const [chosen, setChosen] = useState<string | null>(null);
  const [after, setAfter] = useState<string | null>(null);
  const valid = useView((view) => view.valid);
  const knownMillis = useView((view) => view.known);
  const [{ data, error }] = useQuery({
    query: SessionsDocument,
    variables: { at: timePointOf({ valid, known: knownMillis }), after },
  });
  if (chosen !== null) return <Conversation id={chosen} onBack={() => setChosen(null)} />;
  if (error) return <p className="pad error">{sentenceOf(error)}</p>;
  if (!data) return <p className="pad caption">Reading…</p>;
  const { nodes, pageInfo } = data.sessions;
  if (nodes.length === 0)
    return (
      <p className="pad caption">
        {knownMillis === null
          ? "No conversation yet."
          : "No conversation had started at this time."}{" "}
        An agent begins one with <code>createSession</code>, and carries it on with{" "}
        <code>chat</code> or <code>write</code>.
      </p>
    );
  return (
    <div className="pad">
      {nodes.map((session) => (
        <button
          key={session.id}
          type="button"
          className="line-button"
          onClick={() => setChosen(session.id)}
        >
          <bdi>{session.title ?? "Untitled"}</bdi>
          <small>
            {plural(session.turnCount, "turn")} · {spokenName(session.strategy.toLowerCase())} ·{" "}
            {dateOf(instantOf(session.createdAt))}
          </small>
        </button>
      ))}
      {pageInfo.hasNextPage && (
        <button type="button" className="button small" onClick={() => setAfter(pageInfo.endCursor)}>
          More
        </button>
      )}
    </div>
  );
};
