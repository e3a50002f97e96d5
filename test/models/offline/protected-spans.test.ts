import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskSpans, unmask } from "../../../src/models/offline/text/protected-spans.ts";
import { readableSentences } from "../../../src/models/offline/text/sentences.ts";

const spansIn = (text: string): string[] =>
  [...maskSpans(text).spans.values()].map(({ kind, text: span }) => `${kind} ${span}`);

describe("strings that are kept as written", () => {
  it.each([
    ["See https://docs.halden.dev/a?b=1#c.", ["url https://docs.halden.dev/a?b=1#c"]],
    ["The code is at git.halden.io/core/api, she says", ["url git.halden.io/core/api"]],
    ["Write to noor.b+x@halden.co.uk!", ["email noor.b+x@halden.co.uk"]],
    ["It costs $3,250/month, not €3.1k.", ["money $3,250/month", "money €3.1k"]],
    ["R$ 5.000,00 or 500 euros", ["money R$ 5.000,00", "money 500 euros"]],
    ["Up from 91% to 93.7%.", ["percentage 91%", "percentage 93.7%"]],
    ["At 9:45 or at 6 pm UTC", ["clock 9:45", "clock 6 pm UTC"]],
    ["Call +44 20 7946 0018 now", ["phone +44 20 7946 0018"]],
    ["We use Node.js, C++ and v2.10.3", ["term C++", "term Node.js", "version v2.10.3"]],
    ["The page is /pricing/eu", ["path /pricing/eu"]],
    ['I read "Dune. Part two" and slept', ['quote "Dune. Part two"']],
    ["From 2015 2018 on 14.03.2021", []],
  ])("%s", (text, spans) => {
    expect(spansIn(text)).toEqual(spans);
  });

  it("never contain the end of a sentence", () => {
    const { text, spans } = maskSpans("Mail a.b@c.de. The SLO is 99.5%. See x.io.");
    expect(readableSentences(text).map((sentence) => unmask(sentence, spans))).toEqual([
      "Mail a.b@c.de.",
      "The SLO is 99.5%.",
      "See x.io.",
    ]);
  });

  it("are restored in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const masked = maskSpans(text);
        expect(unmask(masked.text, masked.spans)).toBe(text);
      }),
    );
  });

  it("are restored in a text that holds placeholders itself", () => {
    const text = "Zqaz and Zqqaz are at $5";
    const masked = maskSpans(text);
    expect(unmask(masked.text, masked.spans)).toBe(text);
  });
});
