import { members, type EntityVersion } from "../../memory/entity.ts";
import { countTokens } from "../../memory/tokens.ts";
import type { KnownEntity } from "../../models/port.ts";
import type { Stage } from "../work.ts";

/**
 * Stage 5. What extraction is told of each recognised entity: its profile, else its facts that are nearest to the message, within the
 * budget of tokens. Facts are fetched only for models that read them.
 */
export const recallKnown: Stage<readonly EntityVersion[], readonly KnownEntity[]> = async (work, recognised) => {
  const { settings, event, services } = work;
  if (!settings.informedExtraction) return { value: [], data: { informed: false } };
  const wantsFacts = services.models.readsKnownFacts && settings.knownFactsPerEntity > 0;
  const [vector] = wantsFacts && recognised.some(({ profile }) => profile === null) ? await work.vectors.of([event.message], work.signal) : [];
  let tokens = 0;
  const known: KnownEntity[] = [];
  for (const entity of recognised) {
    const found =
      entity.profile === null && vector
        ? await work.space.similarFacts({ entities: members(entity), text: event.message, vector, at: { knownAt: event.recordedAt, validAt: event.occurredAt }, limit: settings.knownFactsPerEntity })
        : [];
    const facts: string[] = [];
    const profile = wantsFacts ? entity.profile : null;
    for (const text of [...(profile === null ? [] : [profile]), ...found.map(({ version }) => version.text)]) {
      const cost = await countTokens(text);
      if (tokens + cost > settings.knownTokens) break;
      tokens += cost;
      if (text !== profile) facts.push(text);
    }
    known.push({ name: entity.name, type: entity.type, aliases: entity.aliases, profile, facts });
  }
  return { value: known, data: { entities: known.length, facts: known.reduce((sum, { facts }) => sum + facts.length, 0), tokens } };
};
