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
import { readCompany, readSuccessor, readWithout } from "./contraries.ts";
import { readDeparture } from "./departing.ts";
import { readFrames } from "./read-frames.ts";
import { readHaving, readNaming } from "./family.ts";
import { readPassiveLink } from "./read-links.ts";
import { readLack, readQuantity, readSolitude } from "./possessions.ts";
import { readNewHome, readRole, readSeat, readWorkingTime } from "./role.ts";
import type { Reader } from "./statement.ts";

/**
 * All readers of a statement, in their order. The slot, the action and the text of an earlier one
 * win.
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
  readWorkingTime,
  readAge,
  readMeasure,
  readStatus,
  readHaving,
  readCondition,
  readLack,
  readQuantity,
  readSolitude,
  readCompany,
  readSuccessor,
  readWithout,
  readDeparture,
  readPastime,
  readEnded,
];
