/** The folder of the prompts that come with the service: this file's own, in the source as in what is built. */
export const PROMPTS_DIRECTORY = import.meta.dirname;
