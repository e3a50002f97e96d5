import type { Class } from "./classes.ts";

/** Short messages about work, study, homes and money, as typed in chat. */
export const CHAT: readonly Class[] = [
  {
    name: "work in chat",
    rows: [
      ["Promoted to store manager at Lidl.", "employer=Lidl", "role=store manager"],
      ["been bumped up to ops manager", "role=ops manager"],
      ["I've made deputy head!", "role=deputy head"],
      ["I rage quit", "-employer"],
      ["got the sack", "-employer"],
      ["I walked out of Tesco for good", "-employer=Tesco"],
      ["gone freelance!", "-employer"],
      ["got a pay rise, 34k now", "salary=34k"],
      ["Took a pay cut, now on £25,000", "salary=£25,000"],
      ["on £12.50 an hour", "salary=£12.50 an hour"],
    ],
    others: [
      ["Promoted a gig in Lidl."],
      ["been bumped up to first class"],
      ["I've made a cake for the deputy head."],
      ["I nearly rage quit"],
      ["got the sack barrow out"],
      ["I walked out of Tesco with a trolley"],
      ["gone quiet!"],
      ["got a pay rise, 3% lol"],
      ["They offered me a pay cut, no thanks."],
      ["on the bus for an hour"],
      ["I've moved to Monzo."],
      ["Tom says I should work for the council"],
      ["My teacher says I ought to move to Leeds."],
    ],
  },
  {
    name: "study in chat",
    rows: [
      ["I'm at Leeds uni.", "school=Leeds"],
      ["I've graduated, a 2:1!!", "-field_of_study", "-school"],
      ["Kit got in to Bristol", "Kit.school=Bristol"],
      ["doing my A levels at Greenhead College", "school=Greenhead College"],
    ],
    others: [
      ["I'm at Leeds uni today."],
      ["I've finished uni for Christmas."],
      ["Kit got into Bristol at 6"],
      ["doing my nails at Greenhead College"],
    ],
  },
  {
    name: "homes in chat",
    rows: [
      ["I rent a room in Hull for £900 a month", "rent=£900 a month", "residence=Hull"],
      ["Got my own flat in Hull, £750 a month", "rent=£750 a month", "residence=Hull"],
      ["I rent a flat in Leeds, £700 pcm", "rent=£700 a month", "residence=Leeds"],
    ],
    others: [
      ["We rent out a flat in Hull for £500 a month"],
      ["We rent a villa in Corfu every summer"],
      ["we've rented a cottage in Whitby for a week"],
      ["I rent a garage for £50 a month"],
      ["I rent a room to a student for £400 a month"],
      ["My sister rents a room in Hull for £900 a month", "Rafael's sister.residence=Hull"],
    ],
  },
];
