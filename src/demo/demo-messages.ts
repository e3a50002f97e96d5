/**
 * An invented memory: every person, firm and animal in it is made up. It has three moves, three
 * jobs, a wedding that is postponed, two names for one person, corrections, and a message that
 * arrives 16 months late.
 */

/** A fact about one entity that the extractor reads in a message. Days have the form 2024-03-01. */
export interface DemoFact {
  readonly subject: string;
  readonly slot: string;
  /** Null with ENDED, for any value of the slot. */
  readonly value: string | null;
  /** Contains the full name of the subject, so it does not change. */
  readonly text: string;
  /** Default: the time at which the message was said. */
  readonly from?: string;
  readonly to?: string;
  readonly polarity?: "ENDED";
  /** Type of the relationship from the subject to the entity that is the value. */
  readonly relation?: string;
  /** The value that this one corrects. */
  readonly corrects?: string;
  readonly milestone?: true;
}

export interface DemoMessage {
  /** The time at which it was recorded. */
  readonly on: string;
  /** The time at which it was said, if it arrived late. */
  readonly saidAt?: string;
  readonly session: string;
  readonly text: string;
  readonly facts: readonly DemoFact[];
  /** Texts of facts whose start the message corrects. */
  readonly moves?: readonly { readonly fact: string; readonly to: string }[];
  /** Two entities that are one according to the message. */
  readonly merge?: { readonly from: string; readonly into: string };
}

export const SELF = "Mira Tolvanen";

/** The types of all entities in the messages. */
export const DEMO_TYPES: Readonly<Record<string, string>> = {
  [SELF]: "person",
  "Teo Brandvik": "person",
  "Aino Tolvanen": "person",
  Lumi: "person",
  Kit: "person",
  "Katarina Wolde": "person",
  "Dario Pell": "person",
  "Bruno Achter": "person",
  "Dr. Sall": "person",
  Bergen: "place",
  Ghent: "place",
  Porto: "place",
  Utrecht: "place",
  Sintra: "place",
  Tampere: "place",
  "Fernhill Labs": "organization",
  Northlight: "organization",
  Groenwerk: "organization",
  Lantern: "project",
  Tidepool: "project",
  Biscuit: "animal",
  Pixel: "animal",
  Miso: "animal",
  "The wedding": "event",
};

const FIRST = "Getting to know you";
const SECOND = "Everyday";
const THIRD = "The move to Utrecht";

type Details = Omit<DemoFact, "subject" | "slot" | "value" | "text">;

const of =
  (subject: string) =>
  (slot: string, value: string | null, text: string, details: Details = {}): DemoFact => ({
    subject,
    slot,
    value,
    text,
    ...details,
  });

const mira = of(SELF);
const teo = of("Teo Brandvik");
const aino = of("Aino Tolvanen");
const katarina = of("Katarina Wolde");
const biscuit = of("Biscuit");
const wedding = of("The wedding");

const home = (who: ReturnType<typeof of>, name: string, place: string, details: Details = {}) =>
  who("residence", place, `${name} lives in ${place}`, { relation: "lives_in", ...details });

/** In the order in which they were recorded. */
export const DEMO_MESSAGES: readonly DemoMessage[] = [
  {
    on: "2023-11-06",
    session: FIRST,
    text: "I’m Mira. I live in Bergen and work as a data analyst at Fernhill Labs.",
    facts: [
      home(mira, SELF, "Bergen"),
      mira("employer", "Fernhill Labs", "Mira Tolvanen works at Fernhill Labs", {
        relation: "works_at",
      }),
      mira("role", "data analyst", "Mira Tolvanen is a data analyst"),
    ],
  },
  {
    on: "2023-11-20",
    session: FIRST,
    text: "My dog Biscuit is a beagle. He turned two last week.",
    facts: [
      mira("dog", "Biscuit", "Mira Tolvanen has a dog, Biscuit", { relation: "has_pet" }),
      biscuit("breed", "beagle", "Biscuit is a beagle"),
      biscuit("birthday", "November 2021", "Biscuit was born in November 2021"),
    ],
  },
  {
    on: "2023-12-09",
    session: FIRST,
    text: "My sister Aino lives in Tampere with her daughter Lumi.",
    facts: [
      mira("sibling", "Aino Tolvanen", "Aino Tolvanen is Mira Tolvanen’s sister", {
        relation: "sibling_of",
        milestone: true,
      }),
      home(aino, "Aino Tolvanen", "Tampere"),
      aino("child", "Lumi", "Lumi is Aino Tolvanen’s daughter", { relation: "parent_of" }),
    ],
  },
  {
    on: "2024-01-15",
    session: FIRST,
    text: "Started a side project: Lantern, a reading app. It’s for Lumi, really.",
    facts: [
      mira("side_project", "Lantern", "Mira Tolvanen works on Lantern, a reading app", {
        relation: "works_on",
      }),
      of("Lantern")("made_for", "Lumi", "Lantern is made for Lumi", { relation: "made_for" }),
    ],
  },
  {
    on: "2024-02-03",
    session: FIRST,
    text: "Kit at Fernhill reviews all of my pull requests.",
    facts: [
      of("Kit")("employer", "Fernhill Labs", "Kit works at Fernhill Labs", {
        relation: "works_at",
      }),
      of("Kit")("colleague", SELF, "Kit reviews Mira Tolvanen’s code", {
        relation: "colleague_of",
      }),
    ],
  },
  {
    on: "2024-03-11",
    session: FIRST,
    text: "I got promoted: data engineer, as of 1 March.",
    facts: [
      mira("role", "data engineer", "Mira Tolvanen is a data engineer", { from: "2024-03-01" }),
    ],
  },
  {
    on: "2024-04-19",
    session: FIRST,
    text: "Met someone at the climbing gym. Teo, a landscape architect.",
    facts: [
      mira("friend", "Teo Brandvik", "Mira Tolvanen knows Teo Brandvik", { relation: "friend_of" }),
      teo("profession", "landscape architect", "Teo Brandvik is a landscape architect"),
    ],
  },
  {
    on: "2024-05-20",
    session: FIRST,
    text: "I moved to Porto last week. Fernhill lets me work remotely.",
    facts: [home(mira, SELF, "Porto", { from: "2024-05-13", milestone: true })],
  },
  {
    on: "2024-06-30",
    session: FIRST,
    text: "Teo and I are together. Since the solstice party, to be exact.",
    facts: [
      mira("spouse", "Teo Brandvik", "Teo Brandvik is Mira Tolvanen’s partner", {
        from: "2024-06-21",
        relation: "partner_of",
        milestone: true,
      }),
      mira("friend", "Teo Brandvik", "Teo Brandvik is more than a friend of Mira Tolvanen now", {
        from: "2024-06-21",
        polarity: "ENDED",
      }),
    ],
  },
  {
    on: "2024-07-14",
    session: FIRST,
    text: "Coffee: flat white, no sugar. Remember that.",
    facts: [mira("coffee", "flat white", "Mira Tolvanen drinks flat white, no sugar")],
  },
  {
    on: "2024-08-05",
    session: FIRST,
    text: "Katarina Wolde joined Northlight as head of data, and wants me to come along.",
    facts: [
      katarina("employer", "Northlight", "Katarina Wolde works at Northlight", {
        relation: "works_at",
      }),
      katarina("role", "head of data", "Katarina Wolde is head of data at Northlight"),
    ],
  },
  {
    on: "2024-09-27",
    session: FIRST,
    text: "Last day at Fernhill! I start at Northlight on 14 October as a senior data engineer.",
    facts: [
      mira("employer", "Fernhill Labs", "Mira Tolvanen left Fernhill Labs", { polarity: "ENDED" }),
      mira("employer", "Northlight", "Mira Tolvanen works at Northlight", {
        from: "2024-10-14",
        relation: "works_at",
        milestone: true,
      }),
      mira("role", "senior data engineer", "Mira Tolvanen is a senior data engineer", {
        from: "2024-10-14",
      }),
    ],
  },
  {
    on: "2024-10-15",
    session: FIRST,
    text: "First day at Northlight was yesterday. Good people.",
    facts: [
      mira("employer", "Northlight", "Mira Tolvanen works at Northlight", {
        from: "2024-10-14",
        relation: "works_at",
      }),
    ],
  },
  {
    on: "2024-11-02",
    session: SECOND,
    text: "We adopted a cat. She’s called Pixel.",
    facts: [mira("cat", "Pixel", "Mira Tolvanen has a cat, Pixel", { relation: "has_pet" })],
  },
  {
    on: "2024-11-23",
    session: SECOND,
    text: "I’m allergic to peanuts, so please never suggest satay.",
    facts: [mira("allergy", "peanuts", "Mira Tolvanen is allergic to peanuts")],
  },
  {
    on: "2025-01-10",
    session: SECOND,
    text: "Teo has moved in. It’s official.",
    facts: [home(teo, "Teo Brandvik", "Porto")],
  },
  {
    on: "2025-01-18",
    session: SECOND,
    text: "I lead Tidepool now, the new pipeline at Northlight.",
    facts: [
      mira("leads", "Tidepool", "Mira Tolvanen leads Tidepool", { relation: "leads" }),
      of("Tidepool")("owner", "Northlight", "Tidepool belongs to Northlight", {
        relation: "owned_by",
      }),
    ],
  },
  {
    on: "2025-02-08",
    session: SECOND,
    text: "By the way: Kit is Katarina. Everybody at Fernhill called her Kit.",
    facts: [],
    merge: { from: "Kit", into: "Katarina Wolde" },
  },
  {
    on: "2025-02-14",
    session: SECOND,
    text: "Teo proposed!! The wedding will be on 13 September, in Sintra.",
    facts: [
      mira("relationship_status", "engaged", "Mira Tolvanen and Teo are engaged", {
        milestone: true,
      }),
      mira("relationship_status", "married", "Mira Tolvanen is married to Teo", {
        from: "2025-09-13",
      }),
      wedding("day", "13 Sep 2025", "The wedding is on 13 September 2025"),
      wedding("venue", "Sintra", "The wedding is in Sintra", { relation: "takes_place_in" }),
      wedding("of", SELF, "The wedding is that of Mira Tolvanen and Teo", {
        relation: "wedding_of",
      }),
    ],
  },
  {
    on: "2025-03-20",
    session: SECOND,
    text: "Training for a marathon with a coach, Dario Pell.",
    facts: [
      mira("coach", "Dario Pell", "Dario Pell coaches Mira Tolvanen", { relation: "coached_by" }),
    ],
  },
  {
    on: "2025-04-12",
    session: SECOND,
    text: "Correction: Biscuit isn’t a beagle. The vet says he’s a harrier.",
    facts: [biscuit("breed", "harrier", "Biscuit is a harrier", { corrects: "beagle" })],
  },
  {
    on: "2025-05-30",
    session: SECOND,
    text: "We had to move the wedding to 4 October. The venue flooded.",
    facts: [
      wedding("day", "4 Oct 2025", "The wedding is on 4 October 2025", {
        corrects: "13 Sep 2025",
      }),
    ],
    moves: [{ fact: "Mira Tolvanen is married to Teo", to: "2025-10-04" }],
  },
  {
    on: "2025-06-11",
    saidAt: "2024-02-20",
    session: SECOND,
    text: "Staying in Ghent until spring, subletting Nele’s flat.",
    facts: [home(mira, SELF, "Ghent", { from: "2024-02-20" })],
  },
  {
    on: "2025-07-03",
    session: SECOND,
    text: "Biscuit has a bad hip. Dr. Sall looks after him.",
    facts: [biscuit("vet", "Dr. Sall", "Dr. Sall treats Biscuit", { relation: "treated_by" })],
  },
  {
    on: "2025-08-16",
    session: SECOND,
    text: "Tidepool has shipped. Bruno Achter takes over in mid-September.",
    facts: [
      mira("leads", "Tidepool", "Mira Tolvanen no longer leads Tidepool", {
        from: "2025-09-15",
        polarity: "ENDED",
      }),
      of("Bruno Achter")("leads", "Tidepool", "Bruno Achter leads Tidepool", {
        from: "2025-09-15",
        relation: "leads",
      }),
    ],
  },
  {
    on: "2025-08-28",
    session: SECOND,
    text: "Actually I gave the Ghent flat up at the end of March, and was back in Bergen until Porto.",
    facts: [
      home(mira, SELF, "Bergen", { from: "2024-04-01", to: "2024-05-13" }),
      mira("residence", "Ghent", "Mira Tolvanen gave up the flat in Ghent", {
        from: "2024-04-01",
        polarity: "ENDED",
      }),
    ],
  },
  {
    on: "2025-10-05",
    session: SECOND,
    text: "We got married yesterday! Sintra was foggy and perfect.",
    facts: [
      mira("relationship_status", "married", "Mira Tolvanen is married to Teo", {
        from: "2025-10-04",
      }),
    ],
  },
  {
    on: "2025-10-21",
    session: SECOND,
    text: "Small correction: I became senior only in January. I joined Northlight as a data engineer.",
    facts: [
      mira("role", "senior data engineer", "Mira Tolvanen is a senior data engineer", {
        from: "2025-01-01",
        corrects: "senior data engineer",
      }),
      mira("role", "data engineer", "Mira Tolvanen is a data engineer", {
        from: "2024-10-14",
        to: "2025-01-01",
      }),
    ],
  },
  {
    on: "2025-11-09",
    session: THIRD,
    text: "We’re moving to Utrecht on 1 March, for Teo’s new job at Groenwerk.",
    facts: [
      home(mira, SELF, "Utrecht", { from: "2026-03-01", milestone: true }),
      home(teo, "Teo Brandvik", "Utrecht", { from: "2026-03-01" }),
      teo("employer", "Groenwerk", "Teo Brandvik works at Groenwerk", {
        from: "2026-03-01",
        relation: "works_at",
      }),
    ],
  },
  {
    on: "2025-12-01",
    session: THIRD,
    text: "I stopped training with Dario; my knee won’t have it.",
    facts: [
      mira("coach", "Dario Pell", "Mira Tolvanen stopped training with Dario", {
        polarity: "ENDED",
      }),
    ],
  },
  {
    on: "2026-01-12",
    session: THIRD,
    text: "Lantern has its first hundred readers. Aino draws for it now.",
    facts: [
      aino("side_project", "Lantern", "Aino Tolvanen illustrates Lantern", {
        relation: "works_on",
      }),
    ],
  },
  {
    on: "2026-02-02",
    session: THIRD,
    text: "The move slips to 14 March: the flat isn’t ready.",
    facts: [],
    moves: [
      { fact: "Mira Tolvanen lives in Utrecht", to: "2026-03-14" },
      { fact: "Teo Brandvik lives in Utrecht", to: "2026-03-14" },
    ],
  },
  {
    on: "2026-03-15",
    session: THIRD,
    text: "First night in Utrecht. Boxes everywhere, Pixel is furious.",
    facts: [home(mira, SELF, "Utrecht", { from: "2026-03-14" })],
  },
  {
    on: "2026-04-04",
    session: THIRD,
    text: "I’m leaving Northlight at the end of April to build Lantern full time.",
    facts: [
      mira("employer", "Northlight", "Mira Tolvanen leaves Northlight", {
        from: "2026-05-01",
        polarity: "ENDED",
      }),
      mira("employer", "Lantern", "Mira Tolvanen works for herself, at Lantern", {
        from: "2026-05-01",
        relation: "works_at",
        milestone: true,
      }),
      mira("role", "founder", "Mira Tolvanen is a founder", { from: "2026-05-01" }),
    ],
  },
  {
    on: "2026-05-19",
    session: THIRD,
    text: "Biscuit died on Sunday. He was a good boy.",
    facts: [
      mira("dog", "Biscuit", "Mira Tolvanen’s dog Biscuit has died", {
        from: "2026-05-17",
        polarity: "ENDED",
      }),
      biscuit("vet", "Dr. Sall", "Biscuit has died", { from: "2026-05-17", polarity: "ENDED" }),
    ],
  },
  {
    on: "2026-06-06",
    session: THIRD,
    text: "Aino and Lumi have moved to Utrecht, two streets from us.",
    facts: [home(aino, "Aino Tolvanen", "Utrecht")],
  },
  {
    on: "2026-07-02",
    session: THIRD,
    text: "Decaf only from now on. Still a flat white.",
    facts: [mira("coffee", "decaf flat white", "Mira Tolvanen drinks decaf flat white")],
  },
  {
    on: "2026-08-11",
    session: THIRD,
    text: "There’s a puppy in the house. Miso. We couldn’t help it.",
    facts: [mira("dog", "Miso", "Mira Tolvanen has a dog, Miso", { relation: "has_pet" })],
  },
  {
    on: "2026-09-01",
    session: THIRD,
    text: "Katarina has left Northlight and advises Lantern now.",
    facts: [
      katarina("employer", "Northlight", "Katarina Wolde has left Northlight", {
        polarity: "ENDED",
      }),
      katarina("advises", "Lantern", "Katarina Wolde advises Lantern", { relation: "advises" }),
    ],
  },
  {
    on: "2026-10-04",
    session: THIRD,
    text: "One year married today.",
    facts: [
      mira("relationship_status", "married", "Mira Tolvanen is married to Teo", {
        from: "2025-10-04",
      }),
    ],
  },
  {
    on: "2026-11-02",
    session: THIRD,
    text: "We’re expecting a baby in April!",
    facts: [
      mira("expects", "a baby", "Mira Tolvanen expects a child in April 2027", {
        to: "2027-04-12",
        milestone: true,
      }),
    ],
  },
];
