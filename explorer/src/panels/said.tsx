import { memo, useCallback, useEffect, useMemo, useRef } from "react";
import { sentenceOf } from "../api/client.ts";
import { oneStop } from "../frame/one-stop.ts";
import { lateMessageOf } from "../memory/late.ts";
import { slotLabel } from "../memory/words.ts";
import { instantOf, momentOf } from "../state/dates.ts";
import { useMemory, type Said as Message } from "../state/memory.tsx";
import { currentView, timePointOfView, moveTo, setView, useView } from "../state/view.ts";

const SIGNS: Readonly<Record<string, string>> = {
  ADD: "+",
  UPDATE: "~",
  DELETE: "−",
  NOOP: "=",
  PROMOTE: "↑",
};
const MOST_CHIPS = 6;
/** Maximum number of rendered messages. There can be a thousand. */
const stop = oneStop("button");

const chipText = ({ fact, factText }: Message["decisions"][number]): string =>
  fact?.slot == null ? factText : `${slotLabel(fact.slot)} ${fact.value ?? ""}`;

/** Moves to the time at which a message was recorded, and to the entity that it is about. */
const goTo = (message: Message): void => {
  const recordedMillis = instantOf(message.recordedAt);
  // The changes of a message are committed a moment after it.
  const knownMillis = recordedMillis + 1;
  const { isLinked } = currentView();
  const factSaid = message.decisions.find(({ fact }) => fact !== null)?.fact;
  if (factSaid)
    setView({ focus: factSaid.entity.key, lane: factSaid.slot, why: null, lower: "both" });
  moveTo({
    valid: isLinked ? knownMillis : timePointOfView(currentView()).valid,
    known: knownMillis,
  });
};

const Chips = ({ decisions }: Pick<Message, "decisions">) => (
  <span className="chips">
    {decisions.slice(0, MOST_CHIPS).map((decision) => (
      <span key={decision.id} className={`chip ${decision.action}`}>
        {SIGNS[decision.action] ?? "·"} <bdi>{chipText(decision)}</bdi>
      </span>
    ))}
    {decisions.length > MOST_CHIPS && (
      <span className="chip">and {decisions.length - MOST_CHIPS} more</span>
    )}
  </span>
);

const Entry = memo(
  ({
    message,
    isWritten,
    isLatest,
  }: {
    readonly message: Message;
    readonly isWritten: boolean;
    readonly isLatest: boolean;
  }) => {
    const { axis } = useMemory();
    const recordedMillis = instantOf(message.recordedAt);
    const late = lateMessageOf(message);
    const classes = [!isWritten && "unwritten", isLatest && "latest"].filter(Boolean).join(" ");
    return (
      <li className={classes} aria-current={isLatest}>
        <button type="button" className="message" onClick={() => goTo(message)}>
          <span className="when">
            <span>{momentOf(recordedMillis, axis.isPrecise)}</span>
            {late !== null && <span className="late">said {momentOf(late.saidAt, false)}</span>}
            {message.status !== "APPLIED" && (
              <span className="badge">{message.status.toLowerCase()}</span>
            )}
          </span>
          <p dir="auto">{message.message}</p>
          <Chips decisions={message.decisions} />
        </button>
      </li>
    );
  },
);

/**
 * The messages in the order in which they were recorded. Those that are not recorded yet at the
 * moment are faint.
 */
export const Said = () => {
  const { messages, totalSaid, saidError } = useMemory();
  const knownMillis = useView((view) => timePointOfView(view).known);
  const list = useRef<HTMLOListElement>(null);
  const setList = useCallback((element: HTMLOListElement | null) => {
    list.current = element;
    return stop(element);
  }, []);
  const latest = useMemo(
    () => messages.findLastIndex(({ recordedAt }) => instantOf(recordedAt) <= knownMillis),
    [messages, knownMillis],
  );
  useEffect(() => {
    const scroll = list.current?.parentElement;
    const entry = list.current?.children[latest];
    if (!(entry instanceof HTMLElement) || !scroll) return;
    scroll.scrollTo({ top: entry.offsetTop - scroll.clientHeight * 0.55 });
  }, [latest, messages.length]);
  if (saidError)
    return (
      <p className="pad error" role="alert">
        {sentenceOf(saidError)}
      </p>
    );
  if (totalSaid === null) return <p className="pad caption">Reading…</p>;
  if (messages.length === 0)
    return (
      <p className="pad caption">There are no messages: all facts were asserted or imported.</p>
    );
  return (
    <>
      {totalSaid > messages.length && (
        <p className="pad caption">
          The latest {messages.length.toLocaleString("en")} of {totalSaid.toLocaleString("en")}{" "}
          messages
        </p>
      )}
      <ol
        className="log"
        ref={setList}
        aria-label="Messages, in the order in which they were recorded"
      >
        {messages.map((message, i) => (
          <Entry
            key={message.id}
            message={message}
            isWritten={i <= latest}
            isLatest={i === latest}
          />
        ))}
      </ol>
    </>
  );
};
