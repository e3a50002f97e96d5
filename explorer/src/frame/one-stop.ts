type Item = HTMLElement | SVGElement;

const isCurrent = (item: Item): boolean => item.closest('[aria-current="true"]') !== null;

/**
 * A ref that makes the items of a group one stop of the tab key: the last focused one, else the
 * current one, else the first. The keys up and down move between the items.
 */
export const oneStop =
  (items: string) =>
  (root: Element | null): (() => void) | undefined => {
    if (root === null) return;
    let last: Item | undefined;
    const all = (): Item[] => [...root.querySelectorAll<Item>(items)];
    const place = (): void => {
      const stops = all();
      const stop = stops.find((item) => item === last) ?? stops.find(isCurrent) ?? stops[0];
      for (const item of stops) {
        const index = item === stop ? "0" : "-1";
        if (item.getAttribute("tabindex") !== index) item.setAttribute("tabindex", index);
      }
    };
    const onFocus = ({ target }: Event): void => {
      last = all().find((item) => item === target) ?? last;
      place();
    };
    const onKeyDown = (event: Event): void => {
      const step = event instanceof KeyboardEvent && { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      const stops = all();
      stops[stops.findIndex((item) => item === document.activeElement) + step]?.focus();
      event.preventDefault();
      event.stopPropagation();
    };
    const changes = new MutationObserver(() => {
      if (!root.contains(document.activeElement)) last = undefined;
      place();
    });
    place();
    changes.observe(root, { childList: true, subtree: true, attributeFilter: ["aria-current"] });
    root.addEventListener("focusin", onFocus);
    root.addEventListener("keydown", onKeyDown);
    return () => {
      changes.disconnect();
      root.removeEventListener("focusin", onFocus);
      root.removeEventListener("keydown", onKeyDown);
    };
  };
