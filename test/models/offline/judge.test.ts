import { describe, expect, it } from "vitest";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";
import { parseInstant } from "../../../src/memory/time.ts";
import { judge } from "../../../src/models/offline/comparison/judge.ts";
import type { ReconciliationQuestion, Verdict } from "../../../src/models/port.ts";

const NOW = parseInstant("2026-11-21T08:00:00.000Z")!;

interface Said {
  readonly text: string;
  readonly slot?: string;
  readonly value?: string;
}

type Saying = Said & { readonly action?: "NEW" | "UPDATE" | "DELETE" };

const verdictOn = (fact: Saying, ...known: readonly Said[]): Verdict => {
  const input: ReconciliationQuestion = {
    fact: {
      subject: "Noor",
      text: fact.text,
      action: fact.action ?? "NEW",
      slot: fact.slot ?? null,
      value: fact.value ?? null,
    },
    candidates: known.map(({ text, slot, value }, i) => ({
      id: `known${i}`,
      text,
      slot: slot ?? null,
      value: value ?? null,
      label: null,
      validFrom: NOW,
      similarity: 0.6,
    })),
  };
  return judge(input, shippedVocabulary());
};

const decide = (fact: Saying, ...known: readonly Said[]): string => {
  const { action, candidate } = verdictOn(fact, ...known);
  return candidate === null ? action : `${action} ${candidate}`;
};

describe("a fact beside what is known", () => {
  it("is new if nothing is known", () => {
    expect(decide({ text: "Noor lives in Leeds", slot: "residence", value: "Leeds" })).toBe("ADD");
  });

  it("is known if the same text is known", () => {
    expect(
      decide(
        { text: "Noor plays chess." },
        { text: "Noor has a bike" },
        { text: "Noor plays chess" },
      ),
    ).toBe("NOOP known1");
  });

  it.each(["C++", "Notion (free plan", "[draft]", "a\\b", "*"])(
    "is compared with any value as it is written: %s",
    (value) => {
      const known = { text: `Noor uses ${value}`, slot: "uses", value };
      expect(
        decide({ text: "Noor lives in Leeds", slot: "residence", value: "Leeds" }, known),
      ).toBe("ADD");
    },
  );

  it("ends a thing that is called without its number, and no other", () => {
    const gone = { text: "Noor no longer has Pixel", value: "Pixel", action: "DELETE" } as const;
    const pixel = { text: "Noor got a Pixel 7", slot: "owns", value: "Pixel 7" };
    const galaxy = { text: "Noor bought a Galaxy S24", slot: "owns", value: "Galaxy S24" };
    expect(decide(gone, galaxy, pixel)).toBe("DELETE known1");
    expect(decide(gone, galaxy)).toBe("ADD");
  });

  it("is added with its value, whatever fact of another slot it ends", () => {
    const hired = {
      text: "Noor was hired by Adobe",
      slot: "employer",
      value: "Adobe",
      action: "UPDATE",
    } as const;
    const freelancer = { text: "Noor is a freelancer", slot: "role", value: "freelancer" };
    const nurse = { text: "Noor is a nurse", slot: "role", value: "nurse" };
    expect(verdictOn(hired, freelancer)).toMatchObject({ action: "ADD", alsoEnds: ["known0"] });
    expect(verdictOn(hired, nurse)).not.toHaveProperty("alsoEnds");
  });

  it("stands beside another holder of the same role, and replaces the same statement in other words", () => {
    const rex = { text: "Noor's dog is Rex", value: "Rex" };
    const max = { text: "Noor's dog is Max", value: "Max" };
    expect(decide(max, rex)).toBe("ADD");
    expect(
      decide(
        { ...rex, value: "rex" },
        { text: "Noor's cat is Tom", value: "Tom" },
        { text: "Noor's dog is REX", value: "REX" },
      ),
    ).toBe("NOOP known1");
    expect(decide({ ...max, action: "UPDATE" }, { text: "Noor's cat is Tom", value: "Tom" })).toBe(
      "ADD",
    );
  });

  it("is known if the attribute has the same value in other words", () => {
    expect(
      decide(
        { text: "Noor is based in Leeds, England", slot: "residence", value: "Leeds, England" },
        { text: "Noor lives in Leeds", slot: "residence", value: "Leeds" },
      ),
    ).toBe("NOOP known0");
  });

  it("replaces another value of the same attribute only", () => {
    expect(
      decide(
        { text: "Noor lives in Bath", slot: "residence", value: "Bath" },
        { text: "Noor was born in Leeds", slot: "birthplace", value: "Leeds" },
        { text: "Noor lives in Leeds", slot: "residence", value: "Leeds" },
      ),
    ).toBe("UPDATE known1");
  });

  it("is new if it only sounds similar", () => {
    expect(decide({ text: "Noor speaks Dutch" }, { text: "Noor speaks Danish" })).toBe("ADD");
  });

  it("replaces its contrary", () => {
    expect(decide({ text: "Noor does not like olives" }, { text: "Noor likes olives" })).toBe(
      "UPDATE known0",
    );
    expect(decide({ text: "Noor loves olives" }, { text: "Noor hates olives" })).toBe(
      "UPDATE known0",
    );
  });

  it("is known if only likes and loves differ", () => {
    expect(decide({ text: "Noor loves olives" }, { text: "Noor likes olives" })).toBe(
      "NOOP known0",
    );
  });
});

describe("a retraction", () => {
  it("takes back the attribute that it names", () => {
    expect(
      decide(
        { text: "Noor left Halden", action: "DELETE", slot: "employer", value: "Halden" },
        { text: "Noor works at Halden", slot: "employer", value: "Halden" },
      ),
    ).toBe("DELETE known0");
  });

  it("takes back any value if it names none", () => {
    expect(
      decide(
        { text: "Noor quit", action: "DELETE", slot: "employer" },
        { text: "Noor works at Halden", slot: "employer", value: "Halden" },
      ),
    ).toBe("DELETE known0");
  });

  it("leaves another value alone", () => {
    expect(
      decide(
        { text: "Noor left Halden", action: "DELETE", slot: "employer", value: "Halden" },
        { text: "Noor works at Kestrel", slot: "employer", value: "Kestrel" },
      ),
    ).toBe("ADD");
  });

  it("takes back the role that belongs to the employer", () => {
    expect(
      decide(
        { text: "Noor left Halden", action: "DELETE", slot: "employer", value: "Halden" },
        { text: "Noor is the CFO of Halden", slot: "role", value: "CFO of Halden" },
      ),
    ).toBe("DELETE known0");
  });

  it("takes back a fact without an attribute by its words", () => {
    expect(
      decide(
        { text: "Noor does not eat fish anymore", action: "DELETE", value: "fish" },
        { text: "Noor has two bikes" },
        { text: "Noor eats fish every Friday" },
      ),
    ).toBe("DELETE known1");
  });

  describe("that is a change", () => {
    it.each([
      ["Noor is retiring in December instead", "Noor is planning to retire in June"],
      [
        "Noor flies to Tromsø on 2 July instead",
        "Noor's flight to Tromsø for the fair is on 11 June",
      ],
      ["The stall sells jam for €4 a jar", "The stall sells jam for €3.50 a jar"],
      ["Noor swims on Thursdays", "Noor swims on Mondays"],
      ["Noor's train leaves at 7:40", "Noor's train leaves at 7:15"],
      ["Noor walks 8 km", "Noor walks 5 km before work"],
    ])("takes the place of another time or figure: %s – %s", (text, before) => {
      const subject = { text: "Noor keeps bees" };
      expect(decide({ text, action: "UPDATE" }, subject, { text: before })).toBe("UPDATE known1");
    });

    it.each([
      ["Noor swims on Thursdays", "Noor teaches on Mondays"],
      ["Noor calls Bo on Tuesday instead", "Noor calls Ana on Monday"],
      ["Noor flies to Oslo on 2 July instead", "Noor flies to Tromsø on 11 June"],
      ["Noor is retiring in December instead", "Noor is planning to retire"],
      ["Noor walks 8 km", "Noor walks at 7:15"],
      ["Noor walks to work", "Noor walks 5 km"],
    ])("stands beside what is of something else: %s – %s", (text, before) => {
      expect(decide({ text, action: "UPDATE" }, { text: before })).toBe("ADD");
    });

    it("stands beside the other where it is no change, or it is not clear of which", () => {
      const mondays = { text: "Noor swims on Mondays" };
      const fridays = { text: "Noor swims on Fridays" };
      expect(decide({ text: "Noor swims on Thursdays" }, mondays)).toBe("ADD");
      expect(decide({ text: "Noor swims on Thursdays", action: "UPDATE" }, mondays, fridays)).toBe(
        "ADD",
      );
    });

    it("is of the attribute that is called so for short, where there is one", () => {
      const demo = { text: "Noor's demo is 4 March", slot: "demo", value: "4 March" };
      const change = { ...demo, action: "UPDATE" } as const;
      const investorDemo = {
        text: "Noor's investor demo is on 18 February",
        slot: "investor_demo",
        value: "18 February",
      };
      const customerDemo = {
        text: "Noor's customer demo is on 20 February",
        slot: "customer_demo",
        value: "20 February",
      };
      expect(decide(change, investorDemo)).toBe("UPDATE known0");
      expect(decide(demo, investorDemo)).toBe("ADD");
      expect(decide(change, investorDemo, customerDemo)).toBe("ADD");
      const earlierDemo = { text: "Noor's demo is 3 March", slot: "demo", value: "3 March" };
      expect(decide(change, investorDemo, earlierDemo)).toBe("UPDATE known1");
      expect(decide({ ...change, slot: "investor_demo" }, earlierDemo)).toBe("ADD");
    });
  });

  it("takes nothing back for a small shared word", () => {
    expect(
      decide(
        { text: "Noor does not eat fish anymore", action: "DELETE", value: "fish" },
        { text: "Noor eats out a lot" },
      ),
    ).toBe("ADD");
  });
});

describe("an end by the name of what is given up", () => {
  const ends = (text: string, value: string, known: string, slot?: string): boolean =>
    decide(
      { text, value, action: "DELETE", ...(slot === undefined ? {} : { slot }) },
      { text: known },
    ) === "DELETE known0";

  it.each([
    ["Noor stopped taking fluoxetine", "fluoxetine", "Noor takes 20mg of fluoxetine a day"],
    ["Noor gave up pilates", "pilates", "Noor does pilates on Tuesdays"],
    ["Noor dropped the Spanish classes", "the Spanish classes", "Noor is taking Spanish classes"],
    ["Noor dropped Spanish", "Spanish", "Noor is taking Spanish classes"],
    ["Noor gave up on Korean", "Korean", "Noor is learning Korean on Duolingo"],
    ["Noor abandoned the novel", "the novel", "Noor is writing a novel about bees"],
    ["Noor cut out coffee", "coffee", "Noor drinks four coffees a day"],
    [
      "Noor pulled out of the marathon",
      "the marathon",
      "Noor is training for the London Marathon on 21 April",
    ],
    ["Noor stopped seeing Dr Chan", "Dr Chan", "Noor's physiotherapist is Dr Chan"],
    ["Noor left the choir", "the choir", "Noor sings in a choir called Voices"],
    ["Noor quit fluoxetine", "fluoxetine", "Noor is on fluoxetine"],
    ["Noor quit smoking", "smoking", "Noor smokes ten cigarettes a day"],
    ["Noor does not walk to work anymore", "to work", "Noor walks to work every day"],
    [
      "Noor no longer volunteers at the food bank",
      "at the food bank",
      "Noor volunteers at the food bank",
    ],
    [
      "Noor cancelled her dentist appointment",
      "her dentist appointment",
      "Noor has an appointment with the dentist on 20 March",
    ],
    ["Noor gave up her season ticket", "her season ticket", "Noor has a season ticket"],
    ["Noor quit the band", "the band", "Noor plays bass in a band with Nick and Tara"],
    ["Noor stopped coaching", "coaching", "Noor is coaching her daughter's football team"],
  ])("%s ends: %s, in %s", (text, value, known) => {
    expect(ends(text, value, known)).toBe(true);
  });

  it.each([
    ["Noor gave up pilates", "pilates", "Noor loves pilates"],
    ["Noor gave up pilates", "pilates", "Noor has a pilates mat"],
    ["Noor gave up pilates", "pilates", "Noor met Ana at pilates"],
    ["Noor gave up pilates", "pilates", "Noor wants to try pilates"],
    ["Noor stopped taking the bus", "the bus", "Noor drives a bus in Leeds"],
    ["Noor stopped taking the bus", "the bus", "Noor takes the train to work"],
    ["Noor stopped eating chocolate", "chocolate", "Noor makes chocolate for a living"],
    ["Noor stopped seeing Ana", "Ana", "Noor's sister is Ana"],
    ["Noor abandoned the novel", "the novel", "Noor is reading a book about a novel"],
    ["Noor dropped the phone", "the phone", "Noor has a phone case from Ana"],
    ["Noor cut out coffee", "coffee", "Noor runs a coffee shop in Leeds"],
    ["Noor pulled out of the marathon", "the marathon", "Noor ran the London Marathon in 2019"],
    ["Noor gave up on Korean", "Korean", "Noor is cooking a Korean stew"],
    ["Noor quit running", "running", "Noor runs a coffee shop in Leeds"],
    ["Noor dropped the phone", "the phone", "Noor has a phone"],
    ["Noor quit the band", "the band", "Noor met Ana in a band"],
    ["Noor quit smoking", "smoking", "Noor's brother smokes"],
  ])("%s leaves alone: %s, in %s", (text, value, known) => {
    expect(ends(text, value, known)).toBe(false);
  });

  it("ends by the verb alone only the habits, the memberships and the medicines of a slot", () => {
    expect(ends("Noor quit fluoxetine", "fluoxetine", "Noor takes fluoxetine", "medication")).toBe(
      true,
    );
    expect(ends("Noor left Halden", "Halden", "Noor is studying Halden", "employer")).toBe(false);
  });

  it("puts another in the place of what it names", () => {
    const change = (text: string, value: string, known: string): string =>
      decide({ text, value, action: "UPDATE" }, { text: known });
    expect(
      change("Noor switched from Barclays to Monzo", "Monzo", "Noor banks with Barclays"),
    ).toBe("UPDATE known0");
    expect(
      change("Noor replaced the Dell with a MacBook", "MacBook", "Noor's laptop is a Dell XPS"),
    ).toBe("UPDATE known0");
    expect(change("Noor swapped oat milk for soy milk", "soy milk", "Noor drinks oat milk")).toBe(
      "UPDATE known0",
    );
    expect(
      change("Noor switched from Barclays to Monzo", "Monzo", "Noor's sister is Barclays"),
    ).toBe("ADD");
    expect(
      change("Noor switched from Barclays to Monzo", "Monzo", "Noor met Ana at Barclays"),
    ).toBe("ADD");
  });

  it("puts another in the place of the one thing that is done by its verb", () => {
    const change = (text: string, ...known: readonly string[]): string =>
      decide({ text, action: "UPDATE" }, ...known.map((one) => ({ text: one })));
    expect(change("Noor is reading Middlemarch", "Noor is reading War and Peace")).toBe(
      "UPDATE known0",
    );
    expect(change("Noor lives alone", "Noor lives with two roommates")).toBe("UPDATE known0");
    expect(change("Noor moved into a care home", "Noor lives with Ana")).toBe("UPDATE known0");
    expect(
      change("Noor is reading Middlemarch", "Noor is reading Emma", "Noor is reading Beowulf"),
    ).toBe("ADD");
    expect(change("Noor is playing chess", "Noor is playing the piano")).toBe("ADD");
    expect(change("Noor moved into management", "Noor likes living with Ana")).toBe("ADD");
  });

  const closes = (text: string, known: string): boolean =>
    decide({ text }, { text: known }) === "UPDATE known0";

  it.each([
    ["Noor came home from hospital yesterday", "Noor is in hospital with pneumonia"],
    ["Noor is out of hospital", "Noor is in the hospital"],
    ["Noor was discharged from rehab", "Noor is in rehab in Leeds"],
    ["Noor got out of prison on Friday", "Noor is in prison"],
    ["Noor is back at work", "Noor is off work with a bad back"],
    ["Noor went back to work in May", "Noor is on maternity leave"],
    ["Noor is back at school", "Noor is off school with a cold"],
    ["Noor paid their brother back today", "Noor owes their brother 500 pounds"],
    ["Noor has paid off the car loan", "Noor is paying off a car loan"],
    ["Noor qualified as a plumber last week", "Noor is training to be a plumber at Leeds College"],
    ["Noor finally finished War and Peace", "Noor is reading War and Peace"],
    ["Noor finished the patchwork quilt", "Noor is sewing a patchwork quilt"],
    ["Noor got the visa", "Noor is waiting for their visa for Canada"],
    ["Noor has bought a campervan", "Noor is saving up for a campervan"],
    ["Noor got a job at the Post Office", "Noor is looking for work"],
    ["Noor passed their driving test", "Noor is learning to drive"],
    ["Noor moved to a bungalow in Whitby", "Noor lives with user"],
    ["Noor started school this week", "Noor is at nursery"],
    ["Noor got their car back from the garage", "Noor's car is in the garage for repairs"],
    ["Noor has joined a small agency called Brightwork", "Noor is self-employed"],
    ["Noor started at Deloitte last Monday", "Noor is unemployed"],
    ["Noor moved to the day shift", "Noor is on the night shift at the bakery"],
    ["Noor has gone full time", "Noor works part time"],
    ["Noor has just landed a job at Arup", "Noor is out of work"],
    ["Noor submitted their thesis on Friday", "Noor is writing their thesis"],
    ["Noor has resigned from the board", "Noor sits on the board of the allotment society"],
    ["Noor started at Leeds Uni", "Noor is taking a gap year"],
    ["Noor has left boarding school", "Noor is at boarding school in Malvern"],
  ])("%s closes: %s", (text, known) => {
    expect(closes(text, known)).toBe(true);
  });

  it.each([
    ["Noor visited Ana in hospital", "Noor is in hospital with pneumonia"],
    ["Noor came home from Spain", "Noor is in hospital with pneumonia"],
    ["Noor came home from hospital", "Noor is a nurse at the hospital"],
    ["Noor is back at work", "Noor is happy at work"],
    ["Noor is back at school", "Noor is off work with a bad back"],
    ["Noor went back to bed", "Noor is on maternity leave"],
    ["Noor paid their brother a visit", "Noor owes their brother 500 pounds"],
    ["Noor has joined a choir", "Noor is vegetarian"],
    ["Noor has just landed a job at Arup", "Noor is out of town"],
    ["Noor has just landed a job at Arup", "Noor is between flats"],
    ["Noor submitted their tax return", "Noor is writing their thesis"],
    ["Noor has resigned from the bank", "Noor sits on the board of the allotment society"],
    ["Noor started at Leeds Uni", "Noor is taking a pottery class"],
    ["Noor has left boarding school", "Noor is at a conference in Malvern"],
    ["Noor started at noon", "Noor is in good health"],
    ["Noor moved the shift plan to the kitchen", "Noor is on the night shift at the bakery"],
    ["Noor has gone full throttle", "Noor works part time"],
    ["Noor paid their sister back", "Noor owes their brother 500 pounds"],
    ["Noor has paid off the car loan", "Noor is paying off the mortgage"],
    ["Noor qualified as a plumber", "Noor is training to be an electrician"],
    ["Noor qualified for the final as a swimmer", "Noor is training for the marathon"],
    ["Noor loved the first chapter of War and Peace", "Noor is reading War and Peace"],
    ["Noor finished Emma", "Noor is reading War and Peace"],
    ["Noor finished the marathon", "Noor is a marathon runner"],
    ["Noor got a letter about the visa", "Noor is waiting for their visa for Canada"],
    ["Noor bought a tent", "Noor is saving up for a campervan"],
    ["Noor got a job for Ana to do", "Noor is looking forward to the summer"],
    ["Noor passed the salt", "Noor is learning to drive"],
    ["Noor moved the sofa to the garage", "Noor lives with user"],
    ["Noor is reading Emma in hospital", "Noor is in hospital"],
    ["Noor started school this week", "Noor is at work"],
    ["Noor got their car back from Ana", "Noor's car is in the garage for repairs"],
  ])("%s leaves open: %s", (text, known) => {
    expect(closes(text, known)).toBe(false);
  });

  it("ends an ongoing statement by the name of its object", () => {
    const over = (value: string, known: string): string =>
      decide({ text: `Noor no longer has ${value}`, value, action: "DELETE" }, { text: known });
    expect(over("Dry January", "Noor is doing Dry January")).toBe("DELETE known0");
    expect(over("Commuters", "Noor plays bass in a band called The Commuters")).toBe(
      "DELETE known0",
    );
    expect(over("Dry January", "Noor likes Dry January")).toBe("ADD");
    expect(over("Commuters", "Noor met Ana at a Commuters gig")).toBe("ADD");
  });

  it("ends a class or a cast that is finished", () => {
    const finished = (value: string, known: string): string =>
      decide({ text: `Noor's ${value} is finished`, value, action: "UPDATE" }, { text: known });
    expect(finished("pottery class", "Noor is taking a pottery class on Mondays")).toBe(
      "UPDATE known0",
    );
    expect(finished("brace", "Noor's knee is in a brace")).toBe("UPDATE known0");
    expect(finished("pottery class", "Noor sells pottery")).toBe("ADD");
    expect(finished("brace", "Noor's sister is Brace")).toBe("ADD");
  });

  it("ends a habit by the name of its kind", () => {
    const given = (value: string, known: string): string =>
      decide({ text: `Noor has given up ${value}`, value, action: "UPDATE" }, { text: known });
    expect(given("caffeine", "Noor drinks six coffees a day")).toBe("UPDATE known0");
    expect(given("alcohol", "Noor drinks a bottle of wine a week")).toBe("UPDATE known0");
    expect(given("caffeine", "Noor drinks a bottle of wine a week")).toBe("ADD");
    expect(given("alcohol", "Noor collects wine")).toBe("ADD");
  });
});

it("gives its reason in the words of the rule of a slot, with the slot in words", () => {
  const known = { text: "Noor's eye color is green", slot: "eye_color", value: "green" };
  expect(verdictOn({ ...known, text: "Noor has green eyes" }, known).reason).toBe(
    "The eye color is already known.",
  );
  expect(verdictOn({ ...known, text: "Noor's eyes are blue", value: "blue" }, known).reason).toBe(
    "The eye color has one value at a time.",
  );
});

/** The texts in which known facts hold after a statement. */
const handedOver = (text: string, ...known: readonly Said[]): string[] =>
  (verdictOn({ text, action: "UPDATE" }, ...known).handsOver ?? []).map((one) => one.text);

describe("a successor", () => {
  it.each([
    ["Noor switched from Toggl to Clockify", "Noor tracks her hours in Toggl", "in Clockify"],
    ["Noor replaced Slack with Teams", "Noor uses Slack at work", "uses Teams at work"],
    [
      "Noor moved all her recipes over to Paprika",
      "Noor keeps her recipes in Evernote",
      "in Paprika",
    ],
    ["Noor renamed Pebble to Cairn", "Noor's app is Pebble", "app is Cairn"],
    ["Noor switched from MySQL to Postgres", "Noor's database is MySQL", "database is Postgres"],
  ])("takes over what is known: %s", (text, known, expected) => {
    const slot = known.includes(" is ") ? "database" : null;
    const value = known.slice(known.lastIndexOf(" ") + 1);
    const [handed, ...others] = handedOver(text, {
      text: known,
      ...(slot !== null && { slot, value }),
    });
    expect(handed).toContain(expected);
    expect(others).toEqual([]);
  });

  it.each([
    ["a taste", "Noor switched from Toggl to Clockify", "Noor loves Toggl"],
    ["another tool", "Noor switched from Toggl to Clockify", "Noor uses Trello at work"],
    ["a past event", "Noor switched from Toggl to Clockify", "Noor paid for Toggl in 2024"],
    ["a part of the name", "Noor switched from Slack to Teams", "Noor is on the Slack jury"],
    [
      "other things that moved",
      "Noor moved all her plants to Leeds",
      "Noor keeps her recipes in Evernote",
    ],
    ["a pet", "Noor renamed Pebble to Cairn", "Noor has a dog called Pebble"],
    ["a relative", "Noor renamed Pebble to Cairn", "Noor's sister is Pebble"],
  ])("takes over nothing of %s", (_case, text, known) => {
    expect(handedOver(text, { text: known })).toEqual([]);
  });
});
