/**
 * CPU time of this process, user and system, all threads, in milliseconds. It is the cost of work
 * for a machine, independent of other processes.
 */
export const cpuMillis = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
