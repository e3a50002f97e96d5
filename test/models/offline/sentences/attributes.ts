import type { Case } from "./case.ts";

/** Attributes with a single value. */
export const ATTRIBUTES: readonly Case[] = [
  {
    says: "My city is Mumbai.",
    facts: ["+ Rafael's city is Mumbai [residence=Mumbai]"],
    relations: ["Rafael lives_in Mumbai"],
  },
  {
    says: "My city is Mumbai.",
    by: "user",
    facts: ["+ user's city is Mumbai [residence=Mumbai]"],
    relations: ["user lives_in Mumbai"],
  },
  {
    says: "My city has changed to Recife.",
    facts: ["~ Rafael's city is Recife [residence=Recife]"],
    relations: ["Rafael lives_in Recife"],
  },
  {
    says: "My favourite colour is now green.",
    facts: ["~ Rafael's favourite colour is green [favourite_colour=green]"],
  },
  {
    says: "My favorite color is no longer blue.",
    facts: ["- Rafael's favorite color is no longer blue [favourite_colour=blue]"],
  },
  {
    says: "My phone number is 202 555 0142.",
    facts: ["+ Rafael's phone number is 202 555 0142 [phone_number=202 555 0142]"],
  },
  {
    says: "My phone number changed from 555 123 4567 to 555 987 6543.",
    facts: ["~ Rafael's phone number is 555 987 6543 [phone_number=555 987 6543]"],
  },
  {
    says: "My new number is +47 912 34 567.",
    facts: ["~ Rafael's number is +47 912 34 567 [phone_number=+47 912 34 567]"],
  },
  {
    says: "My email is rafael@example.com.",
    facts: ["+ Rafael's email is rafael@example.com [email=rafael@example.com]"],
  },
  {
    says: "You can reach me at rafael.s@acme.io.",
    facts: ["+ Rafael's email is rafael.s@acme.io [email=rafael.s@acme.io]"],
  },
  {
    says: "My birthday is on July 9.",
    facts: ["+ Rafael's birthday is on July 9 [birthday=July 9]"],
  },
  {
    says: "Maria's birthday is on July 9.",
    facts: ["+ Maria's birthday is on July 9 [birthday=July 9]"],
  },
  {
    says: "Our wedding anniversary is August 8.",
    facts: ["+ Rafael's wedding anniversary is August 8 [wedding_anniversary=August 8]"],
  },
  {
    says: "My address has changed to 12 Baker Street, London.",
    facts: ["~ Rafael's address is 12 Baker Street, London [address=12 Baker Street, London]"],
  },
  {
    says: "Please update my timezone to UTC-3.",
    facts: ["~ Rafael's timezone is UTC-3 [timezone=UTC-3]"],
  },
  {
    says: "Please remember that my shoe size is 43.",
    facts: ["+ Rafael's shoe size is 43 [shoe_size=43]"],
  },
  { says: "My locker code is 4512.", facts: ["+ Rafael's locker code is 4512 [locker_code=4512]"] },
  { says: "My rent went up to $2,000.", facts: ["~ Rafael's rent is $2,000 [rent=$2,000]"] },
  {
    says: "My salary is now $120,000.",
    facts: ["~ Rafael's salary is $120,000 [salary=$120,000]"],
  },
  {
    says: "My hobby is restoring old radios.",
    facts: ["+ Rafael's hobby is restoring old radios [hobby=restoring old radios]"],
  },
  {
    says: "My flight is at 7:45am on Sunday.",
    facts: ["+ Rafael's flight is at 7:45am on Sunday [flight=7:45am on Sunday]"],
  },
  { says: "My car is in the garage.", facts: ["+ Rafael's car is in the garage"] },
  { says: "My back is sore.", facts: ["+ Rafael's back is sore"] },
  { says: "My boss is great.", facts: [] },
  {
    says: "Don't forget that my anniversary is on September 2.",
    facts: ["+ Rafael's anniversary is on September 2 [anniversary=September 2]"],
  },
  {
    says: "My dentist appointment is on May 3.",
    facts: ["+ Rafael's dentist appointment is on May 3 [dentist_appointment=May 3]"],
  },
  {
    says: "My dentist appointment has changed to May 10.",
    facts: ["~ Rafael's dentist appointment is May 10 [dentist_appointment=May 10]"],
  },
  {
    says: "My car insurance is with Allianz.",
    facts: ["+ Rafael's car insurance is with Allianz [car_insurance=Allianz]"],
  },
  {
    says: "The client's deadline is 30 June.",
    facts: ["+ Rafael's client's deadline is 30 June [client_deadline=30 June]"],
  },
  {
    says: "The dog's vet is Dr. Osei.",
    facts: ["+ Rafael's dog's vet is Dr. Osei [vet=Dr. Osei]"],
  },
  {
    says: "I've changed my bank from Vertix to Halden.",
    facts: ["~ Rafael's bank is Halden [bank=Halden]"],
  },
  {
    says: "MY CITY IS MUMBAI.",
    facts: ["+ Rafael's city is MUMBAI [residence=MUMBAI]"],
    relations: ["Rafael lives_in MUMBAI"],
  },
];
