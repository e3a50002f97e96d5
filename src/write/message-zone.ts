import type { Event } from "../memory/event.ts";
import type { UserSettings } from "../memory/user-settings.ts";
import { UTC, type TimeZone } from "../memory/time-zone.ts";
import { checkTimeZone } from "./limits.ts";
import type { WriteRequest } from "./requests.ts";
import type { WriteSettings } from "./settings.ts";

/**
 * The time zone for reading a message is the first that is given of: that of the request, that of
 * `config`, the offset of `occurredAt`, that of the user, UTC. The first three come with the
 * request and are recorded with the event; this is their part, null if none is given. Throws
 * BAD_USER_INPUT for an invalid one.
 */
export const zoneOfRequest = (
  { timeZone, offset = null }: Pick<WriteRequest, "timeZone" | "offset">,
  setting: WriteSettings["timeZone"],
): TimeZone | null => (timeZone == null ? (setting ?? offset) : checkTimeZone(timeZone));

/** The time zone for reading the message of an event, which its user may have set meanwhile. */
export const zoneOfMessage = (
  { timeZone }: Pick<Event, "timeZone">,
  ofUser: Pick<UserSettings, "timeZone">,
): TimeZone => timeZone ?? ofUser.timeZone ?? UTC;
