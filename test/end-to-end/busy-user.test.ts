import { expect, it } from "vitest";
import { as, dataDirectory, startService, told } from "./service.ts";

const OPERATIONS = 20;
const RECALLS = 30;
const READS = 5;
const RECALL = /* GraphQL */ `
  {
    recall(question: "Which city do I live in?") {
      text
    }
  }
`;
const MANY_RECALLS = `{ ${Array.from({ length: RECALLS }, (_, n) => `r${n}: recall(question: "Where do I live ${n}?") { text }`).join(" ")} }`;
const WRITE = /* GraphQL */ `
  mutation {
    write(input: { message: "My city is Pune." }) {
      success
    }
  }
`;

it("a user who reads as much as the limits allow delays no other user to the end", async () => {
  const directory = await dataDirectory();
  const service = await startService(directory.path);
  const [busy, other] = [as(service.url, "busy"), as(service.url, "other")];
  await told(busy(WRITE));
  await told(other(WRITE));
  let answered = 0;
  const operations = Array.from({ length: OPERATIONS }, async () => {
    await told(busy(MANY_RECALLS));
    answered += 1;
  });
  const answeredAtRead: number[] = [];
  for (let read = 0; read < READS; read++) {
    expect(JSON.stringify(await told(other(RECALL)))).toContain("Pune");
    answeredAtRead.push(answered);
  }
  expect(answeredAtRead.at(-1)).toBeLessThan(OPERATIONS / 2);
  await Promise.all(operations);
  await service.stop();
  await directory.remove();
});
