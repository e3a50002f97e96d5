import { useSyncExternalStore } from "react";
import { readPalette, type Palette } from "../graph/palette.ts";

export type Theme = "dark" | "light";

const STORED = "palimpsest-theme";
const listeners = new Set<() => void>();

const preferredTheme = (): Theme => {
  const storedTheme = localStorage.getItem(STORED);
  if (storedTheme === "dark" || storedTheme === "light") return storedTheme;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
};

let current: { readonly theme: Theme; readonly palette: Palette } | null = null;

const apply = (theme: Theme): void => {
  document.documentElement.dataset["theme"] = theme;
  current = { theme, palette: readPalette() };
  for (const listener of listeners) listener();
};

const read = () => {
  if (current === null) apply(preferredTheme());
  return current ?? { theme: "dark" as const, palette: readPalette() };
};

export const toggleTheme = (): void => {
  const theme = read().theme === "dark" ? "light" : "dark";
  localStorage.setItem(STORED, theme);
  apply(theme);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The theme, with its colours for canvases. */
export const useTheme = () => useSyncExternalStore(subscribe, read);
