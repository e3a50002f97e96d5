import { words } from "./word-list.ts";

/** Software and services that are named without a capital as often as with one. */
export const TECHNOLOGIES =
  words(`react react.js reactjs vue vue.js vuejs angular svelte sveltekit next.js nextjs nuxt nuxt.js node node.js nodejs deno bun
  typescript javascript python java kotlin swift rust go golang ruby rails ruby_on_rails php laravel django flask fastapi express express.js nestjs nest.js
  spring spring_boot postgres postgresql mysql mariadb sqlite mongodb mongo redis kafka rabbitmq elasticsearch opensearch clickhouse snowflake bigquery
  databricks spark airflow dbt kubernetes k8s docker terraform ansible nomad helm aws azure gcp google_cloud lambda s3 ec2 fargate ecs eks aks cloudflare
  vercel netlify heroku supabase firebase graphql grpc rest pytorch tensorflow keras pandas numpy scikit-learn jupyter langchain openai chatgpt claude gpt gpt-4
  gemini llama mistral ollama copilot cosmos cosmosdb cosmos_db azure_cosmos_db dynamodb neo4j pgvector qdrant pinecone weaviate figma sketch notion jira
  linear asana trello slack discord zoom teams github gitlab bitbucket jenkins circleci github_actions argocd linux ubuntu debian fedora arch macos
  windows vim neovim emacs vscode vs_code intellij pycharm xcode tailwind bootstrap webpack vite jest vitest playwright cypress selenium storybook stripe
  twilio auth0 okta datadog grafana prometheus sentry splunk new_relic c c++ c# elixir phoenix scala haskell clojure erlang perl lua r matlab julia
  .net dotnet unity unreal flutter react_native dart powerbi power_bi tableau looker excel salesforce hubspot shopify wordpress kibana nginx apache consul vault
  prisma drizzle sequelize hasura apollo tauri electron obsidian anki duolingo strava spotify netflix`);

/**
 * Of these, words that mean something else as often: only with a capital, or after a verb of using.
 */
export const ORDINARY_WORDS_TOO =
  words(`go spring rest sketch node spark helm swift rust lambda slack notion ruby rails claude express bun linear teams zoom
  windows arch phoenix c r julia unity excel vault consul apollo looker drizzle electron dart flask react bootstrap splunk unreal stripe gemini mistral
  java python copilot cypress jest sentry nomad airflow vim arch prometheus discord`);
