import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { Preview } from "./looks.ts";

interface Emphasis {
  /** Keys of entities and edges that an answer cites. */
  readonly citedKeys: ReadonlySet<string> | null;
  /** The changes that a message or an operation would cause. */
  readonly preview: Preview | null;
  readonly setCitedKeys: (citedKeys: ReadonlySet<string> | null) => void;
  readonly setPreview: (preview: Preview | null) => void;
}

const Context = createContext<Emphasis | null>(null);

export const useEmphasis = (): Emphasis => {
  const emphasis = useContext(Context);
  if (emphasis === null) throw new Error("There is no emphasis above this component.");
  return emphasis;
};

/** The elements that panels emphasise in the graph. */
export const EmphasisProvider = ({ children }: { readonly children: ReactNode }) => {
  const [citedKeys, setCitedKeys] = useState<ReadonlySet<string> | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const emphasis = useMemo(
    () => ({ citedKeys, preview, setCitedKeys, setPreview }),
    [citedKeys, preview],
  );
  return <Context value={emphasis}>{children}</Context>;
};
