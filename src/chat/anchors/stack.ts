import { statementsOf } from "./sentences.ts";

/** A technology that the user says to use, and for what. */
export interface Technology {
  readonly name: string;
  readonly part: string | null;
}

const MOST_TECHNOLOGIES = 24;

/** Names that mean software wherever they stand with a verb of using; the longest first, so that none hides in another. */
const NAMES = [
  "React Native",
  "React",
  "Vue",
  "Angular",
  "Svelte",
  "Next.js",
  "Nuxt",
  "Node.js",
  "Deno",
  "TypeScript",
  "JavaScript",
  "Python",
  "Java",
  "Kotlin",
  "Swift",
  "Rust",
  "Golang",
  "Go",
  "Ruby on Rails",
  "Ruby",
  "PHP",
  "Laravel",
  "Django",
  "Flask",
  "FastAPI",
  "Express",
  "NestJS",
  "Spring Boot",
  "Spring",
  "PostgreSQL",
  "Postgres",
  "MySQL",
  "MariaDB",
  "SQLite",
  "MongoDB",
  "Redis",
  "Kafka",
  "RabbitMQ",
  "Elasticsearch",
  "OpenSearch",
  "ClickHouse",
  "Snowflake",
  "BigQuery",
  "Databricks",
  "Spark",
  "Airflow",
  "Kubernetes",
  "Docker",
  "Terraform",
  "Ansible",
  "Azure Cosmos DB",
  "Cosmos DB",
  "DynamoDB",
  "Neo4j",
  "Azure",
  "AWS",
  "GCP",
  "Google Cloud",
  "Cloudflare",
  "Vercel",
  "Netlify",
  "Heroku",
  "Supabase",
  "Firebase",
  "GraphQL",
  "gRPC",
  "PyTorch",
  "TensorFlow",
  "scikit-learn",
  "Keras",
  "pgvector",
  "Pinecone",
  "Qdrant",
  "Weaviate",
  "LangChain",
  "Stripe",
  "Twilio",
  "Auth0",
  "Okta",
  "Datadog",
  "Grafana",
  "Prometheus",
  "Sentry",
  "Tailwind",
  "Vite",
  "Jest",
  "Playwright",
  "Cypress",
  "C#",
  "C++",
  ".NET",
  "Elixir",
  "Phoenix",
  "Scala",
  "Flutter",
  "Unity",
  "Nginx",
].toSorted((a, b) => b.length - a.length);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
const TECHNOLOGY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])(?:${NAMES.map(escaped).join("|")})(?![\p{L}\p{N}+#])`,
  "gu",
);
const PART = String.raw`front[- ]?end|back[- ]?end|database|db|api|cache|queue|hosting|cloud|infrastructure|mobile(?: app)?|data(?: store| layer| pipeline)?|search|monitoring|payments?|auth(?:entication)?|ci(?:/cd)?|tests?|testing|ui|server|storage`;
const PART_BEFORE = new RegExp(
  String.raw`\b(${PART})\b(?:\s+(?:is|are|uses|will be|in|on|with|built with|built in|runs on|using)\s+|\s*[:=]\s*)(?:\w+\s+)?$`,
  "iu",
);
const PART_AFTER = new RegExp(
  String.raw`^\s*(?:,?\s*(?:for|as|on)\s+(?:the|our|a|my)?\s*)?\(?(${PART})\b`,
  "iu",
);
const USES =
  /\b(?:us(?:e|es|ing|ed)|stack|built|build(?:ing)?|written|runs?|running|cho(?:se|osing|sen)|picked|went with|going with|migrat(?:ed|ing|e)|switch(?:ed|ing)?|mov(?:ed|ing)|deploy(?:ed|ing)?|host(?:ed|ing)?|front[- ]?end|back[- ]?end|database|usamos|usando|feito)\b/iu;
const GIVEN_UP =
  /(?:\bfrom|\binstead of|\brather than|\breplac(?:e|es|ed|ing)|\bdropp?(?:ed|ing)?|\bno longer us(?:e|ing)|\bstopped using|\babandon(?:ed|ing)?|\bmoved off)\s+(?:the\s+)?$/iu;

/** What the user says to use after another text, in the order in which it was said. */
export const stackAfter = (known: readonly Technology[], text: string): readonly Technology[] => {
  const stack = new Map(known.map((technology) => [technology.name, technology]));
  for (const statement of statementsOf(text)) {
    if (!USES.test(statement)) continue;
    for (const { 0: name, index } of statement.matchAll(TECHNOLOGY)) {
      const before = statement.slice(0, index);
      if (GIVEN_UP.test(before)) {
        stack.delete(name);
        continue;
      }
      const part =
        PART_AFTER.exec(statement.slice(index + name.length))?.[1] ??
        PART_BEFORE.exec(before)?.[1] ??
        null;
      stack.set(name, { name, part: part?.toLowerCase() ?? stack.get(name)?.part ?? null });
    }
  }
  return [...stack.values()].slice(-MOST_TECHNOLOGIES);
};

export const stackText = (stack: readonly Technology[]): string =>
  `- Stack: ${stack.map(({ name, part }) => (part === null ? name : `${name} (${part})`)).join(", ")}.`;
