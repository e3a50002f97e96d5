import type { SearchText } from "../../src/memory/search-text.ts";
import type { SpaceStore } from "../../src/store/port.ts";

/**
 * A space whose commits go into another space too, with its search texts changed: so that what is
 * indexed can be compared without writing twice.
 */
export const withTwin = (
  space: SpaceStore,
  twin: SpaceStore,
  change: (text: SearchText) => SearchText,
): SpaceStore =>
  new Proxy(space, {
    get: (target, name) => {
      if (name === "commit")
        return async (...[expected, commit]: Parameters<SpaceStore["commit"]>) =>
          (await target.commit(expected, commit)) &&
          twin.commit(await twin.head(), {
            ...commit,
            ...(commit.texts && { texts: commit.texts.map(change) }),
          });
      const own: unknown = Reflect.get(target, name);
      return typeof own === "function"
        ? (own as (...args: readonly unknown[]) => unknown).bind(target)
        : own;
    },
  });
