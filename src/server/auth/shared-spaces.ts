import { Problem } from "../../memory/problem.ts";
import { SHARED_SPACE_PREFIX, type Caller } from "./caller.ts";

/** Header that names a shared space instead of the user's own. No argument of the schema does. */
export const SPACE_HEADER = "x-palimpsest-space";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Whether a text can be the name of a shared space: 1 to 64 letters, digits, `.`, `_` and `-`. */
export const isSharedSpaceName = (name: string): boolean => NAME.test(name);

/**
 * The caller in a shared space of the tenant. Throws NOT_FOUND for a space that the credentials do
 * not grant, whether it exists or not.
 */
export const callerInSpace = (caller: Caller, name: string): Caller => {
  const { space, sharedSpaces } = caller;
  const isGranted = isSharedSpaceName(name) && (sharedSpaces?.includes(name) ?? true);
  if (!isGranted)
    throw new Problem(
      "NOT_FOUND",
      "The shared space does not exist, or the credentials do not grant it. Check its name.",
    );
  return { ...caller, space: { ...space, user: `${SHARED_SPACE_PREFIX}${name}` } };
};

/** Default speaker of a message: in a shared space the caller, in the user's own space the user. */
export const speakerOf = ({ space, user }: Caller): string | null =>
  space.user === user ? null : user;
