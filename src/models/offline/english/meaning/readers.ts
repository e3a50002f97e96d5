import { readAttribute } from "./attribute.ts";
import {
  readAge,
  readBirth,
  readCondition,
  readEnded,
  readFormerRelative,
  readInverted,
  readKinship,
  readMeasure,
  readOtherPet,
  readPastime,
  readReplacedRelative,
  readStatus,
} from "./being.ts";
import { readFrames } from "./read-frames.ts";
import { readHaving, readNaming } from "./family.ts";
import { readPassiveLink } from "./linked.ts";
import { readLack, readQuantity, readSolitude } from "./possessions.ts";
import { readNewHome, readRole, readSeat } from "./role.ts";
import type { Reader } from "./statement.ts";

/**
 * All that the rules can read of one statement. What an earlier one says of slot, action and text
 * stands.
 */
export const READERS: readonly Reader[] = [
  readNaming,
  readKinship,
  readReplacedRelative,
  readOtherPet,
  readFormerRelative,
  readInverted,
  readAttribute,
  readFrames,
  readPassiveLink,
  readBirth,
  readRole,
  readSeat,
  readNewHome,
  readAge,
  readMeasure,
  readStatus,
  readHaving,
  readCondition,
  readLack,
  readQuantity,
  readSolitude,
  readPastime,
  readEnded,
];
