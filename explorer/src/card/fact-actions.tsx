import type { Explained } from "./why.tsx";
import type { CardEntity } from "./use-card.ts";

export const FactActions = (_props: { readonly version: Explained; readonly entity: CardEntity }) =>
  null;
