import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { writeServicesOf } from "../../src/assembly/open-services.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { silentModels } from "../fakes/silent-models.ts";

const parts = { models: silentModels, vocabulary: shippedVocabulary() };
const log = { warn: () => {} };
const settingsWith = (environment: Record<string, string>) =>
  writeServicesOf(loadConfig(environment), parts, log).settings;

describe("the write services of a configuration", () => {
  it("wait for a model until its deadline", () =>
    expect(settingsWith({ OPENAI_API_KEY: "key", MODEL_DEADLINE_SECONDS: "77" })).toEqual({
      ...DEFAULT_WRITE_SETTINGS,
      extractionTimeoutSeconds: 77,
    }));
  it("have the default deadline for the offline model", () =>
    expect(settingsWith({})).toEqual(DEFAULT_WRITE_SETTINGS));
});
