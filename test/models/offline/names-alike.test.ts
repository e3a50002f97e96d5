import { describe, expect, it } from "vitest";
import { disambiguate, namesAlike } from "../../../src/models/offline/comparison/names-alike.ts";

const SAME: readonly (readonly [string, string, string | null])[] = [
  ["Leo", "Leonardo", "person"],
  ["Rob", "Robert", "person"],
  ["Zé", "José", "person"],
  ["Luisinho", "Luis", "person"],
  ["Marquinhos", "Marcos", "person"],
  ["Katherine", "Kate", "person"],
  ["Seb", "Sebastian Moreau", "person"],
  ["Moreau", "Sebastian Moreau", "person"],
  ["Nora", "Nora Lindqvist", "person"],
  ["Phillip", "Fillip", "person"],
  ["Sara", "Sarah", "person"],
  ["Gáspár", "Gaspar", "person"],
  ["Brasília", "Brasilia", "place"],
  ["Lyon", "Lyon, France", "place"],
  ["NYC", "New York", "place"],
  ["Halden", "Halden Systems", "organization"],
  ["Kestrel Inc.", "Kestrel", "organization"],
  ["BlueFin", "Blue Fin", "organization"],
  ["k8s", "Kubernetes", "product"],
  ["Next.js", "nextjs", "product"],
];

const DIFFERENT: readonly (readonly [string, string, string | null])[] = [
  ["Maria", "Mario", "person"],
  ["Maria", "Mariana", "person"],
  ["Carl", "Carlos", "person"],
  ["Paul", "Paula", "person"],
  ["Ana Lima", "Ana Costa", "person"],
  ["Jo", "João", "person"],
  ["Tom Berg", "Tim Berg", "person"],
  ["Leon", "Leonora Vask", "person"],
  ["Java", "JavaScript", "product"],
  ["React", "React Native", "product"],
  ["Google", "Google Cloud", "organization"],
  ["Halden Labs", "Halden Systems", "organization"],
  ["New York", "New York Times", "organization"],
  ["Perth", "Bath", "place"],
  ["Porto", "Porto Alegre", "place"],
  ["", "Ana", "person"],
];

describe("names that may be the same", () => {
  it.each(SAME)("%s and %s (%s)", (a, b, type) => {
    expect([namesAlike(a, b, type), namesAlike(b, a, type)]).toEqual([true, true]);
  });
});

describe("names that differ", () => {
  it.each(DIFFERENT)("%s and %s (%s)", (a, b, type) => {
    expect([namesAlike(a, b, type), namesAlike(b, a, type)]).toEqual([false, false]);
  });
});

describe("the candidate for a name", () => {
  const people = [
    { id: "1", name: "Carolina Dias", type: "person" },
    { id: "2", name: "Carla Dias", type: "person" },
  ];

  it("is the only one whose name it may be", () => {
    expect(disambiguate("Carol", "person", people)).toBe("1");
  });

  it("is none if two may be meant", () => {
    expect(disambiguate("Dias", "person", people)).toBeNull();
  });

  it("is the exact name before any other", () => {
    expect(
      disambiguate("carla dias", "person", [...people, { id: "3", name: "Carla", type: "person" }]),
    ).toBe("2");
  });

  it("is never one of another type", () => {
    expect(disambiguate("Carla", "organization", people)).toBeNull();
  });

  it("can be known by name only", () => {
    expect(
      disambiguate("Halden", "organization", [
        { id: "4", name: "Halden Systems", type: "concept" },
      ]),
    ).toBe("4");
  });
});
