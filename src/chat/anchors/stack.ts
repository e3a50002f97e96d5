import { z } from "zod";
import { escapeRegExp } from "../../language/names.ts";
import { statementsOf } from "../../language/sentences.ts";

/** A technology that the user uses, and the part of the system for which it is used. */
export const technologySchema = z
  .object({ name: z.string(), part: z.string().nullable() })
  .readonly();
type Technology = z.infer<typeof technologySchema>;

/** Maximum number of technologies that are kept (the latest ones). */
const MOST_TECHNOLOGIES = 24;

/**
 * Names that mean software in a statement about using something. The longest come first, so that no
 * name is hidden in another.
 */
const NAMES = [
  "React Native, React, Vue, Angular, Svelte, Next.js, Nuxt, Node.js, Deno, Tailwind, Vite, Flutter, Unity",
  "TypeScript, JavaScript, Python, Java, Kotlin, Swift, Rust, Golang, Go, Ruby on Rails, Ruby, PHP, C#, C++, .NET, Elixir, Scala",
  "Laravel, Django, Flask, FastAPI, Express, NestJS, Spring Boot, Spring, Phoenix, GraphQL, gRPC",
  "PostgreSQL, Postgres, MySQL, MariaDB, SQLite, MongoDB, Redis, Azure Cosmos DB, Cosmos DB, DynamoDB, Neo4j, pgvector, Pinecone, Qdrant, Weaviate",
  "Kafka, RabbitMQ, Elasticsearch, OpenSearch, ClickHouse, Snowflake, BigQuery, Databricks, Spark, Airflow",
  "Kubernetes, Docker, Terraform, Ansible, Nginx, Azure, AWS, GCP, Google Cloud, Cloudflare, Vercel, Netlify, Heroku, Supabase, Firebase",
  "PyTorch, TensorFlow, scikit-learn, Keras, LangChain",
  "Stripe, Twilio, Auth0, Okta, Datadog, Grafana, Prometheus, Sentry, Jest, Playwright, Cypress",
]
  .flatMap((names) => names.split(", "))
  .toSorted((a, b) => b.length - a.length);

const TECHNOLOGY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])(?:${NAMES.map(escapeRegExp).join("|")})(?![\p{L}\p{N}+#])`,
  "gu",
);

const PART = String.raw`front[- ]?end|back[- ]?end|database|db|api|cache|queue|hosting|cloud|infrastructure|mobile(?: app)?|data(?: store| layer| pipeline)?|search|monitoring|payments?|auth(?:entication)?|ci(?:/cd)?|tests?|testing|ui|server|storage`;
/** `our database is` MySQL */
const PART_BEFORE = new RegExp(
  String.raw`\b(${PART})\b(?:\s+(?:is|are|uses|will be|in|on|with|built with|built in|runs on|using)\s+|\s*[:=]\s*)(?:\w+\s+)?$`,
  "iu",
);
/** React `for the frontend` */
const PART_AFTER = new RegExp(
  String.raw`^\s*(?:,?\s*(?:for|as|on)\s+(?:the|our|a|my)?\s*)?\(?(${PART})\b`,
  "iu",
);

/** Number of characters around the name of a technology that show its use or purpose. */
const LONGEST_CONTEXT = 60;

/** Words that show that a statement is about using something. */
const USE =
  /\b(?:us(?:e|es|ing|ed)|stack|built|build(?:ing)?|written|runs?|running|cho(?:se|osing|sen)|picked|went with|going with|migrat(?:ed|ing|e)|switch(?:ed|ing)?|mov(?:ed|ing)|deploy(?:ed|ing)?|host(?:ed|ing)?|front[- ]?end|back[- ]?end|database|usamos|usando|feito)\b/iu;
/** `we switched from` MySQL: words right before an abandoned technology. */
const GIVING_UP =
  /(?:\bfrom|\binstead of|\brather than|\breplac(?:e|es|ed|ing)|\bdropp?(?:ed|ing)?|\bno longer us(?:e|ing)|\bstopped using|\babandon(?:ed|ing)?|\bmoved off)\s+(?:the\s+)?$/iu;

/**
 * The technologies that the user uses after a further text, in the order in which they were first
 * named.
 */
export const stackAfter = (
  knownStack: readonly Technology[],
  text: string,
): readonly Technology[] => {
  const stack = new Map(knownStack.map((technology) => [technology.name, technology]));
  for (const statement of statementsOf(text)) {
    if (!USE.test(statement)) continue;
    for (const { 0: name, index } of statement.matchAll(TECHNOLOGY)) {
      const before = statement.slice(Math.max(0, index - LONGEST_CONTEXT), index);
      if (GIVING_UP.test(before)) {
        stack.delete(name);
        continue;
      }
      const after = statement.slice(index + name.length, index + name.length + LONGEST_CONTEXT);
      const statedPart = PART_AFTER.exec(after)?.[1] ?? PART_BEFORE.exec(before)?.[1];
      const part = statedPart?.toLowerCase() ?? stack.get(name)?.part ?? null;
      stack.set(name, { name, part });
    }
  }
  return [...stack.values()].slice(-MOST_TECHNOLOGIES);
};

export const stackText = (stack: readonly Technology[]): string =>
  `- Stack: ${stack.map(({ name, part }) => (part === null ? name : `${name} (${part})`)).join(", ")}.`;
