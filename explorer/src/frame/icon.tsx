import { type Shape, shapeOf, tintOf } from "../memory/words.ts";

const PATHS = {
  play: <path d="M5 3.2v9.6l7.5-4.8z" fill="currentColor" />,
  pause: <path d="M4.5 3h2.4v10H4.5zM9.1 3h2.4v10H9.1z" fill="currentColor" />,
  previous: <path d="M10 3.5 5.5 8l4.5 4.5" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  next: <path d="M6 3.5 10.5 8 6 12.5" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  link: (
    <path
      d="M6.5 9.5 9.5 6.5M7 4.7l1-1a2.6 2.6 0 0 1 3.7 3.7l-1 1M9 11.3l-1 1a2.6 2.6 0 0 1-3.7-3.7l1-1"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
    />
  ),
  unlink: (
    <path
      d="M7.2 4.5l.8-.8a2.6 2.6 0 0 1 3.7 3.7l-.8.8M8.8 11.5l-.8.8a2.6 2.6 0 0 1-3.7-3.7l.8-.8M3 3l2 1M13 13l-2-1"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
    />
  ),
  ghost: (
    <circle
      cx="8"
      cy="8"
      r="4.8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2.2 2"
    />
  ),
  ego: (
    <>
      <circle cx="8" cy="8" r="2.6" fill="currentColor" />
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.3" />
    </>
  ),
  lines: (
    <>
      <path d="M3 5h9M3 8h10M3 11h6" stroke="currentColor" strokeWidth="1.4" />
      <path d="M5 6.5h8M4 9.5h8" stroke="currentColor" strokeWidth="1" opacity=".5" />
    </>
  ),
  fit: (
    <path
      d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    />
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M8 4.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
      <path
        d="M8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3.1 3.1l1.1 1.1M11.8 11.8l1.1 1.1M12.9 3.1l-1.1 1.1M4.2 11.8l-1.1 1.1"
        stroke="currentColor"
        strokeWidth="1.3"
      />
    </>
  ),
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    {PATHS[name]}
  </svg>
);

export const Logo = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M3 6h10M3 10h14M3 14h8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    <path d="M6 8h11M5 12h9" stroke="var(--record)" strokeWidth="1.25" strokeLinecap="round" />
    <path d="M4 16.5h12" stroke="var(--valid)" strokeWidth="1.25" strokeLinecap="round" />
  </svg>
);

/** The logo with the name beside it, for a separate page. */
export const Brand = () => (
  <div className="logo">
    <Logo />
    <span>Palimpsest</span>
  </div>
);

const OUTLINES: Readonly<Record<Shape, (r: number) => string>> = {
  circle: (r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`,
  diamond: (r) => `M0 ${-r * 1.15}L${r * 1.15} 0L0 ${r * 1.15}L${-r * 1.15} 0Z`,
  square: (r) => `M${-r * 0.9} ${-r * 0.9}H${r * 0.9}V${r * 0.9}H${-r * 0.9}Z`,
  hexagon: (r) =>
    `M${-r * 1.1} 0L${-r * 0.55} ${-r * 0.95}H${r * 0.55}L${r * 1.1} 0L${r * 0.55} ${r * 0.95}H${-r * 0.55}Z`,
  triangle: (r) => `M0 ${-r * 1.1}L${r * 1.08} ${r * 0.8}H${-r * 1.08}Z`,
  pentagon: (r) =>
    `M0 ${-r * 1.15}L${r * 1.1} ${-r * 0.36}L${r * 0.68} ${r * 0.94}H${-r * 0.68}L${-r * 1.1} ${-r * 0.36}Z`,
};

/** The shape of a type, in its colour. */
export const TypeIcon = ({ type, size }: { readonly type: string; readonly size: number }) => {
  const tint = `var(--${tintOf(type)})`;
  return (
    <svg width={size} height={size} viewBox="-8 -8 16 16" aria-hidden="true">
      <path
        d={OUTLINES[shapeOf(type)](5.8)}
        fill={tint}
        fillOpacity=".3"
        stroke={tint}
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  );
};
