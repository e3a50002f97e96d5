import { useCard } from "../card/use-card.ts";
import { valuesAt } from "../memory/lanes.ts";
import { slotLabel } from "../memory/words.ts";
import { momentOf } from "../state/dates.ts";
import { useMemory } from "../state/memory.tsx";
import { timePointOfView, setView, useView } from "../state/view.ts";
import { Chart } from "./chart.tsx";

/** The chart of one line on the whole stage, with a sentence that explains it. */
export const BigChart = () => {
  const { entity, lane } = useCard();
  const { axis } = useMemory();
  const valid = useView((view) => timePointOfView(view).valid);
  const knownMillis = useView((view) => timePointOfView(view).known);
  if (entity === null || lane === undefined)
    return (
      <section className="big-chart" aria-label="Valid time by record time">
        <p>
          Nothing is told of this entity at this moment. Choose another one in the list or by
          searching.
        </p>
      </section>
    );
  const reading = valuesAt(lane, { valid, known: knownMillis }).at(-1);
  return (
    <section className="big-chart" aria-label="Valid time by record time">
      <div className="big-head">
        <h2>
          <bdi>{entity.name}</bdi> {slotLabel(lane.slot)}
        </h2>
        <button
          type="button"
          className="button small"
          onClick={() => setView({ stage: "graph", pane: "card" })}
        >
          Back to the card
        </button>
      </div>
      <p>
        On <b className="record">{momentOf(knownMillis, axis.isPrecise)}</b> the memory said that on{" "}
        <b className="valid">{momentOf(valid, axis.isPrecise)}</b> it was{" "}
        <b>
          <bdi>{reading?.value ?? "not known"}</bdi>
        </b>
        .{" "}
        <span className="how">
          Read a row across for what was believed then; read a column upwards for how one day was
          rewritten.
        </span>
      </p>
      <Chart lane={lane} ground="stage" />
    </section>
  );
};
