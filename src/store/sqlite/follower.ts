import { relative } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import type { Follower, SpaceId } from "../port.ts";
import { isBusy } from "./faults.ts";
import type { FollowFile, Place } from "./follow-file.ts";
import { isUntouched, spaceFilesIn, spaceIn } from "./list-spaces.ts";
import { signatureOf } from "./space-signature.ts";

/** How many files are looked at before anything else may run. */
const AT_A_TIME = 50;

export interface FollowerOptions {
  readonly directory: string;
  readonly file: FollowFile;
  readonly name: string;
  readonly owner: string;
  readonly leaseMillis: number;
  /** The clock of leases, in milliseconds since 1970. */
  readonly now: () => number;
  readonly unreadable: (path: string, error: unknown) => void;
}

/**
 * Finds the spaces that changed by the signatures of their files, and opens those alone to be sure: a position within the space tells.
 * Null while another owner holds the lease.
 */
export const followSpaces = ({
  directory,
  file,
  name,
  owner,
  leaseMillis,
  now,
  unreadable,
}: FollowerOptions): Follower | null => {
  const epoch = file.take(name, owner, now(), now() + leaseMillis);
  if (epoch === null) return null;
  const done = file.places(name);
  const told = new Map<string, Place | null>();
  /** Signatures of files in which there is nothing to tell, or nothing that can be read. */
  const seen = new Map<string, string>();
  const renewed = (): boolean => file.renew(name, epoch, now() + leaseMillis);

  const look = (path: string): SpaceId | null => {
    const key = relative(directory, path);
    const signature = signatureOf(path, Date.now());
    const known = done.get(key);
    if (signature === null || signature.text === (seen.get(key) ?? known?.signature)) return null;
    const relied = signature.settled ? signature.text : "";
    try {
      const space = spaceIn(directory, path);
      if (space === null) return null;
      const unchanged =
        known === undefined ? isUntouched(space.position) : known.position === space.position;
      if (unchanged) {
        seen.set(key, relied);
        if (known !== undefined) told.set(key, { ...known, signature: relied });
        return null;
      }
      seen.delete(key);
      told.set(key, { position: space.position, signature: relied });
      return space.id;
    } catch (error) {
      if (isBusy(error)) return null;
      unreadable(path, error);
      seen.set(key, relied);
      return null;
    }
  };

  return {
    next: async () => {
      if (!renewed()) return [];
      const changed: SpaceId[] = [];
      const gone = new Set(done.keys());
      let looked = 0;
      for await (const path of spaceFilesIn(directory)) {
        if (++looked % AT_A_TIME === 0) await others();
        gone.delete(relative(directory, path));
        const id = look(path);
        if (id !== null) changed.push(id);
      }
      for (const key of gone) told.set(key, null);
      return renewed() ? changed : [];
    },
    acknowledge: async () => {
      if (!file.put(name, epoch, told)) return false;
      for (const [key, place] of told) {
        if (place === null) done.delete(key);
        else done.set(key, place);
      }
      told.clear();
      return true;
    },
    release: async () => file.release(name, epoch),
  };
};
