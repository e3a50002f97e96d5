import type { SpaceStore } from "./port.ts";

/** A space with some methods replaced. `undefined` removes an optional method. */
export const withMethods = (
  space: SpaceStore,
  methods: { readonly [K in keyof SpaceStore]?: SpaceStore[K] | undefined },
): SpaceStore => {
  const others = new Map<string | symbol, unknown>(Object.entries(methods));
  return new Proxy(space, {
    get: (target, property) => {
      if (others.has(property)) return others.get(property);
      const own: unknown = Reflect.get(target, property, target);
      return typeof own === "function" ? (own.bind(target) as unknown) : own;
    },
  });
};
