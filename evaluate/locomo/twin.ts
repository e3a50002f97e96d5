import type { SearchText } from "../../src/memory/search-text.ts";
import type { SpaceStore } from "../../src/store/port.ts";

/**
 * A space whose commits also go to another space, with changed search texts, so that different
 * indexes can be compared without writing twice.
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
