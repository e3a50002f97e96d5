/**
 * Loaded into a service before it starts. At SIGUSR2, the logs that SQLite has open can no longer be
 * read: their descriptors are pointed at the memory of the process. Near address zero there is none,
 * and the system answers EIO, as it does for a disk that fails. A file that is opened later can be
 * read. (Closing a descriptor of a data file would drop SQLite's locks on it; a log has none.)
 */
const { closeSync, openSync, readdirSync, readlinkSync } = require("node:fs");

const MEMORY = "/proc/self/mem";
const DESCRIPTORS = "/proc/self/fd";
const targetOf = (descriptor) => {
  try {
    return readlinkSync(`${DESCRIPTORS}/${descriptor}`);
  } catch {
    return "";
  }
};

/** Points a descriptor at another file: the system gives the lowest number that is free. */
const point = (descriptor, path, flags) => {
  const below = [];
  while ((below.at(-1) ?? -1) < descriptor) below.push(openSync("/dev/null"));
  closeSync(descriptor);
  if (openSync(path, flags) !== descriptor) process.abort();
  for (const other of below) closeSync(other);
};

process.on("SIGUSR2", () => {
  for (const name of readdirSync(DESCRIPTORS))
    if (targetOf(name).endsWith(".db-wal")) point(Number(name), MEMORY, "r");
  process.stderr.write("files cannot be read\n");
});
