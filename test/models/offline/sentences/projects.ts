import type { Case } from "./case.ts";

/** Budgets, deadlines, figures, tools and addresses of projects. */
export const PROJECTS: readonly Case[] = [
  {
    says: "The marketing budget is $40,000.",
    facts: ["+ Rafael's marketing budget is $40,000 [marketing_budget=$40,000]"],
  },
  {
    says: "We have a budget of $25,000 for marketing.",
    facts: ["+ Rafael has a budget of $25,000 for marketing [marketing_budget=$25,000]"],
  },
  {
    says: "The budget for the offsite is €12,000.",
    facts: ["+ Rafael's offsite budget is €12,000 [offsite_budget=€12,000]"],
  },
  {
    says: "The offsite budget was cut to €9,500.",
    facts: ["~ Rafael's offsite budget is €9,500 [offsite_budget=€9,500]"],
  },
  {
    says: "The monthly hosting bill went from $1,200 to $950.",
    facts: ["~ Rafael's monthly hosting bill is $950 [monthly_hosting_bill=$950]"],
  },
  {
    says: "We spend about $1,250/month on Datadog.",
    facts: ["+ Rafael spends about $1,250/month on Datadog"],
  },
  {
    says: "The deadline is June 30, 2027.",
    facts: ["+ Rafael's deadline is June 30, 2027 [deadline=June 30, 2027]"],
  },
  {
    says: "The launch date has been pushed to April 2.",
    facts: ["~ Rafael's launch date is April 2 [launch_date=April 2]"],
  },
  {
    says: "The deadline for the Atlas project is June 30.",
    facts: ["+ The deadline for the Atlas project is June 30 [deadline=June 30]"],
  },
  {
    says: "Standup is at 9:45 every morning.",
    facts: ["+ Rafael's standup is at 9:45 every morning [standup=9:45]"],
  },
  { says: "Standup moved to 11am.", facts: ["~ Rafael's standup is 11am [standup=11am]"] },
  {
    says: "Our SLA promises 99.95% availability.",
    facts: ["+ Rafael's SLA promises 99.95% availability"],
  },
  {
    says: "The SLO is 99.5% uptime.",
    facts: ["+ Rafael's SLO is 99.5% uptime [slo=99.5% uptime]"],
  },
  {
    says: "Lena got the error rate down to 0.4%.",
    facts: ["+ Lena got the error rate down to 0.4%"],
  },
  {
    says: "The churn rate dropped to 2.1%.",
    facts: ["~ Rafael's churn rate is 2.1% [churn_rate=2.1%]"],
  },
  {
    says: "The p95 latency is 180 ms.",
    facts: ["+ Rafael's p95 latency is 180 ms [p95_latency=180 ms]"],
  },
  {
    says: "We're using PostgreSQL for storage and Redis for caching.",
    facts: ["+ Rafael is using PostgreSQL for storage and Redis for caching"],
    relations: ["Rafael uses PostgreSQL", "Rafael uses Redis"],
  },
  {
    says: "We picked Kotlin instead of Java.",
    facts: ["~ Rafael picked Kotlin instead of Java [uses=Kotlin]"],
    relations: ["Rafael uses Kotlin"],
  },
  {
    says: "We decided to use Pulumi instead of Terraform.",
    facts: ["+ Rafael decided to use Pulumi instead of Terraform [uses=Pulumi]"],
    relations: ["Rafael uses Pulumi"],
  },
  {
    says: "We switched from Jenkins to GitHub Actions.",
    facts: [
      "- Rafael no longer uses Jenkins [=Jenkins]",
      "~ Rafael switched from Jenkins to GitHub Actions [uses=GitHub Actions]",
    ],
    relations: ["Rafael uses GitHub Actions"],
  },
  { says: "We no longer use Jenkins.", facts: ["- Rafael no longer uses Jenkins [=Jenkins]"] },
  {
    says: "Our tech stack is Elixir, Phoenix and Postgres.",
    facts: [
      "+ Rafael's tech stack is Elixir, Phoenix and Postgres [tech_stack=Elixir, Phoenix and Postgres]",
    ],
    relations: ["Rafael uses Elixir", "Rafael uses Phoenix", "Rafael uses Postgres"],
  },
  {
    says: "The backend is written in Elixir and runs on Fly.",
    facts: [
      "+ The backend is written in Elixir [uses=Elixir]",
      "+ The backend runs on Fly [uses=Fly]",
    ],
    relations: ["backend uses Elixir", "backend uses Fly"],
  },
  {
    says: "Our mobile app is built with Flutter.",
    facts: ["+ Rafael's mobile app is built with Flutter"],
    relations: ["Rafael uses Flutter"],
  },
  {
    says: "Project Atlas uses Kafka and runs on Kubernetes.",
    facts: [
      "+ Project Atlas uses Kafka [uses=Kafka]",
      "+ Project Atlas runs on Kubernetes [uses=Kubernetes]",
    ],
    relations: ["Project Atlas uses Kafka", "Project Atlas uses Kubernetes"],
  },
  {
    says: "The repo lives at https://github.com/acme/rocket.",
    facts: ["+ The repo lives at https://github.com/acme/rocket"],
  },
  { says: "The docs are at docs.acme.io/start.", facts: ["+ The docs are at docs.acme.io/start"] },
  { says: "The landing page is /pricing.", facts: ["+ The landing page is /pricing"] },
  {
    says: "Project Atlas is led by Sofia Marin.",
    facts: ["+ Project Atlas is led by Sofia Marin"],
    relations: ["Sofia Marin leads Project Atlas"],
  },
  {
    says: "The rollout is funded by Ines Duarte, Director of Operations.",
    facts: [
      "+ Ines Duarte is Director of Operations [role=Director of Operations]",
      "+ The rollout is funded by Ines Duarte",
    ],
    relations: ["Ines Duarte funds rollout"],
  },
  {
    says: "Our launch partners are: Northwind, Contoso and Fabrikam.",
    facts: [
      "+ Northwind is a launch partner of Rafael",
      "+ Contoso is a launch partner of Rafael",
      "+ Fabrikam is a launch partner of Rafael",
    ],
    relations: [
      "Northwind launch_partner_of Rafael",
      "Contoso launch_partner_of Rafael",
      "Fabrikam launch_partner_of Rafael",
    ],
  },
  {
    says: "Acme was acquired by Globex for $3.5M.",
    facts: ["+ Acme was acquired by Globex for $3.5M"],
    relations: ["Globex acquired Acme"],
  },
  {
    says: "Globex acquired Initech in 2021.",
    facts: ["+ Globex acquired Initech in 2021 {2021-01-01..}"],
    relations: ["Globex acquired Initech"],
  },
  {
    says: "Halden's CEO is Karin Holm.",
    facts: ["+ Halden's CEO is Karin Holm [ceo=Karin Holm]"],
    relations: ["Halden led_by Karin Holm"],
  },
  {
    says: "Our client Globex wants a demo on Thursday.",
    facts: ["+ Globex is Rafael's client", "+ Globex wants a demo on Thursday"],
    relations: ["Globex client_of Rafael"],
  },
  {
    says: "The contract with Fabrikam expires on 31 January 2027.",
    facts: ["+ The contract with Fabrikam expires on 31 January 2027"],
  },
  {
    says: "We raised a $4M seed round in March 2024.",
    facts: ["+ Rafael raised a $4M seed round in March 2024 {2024-03-01..}"],
  },
  {
    says: "It was founded in 1999.",
    after: ["Kestrel is a drone company."],
    facts: ["+ Kestrel was founded in 1999 {1999-01-01..}"],
  },
  { says: "Release 2.4 ships on 1 March.", facts: ["+ Release 2.4 ships on 1 March"] },
  {
    says: "Our retro is every other Thursday at 3pm.",
    facts: ["+ Rafael's retro is every other Thursday at 3pm [retro=every other Thursday at 3pm]"],
  },
  { says: "The model has an AUC of 0.91.", facts: ["+ The model has an AUC of 0.91"] },
  {
    says: "We have 3 backend engineers and 2 frontend engineers.",
    facts: ["+ Rafael has 3 backend engineers and 2 frontend engineers"],
  },
  {
    says: "Response time improved from 800 ms to 250 ms.",
    facts: ["~ Rafael's response time is 250 ms [response_time=250 ms]"],
  },
  {
    says: 'The Wi-Fi password is "sunflower".',
    facts: ['+ Rafael\'s Wi-Fi password is "sunflower" [wi_fi_password=sunflower]'],
  },
  {
    says: "Hosting costs $3,500/month at the moment.",
    facts: ["+ Hosting costs $3,500/month at the moment [price=$3,500/month]"],
  },
  {
    says: "Hosting now costs $4,200/month.",
    facts: ["+ Hosting now costs $4,200/month [price=$4,200/month]"],
  },
  {
    says: "The ripeness model has an accuracy of 91.4%.",
    facts: ["+ The ripeness model has an accuracy of 91.4% [accuracy=91.4%]"],
  },
  {
    says: "The lead time is 14 weeks so the spring pilot in Lincolnshire slips to June.",
    facts: ["+ The lead time is 14 weeks so the spring pilot in Lincolnshire slips to June"],
  },
  {
    says: "The lead time is 14 weeks so no pilot yet.",
    facts: ["+ The lead time is 14 weeks"],
  },
];
