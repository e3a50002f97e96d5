import { wordsBySource } from "../src/models/offline/data/needed-words.ts";
import { createOfflineModels } from "../src/models/offline/offline-models.ts";
import { instantOf } from "../src/memory/time.ts";
import { scriptCommand } from "./script-command.mjs";

/** Messages for which the offline model loads all its expressions. */
const MESSAGES = ["Ana works at Vertix in Lisbon.", "A Ana trabalha na Vertix e mora em Lisboa."];

/** Prints the words that the expressions of the offline model need, for the build. */
const print = async (): Promise<void> => {
  const { extract } = createOfflineModels();
  for (const message of MESSAGES)
    await extract({
      message,
      speaker: "user",
      speakerNamed: false,
      occurredAt: instantOf(0),
      timeZone: "UTC",
      recentMessages: [],
      knownEntities: [],
    });
  process.stdout.write(JSON.stringify([...wordsBySource()]));
};

scriptCommand("needed words", "Print the words that expressions need, for the build.").parse();
void print();
