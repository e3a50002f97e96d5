import { readAttribute } from "./attribute.ts";
import {
  readAge,
  readBelonging,
  readFormerRelative,
  readInverted,
  readKinship,
  readOtherPet,
  readReplacedRelative,
  readStatus,
} from "./being.ts";
import { readEducation } from "./education.ts";
import { readHaving, readNaming, readPartner } from "./family.ts";
import { readHealth } from "./health.ts";
import { readMeasure, readPrice, readQuantity, readVehicle } from "./possessions.ts";
import { readLink } from "./links.ts";
import { readBirth, readLiving, readMoving, readOrigin, readTravel } from "./residence.ts";
import { readRole, readSeat } from "./role.ts";
import type { Reader } from "./statement.ts";
import { readEnded, readSkill, readTaste } from "./tastes.ts";
import { readTools } from "./tools.ts";
import { readJoining, readLeaving, readReporting, readRoleChange, readWorking } from "./work.ts";

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
  readWorking,
  readJoining,
  readLeaving,
  readRoleChange,
  readReporting,
  readLiving,
  readMoving,
  readBirth,
  readOrigin,
  readRole,
  readSeat,
  readAge,
  readStatus,
  readPartner,
  readHaving,
  readBelonging,
  readEducation,
  readHealth,
  readVehicle,
  readQuantity,
  readPrice,
  readMeasure,
  readTools,
  readTaste,
  readSkill,
  readTravel,
  readLink,
  readEnded,
];
