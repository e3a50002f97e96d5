/**
 * Gives the focus to the page if the focused element disappears, so that the keyboard can continue
 * from there.
 */
export const takeLostFocus = (): void => {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const regions = [...document.querySelectorAll<HTMLElement>("main, #card")];
  const visibleRegion = regions.find((region) => region.getClientRects().length > 0);
  visibleRegion?.focus({ preventScroll: true });
};
