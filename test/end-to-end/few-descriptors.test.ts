import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { hasPrlimit, limitDescriptors } from "../fakes/descriptors.ts";
import { as, dataDirectory, startService, told, type Service } from "./service.ts";

const WRITE = /* GraphQL */ `
  mutation ($message: String!) {
    write(input: { message: $message }) {
      success
    }
  }
`;
const TEXTS = "{ facts(first: 9) { nodes { text } } }";
const users = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `user${n}`);

const openDescriptors = ({ process }: Service): number =>
  readdirSync(`/proc/${process.pid}/fd`).length;

const remember = (service: Service, user: string) =>
  as(service.url, user)(WRITE, { message: `My dog is called Rex${user}.` });
const expectRemembered = async (service: Service, among: readonly string[]): Promise<void> => {
  for (const user of among)
    expect(JSON.stringify(await told(as(service.url, user)(TEXTS)))).toContain(`Rex${user}`);
};

describe.skipIf(!hasPrlimit)("a service with few file descriptors", () => {
  it("serves more users than it can keep open, and warns the operator", async () => {
    const data = await dataDirectory();
    const service = await startService(data.path, {}, ["prlimit", "--nofile=64"]);
    try {
      const all = users(40);
      for (const user of all) await told(remember(service, user));
      await expectRemembered(service, all);
      await Promise.all(
        users(8).map((user) => told(as(service.url, user)(WRITE, { message: "I like tea." }))),
      );
      expect(service.output()).toMatch(/"level":40.*open files is 64.*ulimit -n/u);
      expect(service.output()).not.toMatch(/"level":[56]0/u);
      expect(await service.stop()).toBe(0);
    } finally {
      await service.kill();
      await data.remove();
    }
  });

  it("closes idle files if none can be opened, and loses nothing if that is not enough", async () => {
    const data = await dataDirectory();
    const service = await startService(data.path);
    try {
      const early = users(12);
      for (const user of early) await told(remember(service, user));
      limitDescriptors(service.process.pid, openDescriptors(service));
      for (const user of ["late", "later"]) await told(remember(service, user));
      await expectRemembered(service, [...early, "late", "later"]);

      limitDescriptors(service.process.pid, 1);
      const answer = await remember(service, "last");
      expect(answer.errors?.[0]?.extensions.code).toBe("STORE_UNAVAILABLE");
      expect(service.output()).toMatch(/"cause":"[^"]*no file descriptors[^"]*ulimit -n/u);

      limitDescriptors(service.process.pid, 10_000);
      await told(remember(service, "last"));
      await expectRemembered(service, [...early, "late", "later", "last"]);
      expect(await service.stop()).toBe(0);
    } finally {
      await service.kill();
      await data.remove();
    }
  });

  it("survives connections that it cannot accept", async () => {
    const data = await dataDirectory();
    const service = await startService(data.path);
    const { hostname, port } = new URL(service.url);
    const sockets: Socket[] = [];
    try {
      await told(remember(service, "ann"));
      limitDescriptors(service.process.pid, openDescriptors(service));
      for (let n = 0; n < 20; n++) {
        const socket = connect(Number(port), hostname);
        socket.on("error", () => undefined);
        sockets.push(socket);
        await once(socket, "connect");
      }
      limitDescriptors(service.process.pid, 1);
      await expectRemembered(service, ["ann"]);
      limitDescriptors(service.process.pid, 10_000);
      for (const socket of sockets) socket.destroy();
      await expectRemembered(service, ["ann"]);
      await told(remember(service, "bob"));
      expect(await service.stop()).toBe(0);
    } finally {
      await service.kill();
      await data.remove();
    }
  });
});
