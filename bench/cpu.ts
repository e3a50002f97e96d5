/**
 * CPU time of this process, user and system, all threads, in milliseconds: what work costs a
 * machine, whatever else runs on it.
 */
export const cpuMillis = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
