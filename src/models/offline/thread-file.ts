import { extname } from "node:path";

/** The module that the threads run. It is next to this one, in the source and in the build. */
export const THREAD_FILE = new URL(`thread${extname(import.meta.url)}`, import.meta.url);
