/**
 * How somebody or something departs. `itself`: a thing, a group or a place is no more. `given`: a
 * thing has another owner. `trade`: somebody works for nobody any longer. `home`: somebody has
 * another home. `area`: somebody is not around any longer, neither to work nor to live. `bond`:
 * somebody is nobody's partner any longer.
 */
export type Departure = "itself" | "given" | "trade" | "home" | "area" | "bond";

/** The predicates of the denials that state a departure. Extraction writes them. */
const PREDICATES: Readonly<Record<Departure, string>> = {
  itself: "is no more",
  given: "is somebody else's",
  trade: "no longer works for others",
  home: "no longer lives there",
  area: "is no longer around",
  bond: "is no longer a partner",
};

/** That somebody or something has departed: "Rustbucket is no more". */
export const departureText = (name: string, departure: Departure): string =>
  `${name} ${PREDICATES[departure]}`;

const KINDS = Object.keys(PREDICATES) as readonly Departure[];
/** The departure that a text states about a name; undefined for other texts. */
export const departureIn = (text: string, name: string): Departure | undefined =>
  KINDS.find((departure) => text === departureText(name, departure));
