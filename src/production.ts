/** Unless told otherwise the service runs as in production: graphql-js then leaves out checks that cost a fifth of a large answer. Imported first. */
process.env["NODE_ENV"] ??= "production";
