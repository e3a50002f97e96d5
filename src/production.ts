/**
 * Runs the service in production mode unless NODE_ENV says otherwise: graphql-js then skips checks
 * that cost a fifth of a large answer. Must be imported before graphql-js.
 */
process.env["NODE_ENV"] ??= "production";
