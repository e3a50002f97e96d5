import { useQuery } from "urql";
import { sentenceOf } from "../api/client.ts";
import { WhyDocument } from "../api/operations.ts";
import { knownSpans, valuesAt, type Lane } from "../memory/lanes.ts";
import { spokenName } from "../memory/words.ts";
import { LATE_MS } from "../memory/late.ts";
import { dateOf, durationOf, endOf, instantOf, intervalOf } from "../state/dates.ts";
import {
  currentView,
  explain,
  timePointOfView,
  moveTo,
  setView,
  showPanel,
  useView,
} from "../state/view.ts";
import { FactActions, type Explained } from "./fact-actions.tsx";

const DECIDED_BY = {
  RULE: "by rule",
  SIMILARITY: "by similarity",
  MODEL: "by the model",
  CALLER: "by a caller",
};

const Said = ({ event }: { readonly event: NonNullable<Explained["event"]> }) => {
  const occurred = instantOf(event.occurredAt);
  const recordedMillis = instantOf(event.recordedAt);
  const goThere = (): void => {
    const { isLinked } = currentView();
    if (isLinked) moveTo({ valid: recordedMillis, known: recordedMillis });
    else moveTo({ valid: timePointOfView(currentView()).valid, known: recordedMillis });
    showPanel("said");
  };
  return (
    <>
      <h3>Said</h3>
      <blockquote dir="auto">{event.message}</blockquote>
      <p className="caption">
        {event.speaker !== null && (
          <>
            <bdi>{event.speaker}</bdi>,{" "}
          </>
        )}
        <button type="button" className="text-button" onClick={goThere}>
          {dateOf(occurred)}
        </button>
        {event.session !== null && (
          <>
            {" · "}
            <bdi>{event.session.title ?? "a conversation"}</bdi>
          </>
        )}
        {recordedMillis - occurred > LATE_MS && (
          <span className="badge">
            heard {durationOf(recordedMillis - occurred)} later, {dateOf(recordedMillis)}
          </span>
        )}
      </p>
    </>
  );
};

const Candidates = ({ candidates }: { readonly candidates: Explained["decision"]["candidates"] }) =>
  candidates.length > 0 && (
    <>
      <h3>Weighed against</h3>
      {candidates.map(({ similarity, version }) => (
        <div className="candidate" key={version.id}>
          <bdi>{version.text}</bdi>
          <span className="meter" role="img" aria-label={`similarity ${similarity.toFixed(2)}`}>
            <i style={{ width: `${Math.max(0, Math.min(1, similarity)) * 100}%` }} />
          </span>
          <span className="caption">{similarity.toFixed(2)}</span>
          <small>{intervalOf(instantOf(version.validFrom), endOf(version.validTo))}</small>
        </div>
      ))}
    </>
  );

const Decided = ({ decision }: { readonly decision: Explained["decision"] }) => (
  <>
    <h3>Decided</h3>
    <p>
      <span className={`action ${decision.action}`}>{decision.action}</span>{" "}
      {DECIDED_BY[decision.decidedBy]}
      {decision.model === null ? "" : ` (${decision.model})`}. <bdi>{decision.reason}</bdi>
    </p>
    {decision.revertedAt !== null && (
      <p className="caption">Undone on {dateOf(instantOf(decision.revertedAt))}.</p>
    )}
    <Candidates candidates={decision.candidates} />
  </>
);

/** Moves record time to the moment at which a version was believed. */
const believeAgain = (recordedAt: string, version: string): void => {
  const { valid } = timePointOfView(currentView());
  setView({ isLinked: false });
  moveTo({ valid, known: instantOf(recordedAt) + 1 });
  explain(version);
};

const Versions = ({
  versions,
  current,
}: {
  readonly versions: Explained["fact"]["versions"];
  readonly current: string;
}) => (
  <>
    <h3>
      {versions.length === 1 ? "One version" : `${versions.length} versions, the latest on top`}
    </h3>
    <ul className="strata">
      {versions.toReversed().map((version) => {
        const words = (
          <>
            <bdi>{version.value ?? version.text}</bdi>,{" "}
            {intervalOf(instantOf(version.validFrom), endOf(version.validTo))}
          </>
        );
        return (
          <li key={version.id} className={version.id === current ? "current" : ""}>
            <button type="button" onClick={() => believeAgain(version.recordedAt, version.id)}>
              {version.expiredAt === null ? words : <s>{words}</s>}
              <small>
                believed {dateOf(instantOf(version.recordedAt))} –{" "}
                {version.expiredAt === null ? "still" : dateOf(instantOf(version.expiredAt))}
              </small>
            </button>
          </li>
        );
      })}
    </ul>
  </>
);

const POLARITIES = {
  HOLDS: "says so",
  ENDED: "says that it ended",
  NEVER: "says that it never was",
};

const Claims = ({ claims }: { readonly claims: Explained["fact"]["claims"]["nodes"] }) =>
  claims.length > 1 && (
    <>
      <h3>All statements about it</h3>
      <ul className="claims">
        {claims.map((claim) => (
          <li key={`${claim.recordedAt} ${claim.polarity} ${claim.value}`}>
            <span className="record">{dateOf(instantOf(claim.recordedAt))}</span>{" "}
            {POLARITIES[claim.polarity]}
            {claim.event !== null && (
              <q dir="auto" className="said">
                {claim.event.message}
              </q>
            )}
          </li>
        ))}
      </ul>
    </>
  );

const Explanation = ({ version }: { readonly version: Explained }) => (
  <div className="why">
    <p className="statement">
      <bdi>{version.text}</bdi>
    </p>
    <dl className="facts">
      <dt className="valid">true</dt>
      <dd>{intervalOf(instantOf(version.validFrom), endOf(version.validTo))}</dd>
      <dt className="record">believed</dt>
      <dd>
        {dateOf(instantOf(version.recordedAt))} –{" "}
        {version.expiredAt === null ? "still" : dateOf(instantOf(version.expiredAt))}
      </dd>
      <dt>confidence</dt>
      <dd>
        {version.confidence.toFixed(2)}, {spokenName(version.fact.sourceContext.toLowerCase())}
      </dd>
    </dl>
    {version.event !== null && <Said event={version.event} />}
    <Decided decision={version.decision} />
    <Claims claims={version.fact.claims.nodes} />
    <Versions versions={version.fact.versions} current={version.id} />
    <FactActions key={version.id} version={version} />
  </div>
);

/** The version that is explained: the selected one, or the current reading of the line. */
const useExplained = (lane: Lane): string | undefined => {
  const valid = useView((view) => timePointOfView(view).valid);
  const knownMillis = useView((view) => timePointOfView(view).known);
  const chosenFact = useView((view) => view.why);
  if (chosenFact !== null) return chosenFact;
  const reading = valuesAt(lane, { valid, known: knownMillis }).at(-1);
  return (reading ?? knownSpans(lane, knownMillis).at(-1))?.version;
};

/** The message, the decision with its maker and its candidates, and the versions. */
export const Why = ({ lane }: { readonly lane: Lane }) => {
  const id = useExplained(lane);
  const [{ data, error }] = useQuery({
    query: WhyDocument,
    variables: { version: id ?? "" },
    pause: id === undefined,
  });
  if (error)
    return (
      <p className="pad error" role="alert">
        {sentenceOf(error)}
      </p>
    );
  const version = data?.node;
  if (id === undefined) return <p className="pad caption">Nothing is known at this time.</p>;
  // The answer is still that of the last version until the new one is read.
  const isCurrent = version?.id === id;
  if (!isCurrent || version == null || !("decision" in version))
    return <p className="pad caption">Reading…</p>;
  return <Explanation version={version} />;
};
