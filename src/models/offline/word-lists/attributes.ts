import { words } from "./word-list.ts";

/**
 * Nouns for what one has a single value of, so that "the …" said without an owner is the speaker's
 * and its value a value, even where it reads like a state ("in Zurich", "at 9:30", "blue").
 */
export const ATTRIBUTES =
  words(`name nickname surname username handle login password pin passcode age birthday birthdate birth_date date_of_birth birthplace city town village country
  state region hometown home_town neighbourhood neighborhood address street zip zipcode postcode zip_code timezone time_zone location residence nationality citizenship
  ethnicity language native_language mother_tongue religion phone phone_number number mobile cell email email_address website site url link repo repository domain blog
  job job_title occupation profession title role position employer company workplace department office team_name manager salary income rate hourly_rate
  budget cost price fee bill hosting_bill rent mortgage spend limit quota target goal revenue mrr arr valuation headcount deadline due_date date launch launch_date release release_date go-live
  start_date end_date eta milestone schedule standup stand-up meeting sync retro demo sla slo uptime latency threshold accuracy version stack tech_stack framework
  database backend frontend cloud cloud_provider hosting editor ide os operating_system browser branch port region environment endpoint host
  height weight size shoe_size blood_type blood_group eye_colour eye_color hair_colour hair_color sign zodiac_sign star_sign star diet gender pronouns pronoun
  colour color food dish drink movie film book song band artist singer author show series game sport team player animal season flower hobby pastime subject
  breed car vehicle bike license_plate plate licence_plate plan subscription currency bank account_number iban passport_number ssn id gpa degree major minor university school college
  headquarters hq ceo cto founder codename code_name project project_name product mission motto strategy priority status mood dream dream_job
  marital_status relationship_status wedding_date anniversary wedding_anniversary alarm bedtime wake-up_time capacity owner sponsor contact point_of_contact emergency_contact flight_number flight seat
  gate room room_number order_number tracking_number ticket ticket_number wifi_password wifi ssid preference theme font keyboard mouse laptop computer monitor shell terminal gym`);

/** Judgements rather than values: "my boss is great", "my life is busy". */
export const JUDGEMENTS =
  words(`great good bad awesome amazing nice cool terrible horrible awful wonderful fantastic fine ok okay perfect lovely brilliant excellent tired sore broken late slow fast ready
  busy happy sad hard easy difficult tough crazy weird strange funny boring interesting important full empty sick ill hurt painful messy dirty clean loud quiet
  hungry thirsty cute beautiful ugly smart stupid helpful useful useless expensive cheap unreliable reliable down up gone lost dead alive better worse best worst
  complicated stressful chaotic annoying excited sure dying killing delayed stuck overdue huge big small tiny long short new old done due right wrong true false`);

/** Verbs that say that an attribute has another value now: "moved to April 2". */
export const CHANGES = words(
  "change update switch move increase decrease raise cut reduce go drop rise grow extend push shift reschedule postpone delay bump become turn fall lower shrink double slip revise upgrade downgrade migrate transfer jump set improve climb sink decline worsen",
);

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bfavorite\b/gu, "favourite"],
  [/\bfav(?:e|s)?\b/gu, "favourite"],
  [/\bcolor\b/gu, "colour"],
  [/\bneighborhood\b/gu, "neighbourhood"],
  [/\blicense\b/gu, "licence"],
  [/\bhome town\b/gu, "hometown"],
  [/\btime zone\b/gu, "timezone"],
  [
    /\bphone$|^(?:phone number|telephone|telephone number|mobile|mobile number|mobile phone|mobile phone number|cell|cell number|cell phone|cell phone number|cellphone|number for calls)$/gu,
    "phone number",
  ],
  [/^(?:email address|e-mail|e-mail address|mail address|mail)$/gu, "email"],
  [/^(?:date of birth|birthdate|birth date|dob|bday)$/gu, "birthday"],
  [/^(?:occupation|profession|job title|title|position)$/gu, "role"],
  [/^(?:workplace|place of work|current employer|current company)$/gu, "employer"],
  [/^(?:hq|head office|main office)$/gu, "headquarters"],
  [/^(?:marital status|civil status)$/gu, "relationship status"],
  [/^(?:blood group)$/gu, "blood type"],
  [/^(?:native language|mother tongue|first language)$/gu, "native language"],
  [/^(?:technology stack|technical stack|stack)$/gu, "tech stack"],
  [/^(?:repository|git repo|git repository|code repo)$/gu, "repo"],
];

/**
 * One spelling and one name for every attribute, in words: `favorite color` is `favourite colour`.
 */
export const canonicalAttribute = (words: string): string =>
  SPELLINGS.reduce(
    (text, [pattern, name]) => text.replace(pattern, name),
    words
      .toLowerCase()
      .trim()
      .replace(
        /^(?:current|new|own|main|present|actual|official|total|overall|full|personal|exact) (?=\S)/u,
        "",
      ),
  );

/**
 * Whether words name something of which one has a single value: by themselves, or by their last
 * noun.
 */
export const isAttributeNoun = (words: string): boolean => {
  const canonical = canonicalAttribute(words);
  return (
    ATTRIBUTES.has(canonical) ||
    ATTRIBUTES.has(canonical.slice(canonical.lastIndexOf(" ") + 1)) ||
    /^(?:favourite|preferred)\b/u.test(canonical)
  );
};
