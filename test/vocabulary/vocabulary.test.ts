import { describe, expect, it } from "vitest";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";

const vocabulary = shippedVocabulary();

describe("the slot of a label", () => {
  it.each([
    ["city", "residence"],
    ["home", "residence"],
    ["lives in", "residence"],
    ["My current city", "residence"],
    ["cidade", "residence"],
    ["company", "employer"],
    ["empresa", "employer"],
    ["job", "role"],
    ["job title", "role"],
    ["wife", "spouse"],
    ["girlfriend", "spouse"],
    ["marido", "spouse"],
    ["mom", "mother"],
    ["dog", "pet"],
    ["line manager", "boss"],
    ["uni", "school"],
    ["grade", "school_year"],
    ["cell phone", "phone_number"],
    ["E-mail address", "email"],
    ["home address", "address"],
    ["date of birth", "birthday"],
    ["year of birth", "birth_year"],
    ["favorite color", "favourite_colour"],
    ["Preferred Colour", "favourite_colour"],
    ["new boss", "boss"],
  ])("%s is %s", (label, slot) => expect(vocabulary.canonicalSlot(label)).toBe(slot));

  it.each([
    ["assistant manager", "assistant_manager"],
    ["business partner", "business_partner"],
    ["guide dog", "guide_dog"],
    ["ex-wife", "ex_wife"],
    ["former employer", "former_employer"],
    ["old city", "old_city"],
    ["next job", "next_job"],
    ["dream job", "dream_job"],
    ["previous boss", "previous_boss"],
    ["company car", "company_car"],
    ["home office", "home_office"],
    ["phone case", "phone_case"],
    ["wife's job", "wife_s_job"],
    ["emergency contact", "emergency_contact"],
    ["city councillor", "city_councillor"],
    ["team mascot", "team_mascot"],
    ["sister company", "sister_company"],
    ["mother tongue", "native_language"],
    ["email provider", "email_provider"],
    ["doctor's address", "doctor_s_address"],
    ["time", "time"],
    ["favourite city", "favourite_city"],
    ["price range", "price_range"],
    ["launch party", "launch_party"],
    ["grade point average", "grade_point_average"],
    ["credit grade", "credit_grade"],
  ])("%s is %s", (label, slot) => expect(vocabulary.canonicalSlot(label)).toBe(slot));

  it.each([
    ["city", "person", "residence"],
    ["city", "organization", "headquarters"],
    ["city", "company", "headquarters"],
    ["location", "event", "location"],
    ["team", "event", "team"],
    ["school", "pet", "school"],
    ["birthday", "pet", "birthday"],
    ["title", "book", "role"],
    ["company", "concept", "employer"],
  ])("%s of the type %s is %s", (label, type, slot) =>
    expect(vocabulary.canonicalSlot(label, type)).toBe(slot),
  );

  it("is empty for a label of signs only", () => expect(vocabulary.canonicalSlot(" -- ")).toBe(""));
});

describe("the slot of a relation", () => {
  it.each([
    ["works_at", "employer", false],
    ["works at", "employer", false],
    ["employs", "employer", true],
    ["lives_in", "residence", false],
    ["married_to", "spouse", false],
    ["reports_to", "boss", false],
    ["manager_of", "boss", true],
    ["parent_of", "child", false],
    ["owns", "owns", false],
    ["friend_of", "friend", false],
  ])("%s is %s", (type, slot, inverse) =>
    expect(vocabulary.slotOfRelation(type)).toEqual({ slot, inverse }),
  );

  it.each([
    "child_of",
    "former_employee_of",
    "hired",
    "visited",
    "founded_in",
    "wants_to_live_in",
    "",
    "ex_wife_of",
    "applied_to",
    "interviewed_at",
  ])("%s has none", (type) => expect(vocabulary.slotOfRelation(type)).toBeNull());

  it("has one name", () => {
    expect(vocabulary.canonicalRelation("married_to")).toBe("spouse_of");
    expect(vocabulary.canonicalRelation("Works for")).toBe("works_at");
    expect(vocabulary.canonicalRelation("employs")).toBe("employs");
    expect(vocabulary.canonicalRelation("former_employee_of")).toBe("former_employee_of");
  });
});

describe("a typed value", () => {
  it.each([
    ["residence", "Lisbon"],
    ["residence", "lisbon"],
    ["residence", "Belo Horizonte"],
    ["residence", "Nice"],
    ["residence", "Italy"],
    ["residence", "sicily"],
    ["residence", "東京"],
    ["residence", "a flat in Porto"],
    ["residence", "the countryside"],
    ["employer", "3M"],
    ["employer", "the city council"],
    ["spouse", "Anna"],
    ["boss", "emily"],
    ["pet", "Happy"],
    ["role", "nurse"],
    ["role", "head of design"],
    ["salary", "$90k"],
    ["salary", "ninety thousand"],
    ["deadline", "13 March"],
    ["deadline", "next Friday"],
    ["deadline", "in two weeks"],
    ["email", "ana@example.com"],
    ["phone_number", "+351 912 345 678"],
    ["website", "ana.dev"],
    ["age", "34"],
    ["diet", "vegan"],
    ["knows_language", "Portuguese"],
    ["favourite_colour", "dark blue"],
    ["status", "on hold"],
  ])("%s accepts %s", (slot, value) => expect(vocabulary.accepts(slot, value)).toBe(true));

  it.each([
    ["residence", "the same as before"],
    ["vehicle", "£300 a month"],
    ["gym", "30 euros"],
    ["residence", "same"],
    ["residence", "beautiful"],
    ["residence", "really beautiful"],
    ["residence", "in two weeks"],
    ["residence", "two weeks"],
    ["residence", "next month"],
    ["residence", "abroad"],
    ["residence", "here"],
    ["residence", "somewhere"],
    ["residence", "it"],
    ["residence", "not far"],
    ["residence", "because the rent is lower"],
    ["residence", ""],
    ["residence", "?!"],
    ["employer", "early today"],
    ["employer", "late"],
    ["employer", "remotely"],
    ["boss", "great"],
    ["boss", "very strict"],
    ["boss", "on holiday"],
    ["spouse", "42"],
    ["spouse", "she"],
    ["role", "the same as before"],
    ["role", "in two weeks"],
    ["salary", "great"],
    ["salary", "the same"],
    ["deadline", "soon"],
    ["deadline", "tight"],
    ["email", "broken"],
    ["phone_number", "always off"],
    ["age", "just a number game"],
    ["favourite_colour", "o mesmo"],
    ["status", "unknown"],
    ["residence", "chata"],
  ])("%s rejects %s", (slot, value) => expect(vocabulary.accepts(slot, value)).toBe(false));
});

describe("a slot within another", () => {
  it("ends with it", () => {
    expect(vocabulary.restingOn("employer")).toEqual(
      expect.arrayContaining(["role", "team", "boss", "salary"]),
    );
    expect(vocabulary.restingOn("school")).toContain("field_of_study");
  });

  it.each(["role", "pet", "spouse", "no_slot"])("does not exist for %s", (slot) =>
    expect(vocabulary.restingOn(slot)).toEqual([]),
  );

  it("is every slot for a death, and none otherwise", () =>
    expect(
      vocabulary.slots
        .filter(({ slot }) => vocabulary.endsEverything(slot))
        .map(({ slot }) => slot),
    ).toEqual(["death"]));
});

describe("the category of a statement without a stated one", () => {
  it.each([
    [null, "SPECIFIC_EVENT"],
    ["residence", "STABLE_PREFERENCE"],
    ["shoe_size", "STABLE_PREFERENCE"],
    ["spouse", "RELATIONSHIP_CHANGE"],
    ["friend", "RELATIONSHIP_CHANGE"],
    ["pet", "STABLE_PREFERENCE"],
    ["death", "BIOGRAPHICAL_MILESTONE"],
  ])("about %s is %s", (slot, category) => {
    expect(shippedVocabulary().categoryOf(slot)).toBe(category);
  });
});
