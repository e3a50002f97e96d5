import { z } from "zod";
import { isProblemCode, Problem } from "../../memory/problem.ts";
import { CALLER_HEADER, type Authenticate, type Caller } from "./caller.ts";

const passed = z.union([
  z.object({
    caller: z.object({
      space: z.object({ tenant: z.string(), user: z.string() }),
      user: z.string(),
      sharedSpaces: z.array(z.string()).readonly().nullable(),
      key: z.string().nullable(),
      expiresAt: z.number().nullable(),
    }),
  }),
  z.object({ refusal: z.object({ code: z.string().refine(isProblemCode), message: z.string() }) }),
]);

/** The value of the header for a caller, or for the problem with what was sent as credentials. */
export const passedCaller = (asked: Caller | Problem): string => {
  const said: z.input<typeof passed> =
    asked instanceof Problem
      ? { refusal: { code: asked.code, message: asked.message } }
      : { caller: asked };
  return Buffer.from(JSON.stringify(said)).toString("base64url");
};

/** Believes the front, which has checked the credentials. */
export const asTheFrontSays: Authenticate = async (credentials) => {
  const said: unknown = JSON.parse(
    Buffer.from(credentials(CALLER_HEADER) ?? "", "base64url").toString(),
  );
  const known = passed.parse(said);
  if ("caller" in known) return known.caller;
  throw new Problem(known.refusal.code, known.refusal.message);
};
