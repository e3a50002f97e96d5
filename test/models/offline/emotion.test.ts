import { expect, it } from "vitest";
import { detectEmotion } from "../../../src/models/offline/emotion/detect-emotion.ts";

it.each([
  ["I'm so happy, we won the cup!", "joy"],
  ["Que alegria, passei na prova!", "joy"],
  ["My grandfather died yesterday and I cried all night.", "sadness"],
  ["I am furious about this bill.", "anger"],
  ["I'm scared of the surgery and worried sick.", "fear"],
  ["Wow, I did not see that coming!", "surprise"],
  ["The fridge smells disgusting, yuck.", "disgust"],
  ["I adore my daughter, she is my sweetheart.", "love"],
  ["The report is due on Friday.", "neutral"],
  ["I am not happy about it.", "neutral"],
  ["🎉🎉", "joy"],
])("%s: %s", (message, label) => {
  expect(detectEmotion(message)?.label).toBe(label);
});

it("is stronger if more is said, within 0 and 1", () => {
  const calm = detectEmotion("I am happy.")!;
  const loud = detectEmotion("I AM SO HAPPY AND THRILLED!!! BEST DAY!!! 🎉")!;
  expect(loud.intensity).toBeGreaterThan(calm.intensity);
  expect(loud.energy).toBeGreaterThan(calm.energy);
  expect(Math.max(loud.intensity, loud.energy)).toBeLessThanOrEqual(1);
});

it("is none without words", () => {
  expect(detectEmotion("12 + 30")).toBeNull();
  expect(detectEmotion("")).toBeNull();
});
