import { cpus } from "node:os";
import { cpuMillis } from "./cpu.ts";
import type { Service } from "./service.ts";

/**
 * CPU milliseconds, or cores in use, of some services, of the client (this process), and of the
 * whole machine.
 */
export interface CoreTimes {
  readonly services: number;
  readonly client: number;
  readonly machine: number;
}

const busyMillis = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

/** CPU milliseconds so far. */
export const coreTimes = async (services: readonly Service[]): Promise<CoreTimes> => {
  const times = await Promise.all(services.map((service) => service.cpuMillis()));
  return {
    services: times.reduce((sum, millis) => sum + millis, 0),
    client: cpuMillis(),
    machine: busyMillis(),
  };
};

/** Number of cores in use over a number of milliseconds. */
export const coresBetween = (before: CoreTimes, after: CoreTimes, millis: number): CoreTimes => ({
  services: (after.services - before.services) / millis,
  client: (after.client - before.client) / millis,
  machine: (after.machine - before.machine) / millis,
});

/** Cores in use, in words. */
export const coresInUse = ({ services, client, machine }: CoreTimes): string =>
  `cores in use: services ${services.toFixed(2)}, client ${client.toFixed(2)}, the whole machine ${machine.toFixed(2)} of ${cpus().length}`;
