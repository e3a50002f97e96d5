import { z } from "zod";
import { isProblemCode, Problem } from "../../memory/problem.ts";
import { CALLER_HEADER, type Authenticate, type Caller } from "./caller.ts";

const passedSchema = z.union([
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

/** The value of the header for a caller, or for the error in the credentials. */
export const passedCaller = (asker: Caller | Problem): string => {
  const message: z.input<typeof passedSchema> =
    asker instanceof Problem
      ? { refusal: { code: asker.code, message: asker.message } }
      : { caller: asker };
  return Buffer.from(JSON.stringify(message)).toString("base64url");
};

/** Trusts the front, which has checked the credentials. */
export const asTheFrontSays: Authenticate = async (credentials) => {
  const message: unknown = JSON.parse(
    Buffer.from(credentials(CALLER_HEADER) ?? "", "base64url").toString(),
  );
  const asker = passedSchema.parse(message);
  if ("caller" in asker) return asker.caller;
  throw new Problem(asker.refusal.code, asker.refusal.message);
};
