import { memo } from "react";
import { oneStop } from "../frame/one-stop.ts";
import type { Picture } from "../memory/picture.ts";
import { focusOn, useView } from "../state/view.ts";
import type { Looks } from "./looks.ts";

interface Props {
  readonly picture: Picture;
  readonly looks: Looks;
  readonly onHover: (key: string | null) => void;
}

const stop = oneStop("button");

/** Maximum number of listed entities, the most important first. The search finds the others. */
const MOST_LISTED = 100;

/**
 * The entities of the graph for the keyboard and for screen readers, which cannot see a canvas: one
 * stop of the tab key, then up and down.
 */
export const EntityList = memo(({ picture, looks, onHover }: Props) => {
  const focus = useView((view) => view.focus);
  const shownEntities = picture.nodes
    .filter(({ key }) => (looks.nodes.get(key)?.alpha ?? 0) > 0)
    .slice(0, MOST_LISTED);
  return (
    <ul className="hidden-list" ref={stop} aria-label="Entities in the graph">
      {shownEntities.map(({ key, name, type }) => {
        const look = looks.nodes.get(key);
        return (
          <li key={key}>
            <button
              type="button"
              aria-current={key === focus}
              onFocus={() => onHover(key)}
              onBlur={() => onHover(null)}
              onClick={() => focusOn(key)}
            >
              {look?.label ?? name}
              {look?.also ? `, ${look.also}` : ""}, {type}
              {look?.isFaint ? ", has ended" : ""}
            </button>
          </li>
        );
      })}
    </ul>
  );
});
