import { foldName } from "./names.ts";

/**
 * What somebody is to somebody: Rex is Ana's dog. A role is no attribute with a single value, since
 * one may have several dogs.
 */
export interface HeldRole {
  readonly owner: string;
  /** The role: `dog`, `melhor amigo`. */
  readonly role: string;
  readonly holder: string;
}

const COUNT = String.raw`(?:an?|one|two|three|four|five|six|\d+|um|uma|dois|duas|três)`;
/**
 * Either "de" may name the owner in "bicho de estimação de Ana" and "cachorro de Ana de Souza", so
 * that both readings are tried.
 */
const HELD: readonly RegExp[] = [
  /^(?<owner>.+)['’]s (?<role>(?:(?! is | are )[^'’])+) (?:is|are)(?: now)? (?<holder>.+)$/u,
  /^(?<holder>(?:(?! is ).)+) is(?: now)? (?<owner>.+)['’]s (?<role>[^'’]+)$/u,
  new RegExp(
    String.raw`^(?<owner>.+?) (?:has|have|adopted|got) ${COUNT} (?<role>[^,:'’]+?)(?:,|:| (?:named|called)) (?<holder>.+)$`,
    "u",
  ),
  /^[OA]s? (?<role>.+?) d[eoa] (?<owner>.+?) (?:agora )?(?:é|são|se chama)(?: agora)? (?:[oa] )?(?<holder>.+)$/u,
  /^[OA]s? (?<role>.+) d[eoa] (?<owner>.+?) (?:agora )?(?:é|são|se chama)(?: agora)? (?:[oa] )?(?<holder>.+)$/u,
  /^(?<holder>.+?) é (?:agora )?(?:[oa] )?(?<role>.+?) d[eoa] (?<owner>.+)$/u,
  /^(?<holder>.+?) é (?:agora )?(?:[oa] )?(?<role>.+) d[eoa] (?<owner>.+)$/u,
  new RegExp(
    String.raw`^(?<owner>.+?) tem ${COUNT} (?<role>[^,:]+?)(?:,|:| chamad[oa]s?) (?<holder>.+)$`,
    "u",
  ),
];

/** "Ana's dog is no longer Rex". */
const VACATED: readonly RegExp[] = [
  /^(?<owner>.+)['’]s (?<role>(?:(?! is | used | was )[^'’])+) (?:is no longer|used to be|(?:is|was) not) (?<holder>.+?)(?: anymore| any longer)?$/u,
  /^[OA]s? (?<role>.+?) d[eoa] (?<owner>.+?) não é mais (?:[oa] )?(?<holder>.+)$/u,
  /^[OA]s? (?<role>.+) d[eoa] (?<owner>.+?) não é mais (?:[oa] )?(?<holder>.+)$/u,
];

/** Characters of the longest statement that is read: longer ones say more than who holds a role. */
const LONGEST_STATEMENT = 300;

/**
 * Every reading of a statement as one about who holds a role (`HELD`), or who holds it no longer
 * (`VACATED`).
 */
export const rolesIn = (text: string, state: "HELD" | "VACATED" = "HELD"): HeldRole[] =>
  text.length > LONGEST_STATEMENT
    ? []
    : (state === "HELD" ? HELD : VACATED).flatMap((form) => {
        const { owner, role, holder } = form.exec(text)?.groups ?? {};
        return owner === undefined || role === undefined || holder === undefined
          ? []
          : [{ owner, role, holder }];
      });

const singular = (role: string): string => foldName(role).replace(/s$/u, "");

/** Whether one role is the other, in more words or in the plural: "two older dogs" has a dog. */
const sameRole = (role: string, wanted: string): boolean => {
  const [longer, shorter] = [singular(role), singular(wanted)];
  return longer === shorter || longer.endsWith(` ${shorter}`);
};

/**
 * The holder of somebody's role according to a statement; null where it says nothing of it.
 * `owners` are all names of the owner.
 */
export const holderIn = (text: string, owners: readonly string[], role: string): string | null => {
  const folded = new Set(owners.map(foldName));
  return (
    rolesIn(text).find((held) => folded.has(foldName(held.owner)) && sameRole(held.role, role))
      ?.holder ?? null
  );
};
