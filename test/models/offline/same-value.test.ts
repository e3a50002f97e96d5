import { describe, expect, it } from "vitest";
import { meansSameValue } from "../../../src/models/offline/comparison/same-value.ts";

describe("equal values", () => {
  it.each([
    ["Goiânia", "goiania"],
    ["Perth", "Perth, Australia"],
    ["July 9", "July 9th, 2027"],
    ["9 July", "July 9"],
    ["a software engineer", "software engineer"],
    ["Halden", "Halden Systems"],
    ["two", "2"],
    ["grey", "gray"],
    ["€1,200", "€1200"],
    ["99.5%", "99.5% uptime"],
    ["married", "married to Ana"],
    ["NYC", "New York"],
  ])("%s and %s", (a, b) => {
    expect([meansSameValue(a, b), meansSameValue(b, a)]).toEqual([true, true]);
  });
});

describe("different values", () => {
  it.each([
    ["$50,000", "$60,000"],
    ["$50,000", "€50,000"],
    ["99.5%", "99.9%"],
    ["9:30", "10:30"],
    ["July 9", "July 19"],
    ["developer", "senior developer"],
    ["junior developer", "senior developer"],
    ["married", "not married"],
    ["Porto", "Leeds"],
    ["415 555 0100", "415 555 0101"],
    ["34", "35"],
    ["4", "4 years and 5 months"],
    ["design", "designer"],
    ["green", ""],
  ])("%s and %s", (a, b) => {
    expect([meansSameValue(a, b), meansSameValue(b, a)]).toEqual([false, false]);
  });
});
