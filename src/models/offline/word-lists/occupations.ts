import { words } from "./word-list.ts";

/** Heads of what somebody is by profession or post. */
export const OCCUPATIONS =
  words(`accountant actor actress actuary administrator advisor adviser agent analyst anaesthetist anesthesiologist animator architect artist assistant
  associate astronaut astronomer attorney auditor author baker banker barber barista bartender biologist blogger boss bricklayer broker builder butcher buyer captain
  cardiologist carpenter cashier ceo cfo chef chemist chiropractor chairman chairwoman chair cio ciso clerk cleaner cmo coach co-founder cofounder columnist comedian
  composer conductor consultant contractor controller cook coo coordinator copywriter counselor counsellor cpo cto curator dancer data_scientist dean
  dentist dermatologist designer detective developer dev dietitian diplomat director dj doctor driver economist editor electrician employee engineer
  entrepreneur executive farmer filmmaker firefighter fisherman florist founder freelancer gardener geologist geographer guard guide hairdresser head
  historian housewife illustrator influencer inspector instructor intern interpreter investigator investor janitor jeweller journalist judge lawyer lead
  lecturer librarian lifeguard linguist locksmith machinist magician maintainer manager marine marketer masseuse mathematician mayor mechanic midwife miner minister
  model musician nanny neurologist neurosurgeon nurse nutritionist officer operator optician optometrist organizer owner painter paralegal paramedic partner
  pastor pathologist pediatrician paediatrician performer pharmacist philosopher photographer physician physicist physiotherapist pianist pilot plumber
  podcaster poet police_officer policeman politician postdoc postman president priest principal producer product_manager professor programmer prosecutor
  psychiatrist psychologist publisher rabbi radiologist realtor receptionist recruiter reporter representative researcher resident saleswoman
  salesman salesperson scholar scientist scrum_master sculptor secretary seamstress security_guard senator server singer soldier solicitor songwriter
  specialist sre statistician steward stewardess strategist streamer student superintendent supervisor surgeon surveyor tailor tattooist teacher technician
  tester therapist trader trainee trainer translator treasurer tutor undergrad undergraduate veterinarian vet vice_president videographer violinist vp volunteer
  waiter waitress warden webmaster welder writer yoga_teacher youtuber zookeeper`);
