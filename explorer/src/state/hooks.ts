import { type RefObject, useEffect, useRef, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an element, as it changes. */
export const useSize = (ref: RefObject<HTMLElement | null>): Size => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void =>
      setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
};

/**
 * The pace at which a value follows another: at most once in a number of milliseconds, or after a
 * pause of that length.
 */
export type Pace = { readonly everyMs: number } | { readonly restMs: number };

/** A value that follows another at a pace, and always ends at the last one. */
export const useFollowing = <T>(value: T, pace: Pace): T => {
  const [reached, setReached] = useState(value);
  const last = useRef(0);
  const isRest = "restMs" in pace;
  const millis = isRest ? pace.restMs : pace.everyMs;
  useEffect(() => {
    const wait = isRest ? millis : Math.max(0, last.current + millis - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      setReached(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, isRest, millis]);
  return reached;
};

/** Whether the window is as narrow as a phone. */
export const NARROW = "(max-width: 760px)";

export const useIsNarrow = (): boolean => {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = (): void => setNarrow(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return isNarrow;
};
