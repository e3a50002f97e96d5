import { epochMillis, type Instant } from "../../memory/time.ts";

const FORMAT = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

/** `Saturday`, in UTC: models are poor at working it out. */
export const weekday = (at: Instant): string => FORMAT.format(epochMillis(at));
