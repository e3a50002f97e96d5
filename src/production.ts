/**
 * Runs the service in production mode unless NODE_ENV says otherwise: graphql-js then skips checks
 * that cost a fifth of a large answer. Must be imported before graphql-js.
 */
process.env["NODE_ENV"] ??= "production";
/**
 * Threads in which files are synced and names looked up. While a slow disk keeps some of them, the
 * default of four would leave none for the rest.
 */
process.env["UV_THREADPOOL_SIZE"] ??= "16";
