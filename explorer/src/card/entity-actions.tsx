import type { CardEntity } from "./use-card.ts";

export const EntityActions = (_props: { readonly entity: CardEntity }) => null;
