import { useMemo } from "react";
import { TypeIcon } from "../frame/icon.tsx";
import type { Picture } from "../memory/picture.ts";
import { typeLabel } from "../memory/words.ts";
import { currentView, setView, useView } from "../state/view.ts";

const toggle = (types: readonly string[]): void => {
  const { hiddenTypes } = currentView();
  const isHidden = types.every((type) => hiddenTypes.includes(type));
  setView({
    hiddenTypes: isHidden
      ? hiddenTypes.filter((type) => !types.includes(type))
      : [...new Set([...hiddenTypes, ...types])],
  });
};

/** The types of entities, with their shapes. Each can be filtered out. */
export const Legend = ({ picture }: { readonly picture: Picture }) => {
  const hiddenTypes = useView((view) => view.hiddenTypes);
  const groups = useMemo(() => {
    const types = new Map<string, string[]>();
    for (const { type } of picture.nodes) {
      const label = typeLabel(type);
      const knownTypes = types.get(label) ?? [];
      if (!knownTypes.includes(type)) types.set(label, [...knownTypes, type]);
    }
    return [...types];
  }, [picture]);
  return (
    <div className="legend" role="group" aria-label="Filter by type">
      {groups.map(([label, types]) => (
        <button
          key={label}
          type="button"
          aria-pressed={!types.every((type) => hiddenTypes.includes(type))}
          onClick={() => toggle(types)}
        >
          <TypeIcon type={types[0] ?? ""} size={12} />
          {label}
        </button>
      ))}
    </div>
  );
};
