import { useDeferredValue, useId, useState } from "react";
import { type CombinedError, useQuery } from "urql";
import { sentenceOf } from "../api/client.ts";
import { FindDocument } from "../api/operations.ts";
import { focusOn, timePointOf, useView } from "../state/view.ts";
import { TypeIcon } from "./icon.tsx";

const MOST_FOUND = 8;

/** The text for an empty list. */
const nothingFound = (isSearching: boolean, error: CombinedError | undefined): string => {
  if (isSearching) return "Searching…";
  return error ? sentenceOf(error) : "No entity has this name at this time";
};

const useFound = (text: string) => {
  const valid = useView((view) => view.valid);
  const knownMillis = useView((view) => view.known);
  const wantedName = useDeferredValue(text.trim());
  const [{ data, fetching, error }] = useQuery({
    query: FindDocument,
    variables: {
      name: wantedName,
      first: MOST_FOUND,
      at: timePointOf({ valid, known: knownMillis }),
    },
    pause: wantedName === "",
  });
  return {
    found: wantedName === "" ? [] : byBeginning(data?.entities.nodes ?? [], wantedName),
    nothing: nothingFound(fetching, error),
  };
};

type Found = ReturnType<typeof useFound>;

interface OptionsProps extends Found {
  readonly id: string;
  readonly chosenIndex: number;
  readonly isShown: boolean;
  readonly onChoose: (key: string) => void;
}

const Options = ({ id, found, nothing, chosenIndex, isShown, onChoose }: OptionsProps) => (
  <ul id={id} role="listbox" aria-label="Entities" hidden={!isShown}>
    {found.map((entity, i) => (
      <li
        key={entity.id}
        id={`${id}-${i}`}
        role="option"
        aria-selected={i === chosenIndex}
        onPointerDown={() => onChoose(entity.key)}
      >
        <TypeIcon type={entity.type} size={12} />
        <bdi>{entity.name}</bdi>
        <small>{entity.type}</small>
      </li>
    ))}
    {found.length === 0 && (
      <li role="option" aria-selected="false" aria-disabled="true">
        {nothing}
      </li>
    )}
  </ul>
);

const leave = (): void => document.getElementById("find")?.blur();

/** Orders names that begin with the text before those that contain it later. */
const byBeginning = <Entity extends { readonly name: string }>(
  entities: readonly Entity[],
  text: string,
): Entity[] => {
  const wantedName = text.toLowerCase();
  const begins = ({ name }: Entity): number => (name.toLowerCase().startsWith(wantedName) ? 0 : 1);
  return entities.toSorted((a, b) => begins(a) - begins(b));
};

/** Finds an entity by any name that it had at the moment. */
export const FindEntity = () => {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const nameSearch = useFound(text);
  const { found } = nameSearch;
  const list = useId();
  const choose = (key: string | undefined): void => {
    if (key === undefined) return;
    focusOn(key, { pane: "graph" });
    setText("");
    leave();
    document.getElementById("card")?.focus();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setChosen((at) => Math.min(found.length - 1, at + 1)),
    ArrowUp: () => setChosen((at) => Math.max(0, at - 1)),
    Enter: () => choose(found[chosen]?.key),
    Escape: leave,
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const isShown = isOpen && text.trim() !== "";
  return (
    <div className="search">
      <input
        id="find"
        role="combobox"
        aria-label="Find an entity"
        placeholder="Find"
        autoComplete="off"
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isShown && found[chosen] ? `${list}-${chosen}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
      <Options id={list} {...nameSearch} chosenIndex={chosen} isShown={isShown} onChoose={choose} />
    </div>
  );
};
