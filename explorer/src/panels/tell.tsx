import { useEffect, useState } from "react";
import { useClient } from "urql";
import { sentenceOf } from "../api/client.ts";
import { TellDocument, type TellMutation } from "../api/operations.ts";
import { DiffLine } from "../card/effects.tsx";
import { useDirect } from "../frame/identity.tsx";
import { useEmphasis } from "../graph/emphasis.tsx";
import type { Preview } from "../graph/looks.ts";
import { edgeKey, type Picture } from "../memory/picture.ts";
import { endOf, instantOf, intervalOf } from "../state/dates.ts";
import { usePicture } from "../state/memory.tsx";
import { currentView, focusOn, goToNow, setView } from "../state/view.ts";

type Written = TellMutation["write"];

const SUGGESTIONS = [
  "I moved to Ghent last week.",
  "My friend Zoe lives in Oslo.",
  "I no longer drink coffee.",
];

/** The edges that show what a decision replaces or ends. */
const endedBy = (written: Written, { edges }: Picture, addedKeys: ReadonlySet<string>): string[] =>
  written.decisions
    .filter(({ action }) => action === "UPDATE" || action === "DELETE")
    .flatMap(({ candidates }) => candidates.slice(0, 1))
    .flatMap(({ version: { fact } }) => {
      const others = fact.mentions.map(({ key }) => key);
      return edges.filter(
        ({ key, source, target }) =>
          source === fact.entity.key && others.includes(target) && !addedKeys.has(key),
      );
    })
    .map(({ key }) => key);

/**
 * The preview of a dry run: what the message would add to the graph and to the lanes, and which
 * edges it would end.
 */
const previewOf = (written: Written, picture: Picture): Preview => {
  const newEdges = written.relationships.map(({ source, target, type }) => ({
    key: edgeKey(source.key, type, target.key),
    source: source.key,
    target: target.key,
    type,
  }));
  const addedKeys = new Set(newEdges.map(({ key }) => key));
  return {
    addedKeys,
    endedKeys: new Set(endedBy(written, picture, addedKeys)),
    nodes: new Set(written.entities.map(({ key }) => key)),
    newNodes: written.entities.map((entity) => ({ ...entity, aliases: [], importance: 0.3 })),
    newEdges,
    bars: [...written.factsAdded, ...written.factsUpdated].map((version) => ({
      entity: version.fact.entity.key,
      slot: version.slot,
      value: version.value ?? version.text,
      from: instantOf(version.validFrom),
      to: endOf(version.validTo),
    })),
  };
};

const timesOf = ({ validFrom, validTo }: Written["factsAdded"][number]): string =>
  intervalOf(instantOf(validFrom), endOf(validTo));

/** The times of a fact, and the fact that it replaces. */
const updateOf = (fact: Written["factsUpdated"][number], { decisions }: Written): string => {
  const decision = decisions.find(
    ({ action, factText }) => action === "UPDATE" && factText === fact.text,
  );
  const before = decision?.candidates[0]?.version.text;
  const isInstead = before !== undefined && before !== fact.text;
  return isInstead ? `${timesOf(fact)}, instead of “${before}”` : timesOf(fact);
};

const Facts = ({ written }: { readonly written: Written }) => {
  const { factsAdded, factsUpdated, factsDeleted, factsUnchanged } = written;
  const isNothing =
    factsAdded.length + factsUpdated.length + factsDeleted.length + factsUnchanged.length === 0;
  return (
    <>
      {factsAdded.map((fact) => (
        <DiffLine key={fact.id} sign="add" text={fact.text} detail={timesOf(fact)} />
      ))}
      {factsUpdated.map((fact) => (
        <DiffLine key={fact.id} sign="chg" text={fact.text} detail={updateOf(fact, written)} />
      ))}
      {factsDeleted.map((fact) => (
        <DiffLine key={fact.id} sign="rem" text={fact.text} detail={timesOf(fact)} />
      ))}
      {factsUnchanged.map((fact) => (
        <p key={fact.id} className="caption">
          = <bdi>{fact.text}</bdi>: already known, and confirmed
        </p>
      ))}
      {isNothing && (
        <p className="caption">
          No fact is read in it. The message itself is kept, and can be found.
        </p>
      )}
    </>
  );
};

const Decisions = ({ decisions }: Pick<Written, "decisions">) =>
  decisions.length > 0 && (
    <div className="group">
      <h2>Decided</h2>
      {decisions.map((decision) => (
        <div key={decision.id}>
          <p>
            <span className={`action ${decision.action}`}>{decision.action}</span>{" "}
            <bdi>{decision.reason}</bdi>
          </p>
          {decision.candidates.map(({ similarity, version }) => (
            <p className="caption" key={version.id}>
              weighed against “<bdi>{version.text}</bdi>” ({similarity.toFixed(2)})
            </p>
          ))}
        </div>
      ))}
    </div>
  );

const Outcome = ({ written, isDone }: { readonly written: Written; readonly isDone: boolean }) => (
  <div role="status">
    <div className="group">
      <h2>{isDone ? "Written" : "What it would do"}</h2>
      <Facts written={written} />
    </div>
    <Decisions decisions={written.decisions} />
    <p className="caption group">
      {written.extractor} extractor · {written.tokens.total} tokens ·{" "}
      {Math.round(written.durationMs)} ms
    </p>
    {written.error !== null && <p className="error">{written.error}</p>}
    <p className="caption">
      {isDone
        ? "Views of the past do not change."
        : "Dashed in the graph and in the lanes: not written yet."}
    </p>
  </div>
);

/** Previews a message and writes it. The preview is drawn in the graph. */
const useTell = () => {
  const client = useClient();
  const direct = useDirect();
  const picture = usePicture();
  const { setPreview } = useEmphasis();
  const [written, setWritten] = useState<{
    readonly result: Written;
    readonly isDone: boolean;
  } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => setPreview(null), [setPreview]);
  const tell = async (message: string, dryRun: boolean): Promise<void> => {
    setBusy(true);
    goToNow();
    const { data, error: fault } = await (dryRun ? direct : client)
      .mutation(TellDocument, { input: { message, dryRun } })
      .toPromise();
    setBusy(false);
    setError(fault ? sentenceOf(fault) : null);
    if (!data) return;
    setWritten({ result: data.write, isDone: !dryRun });
    setPreview(dryRun ? previewOf(data.write, picture) : null);
    const first = [...data.write.factsAdded, ...data.write.factsUpdated][0]?.fact.entity.key;
    const isShown = picture.nodes.some(({ key }) => key === first);
    if (first !== undefined && (isShown || !dryRun)) focusOn(first, { pane: currentView().pane });
    if (!dryRun) setView({ now: Date.now() });
  };
  const forget = (): void => {
    setWritten(null);
    setPreview(null);
  };
  return { written, error, isBusy, tell, forget };
};

const Suggested = ({ onChoose }: { readonly onChoose: (text: string) => void }) => (
  <>
    <p className="caption group">You see a preview before anything is written. Try:</p>
    <div className="suggestions said">
      {SUGGESTIONS.map((suggestion) => (
        <button key={suggestion} type="button" onClick={() => onChoose(suggestion)}>
          {suggestion}
        </button>
      ))}
    </div>
  </>
);

/** Writes to the memory. Nothing is written before its effect is shown. */
export const Tell = () => {
  const [message, setMessage] = useState("");
  const { written, error, isBusy, tell, forget } = useTell();
  const isPreviewed = written !== null && !written.isDone;
  const say = (text: string): void => {
    setMessage(text);
    forget();
  };
  return (
    <div className="pad">
      <textarea
        aria-label="Message"
        dir="auto"
        placeholder="Write it as you would say it."
        value={message}
        onChange={(event) => say(event.target.value)}
      />
      <div className="actions">
        <button
          type="button"
          className={`button${isPreviewed ? "" : " primary"}`}
          disabled={isBusy || message.trim() === ""}
          onClick={() => void tell(message, true)}
        >
          {isBusy ? "Reading…" : "Preview"}
        </button>
        {isPreviewed && (
          <button
            type="button"
            className="button primary"
            disabled={isBusy}
            onClick={() => void tell(message, false)}
          >
            Write it
          </button>
        )}
      </div>
      {error !== null && (
        <p className="error group" role="alert">
          {error}
        </p>
      )}
      {written === null ? (
        <Suggested onChoose={say} />
      ) : (
        <Outcome written={written.result} isDone={written.isDone} />
      )}
    </div>
  );
};
