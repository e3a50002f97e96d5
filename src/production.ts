/**
 * Runs the service in production mode unless NODE_ENV says otherwise: graphql-js then skips checks
 * that cost a fifth of a large answer. Must be imported before graphql-js.
 */
process.env["NODE_ENV"] ??= "production";
/**
 * Number of threads that sync files and look up names. A slow disk may occupy some of them, and the
 * default of four would leave none for other work.
 */
process.env["UV_THREADPOOL_SIZE"] ??= "16";
