import { Chart } from "../chart/chart.tsx";
import { IconButton } from "../frame/icon-button.tsx";
import { TypeIcon } from "../frame/icon.tsx";
import { earlierValues, knownSpans, valuesAt, type Lane } from "../memory/lanes.ts";
import { plural } from "../memory/words.ts";
import { intervalOf, instantOf, endOf } from "../state/dates.ts";
import { timePointOfView, setView, useView, focusOn } from "../state/view.ts";
import { EntityActions } from "./entity-actions.tsx";
import { Lanes } from "./lanes.tsx";
import { useCard, type CardEntity } from "./use-card.ts";
import { Why } from "./why.tsx";

const Head = ({
  entity,
  lanes,
}: {
  readonly entity: CardEntity;
  readonly lanes: readonly Lane[];
}) => {
  const knownMillis = useView((view) => timePointOfView(view).known);
  const count = lanes.filter((lane) => knownSpans(lane, knownMillis).length > 0).length;
  const versions = lanes.reduce((sum, lane) => sum + knownSpans(lane, knownMillis).length, 0);
  const others = entity.aliases.filter(
    (alias) => !entity.name.toLowerCase().includes(alias.toLowerCase()),
  );
  return (
    <div className="who">
      <TypeIcon type={entity.type} size={32} />
      <div>
        <h2>
          <bdi>{entity.name}</bdi>
          {others.length > 0 && (
            <small>
              also <bdi>{others.join(", ")}</bdi>
            </small>
          )}
        </h2>
        <p className="caption">
          {entity.type}
          {count > 0 && ` · ${plural(count, "line")}, ${plural(versions, "version")}`}
          {entity.mentionedIn.nodes.length > 0 &&
            ` · ${plural(entity.mentionedIn.nodes.length, "mention")}`}
        </p>
      </div>
      <EntityActions entity={entity} />
    </div>
  );
};

/** The statements of others about an entity without facts of its own. */
const PointingHere = ({ entity }: { readonly entity: CardEntity }) => {
  const { nodes } = entity.mentionedIn;
  return (
    <div className="scroll pad">
      <p className="caption">
        {nodes.length > 0
          ? "Nothing is known about it directly. Other facts mention it:"
          : "Nothing is known about it at this time."}
      </p>
      {nodes.map((fact) => (
        <button
          key={fact.id}
          type="button"
          className="line-button"
          onClick={() => focusOn(fact.entity.key)}
        >
          <bdi>{fact.text}</bdi>
          <small>{intervalOf(instantOf(fact.validFrom), endOf(fact.validTo))}</small>
        </button>
      ))}
    </div>
  );
};

/** The current value of a line, written over its previous value. */
const Reading = ({ lane }: { readonly lane: Lane }) => {
  const valid = useView((view) => timePointOfView(view).valid);
  const knownMillis = useView((view) => timePointOfView(view).known);
  const why = useView((view) => (view.lower === "why" ? view.why : null));
  const moment = { valid, known: knownMillis };
  const current =
    lane.spans.find(({ version }) => version === why) ?? valuesAt(lane, moment).at(-1);
  return (
    <div className="reading">
      <strong data-testid="reading">
        <bdi>{current?.value ?? "nothing known"}</bdi>
      </strong>
      {earlierValues(lane, moment, current).map((value, i) => (
        <span key={value} className={`before-${i + 1}`} aria-hidden="true" data-text={value} />
      ))}
    </div>
  );
};

const Lower = ({ lane }: { readonly lane: Lane }) => {
  const lower = useView((view) => view.lower);
  return (
    <section className="lower" aria-label="One line of facts">
      <div className="lower-head">
        <Reading lane={lane} />
        <span className="enlarge">
          <IconButton
            icon="fit"
            label="Both times on the whole page"
            shortcut="B"
            onClick={() => setView({ stage: "both", pane: "graph" })}
          />
        </span>
        <div className="segments" role="group" aria-label="Detail">
          <button
            type="button"
            aria-pressed={lower === "both"}
            onClick={() => setView({ lower: "both" })}
          >
            Both times
          </button>
          <button
            type="button"
            aria-pressed={lower === "why"}
            onClick={() => setView({ lower: "why" })}
          >
            Why
          </button>
        </div>
      </div>
      {lower === "both" ? (
        <Chart lane={lane} ground="panel" />
      ) : (
        <div className="scroll" id="why" tabIndex={0} role="region" aria-label="Why">
          <Why lane={lane} />
        </div>
      )}
    </section>
  );
};

/**
 * One entity: its slots as lanes on a time line, and one line on both axes or with its explanation.
 */
export const Card = () => {
  const { entity, lanes, lane, isLoading, error } = useCard();
  const focus = useView((view) => view.focus);
  if (focus === null) return <p className="pad caption">Choose an entity in the graph.</p>;
  if (error !== null)
    return (
      <p className="pad error" role="alert">
        {error}
      </p>
    );
  if (entity === null)
    return (
      <p className="pad caption">
        {isLoading ? "Reading…" : "Nothing is known about it at this record time."}
      </p>
    );
  return (
    <>
      <Head entity={entity} lanes={lanes} />
      {lane === undefined ? (
        <PointingHere entity={entity} />
      ) : (
        <>
          <Lanes lanes={lanes} chosenLane={lane} />
          <Lower lane={lane} />
        </>
      )}
    </>
  );
};
