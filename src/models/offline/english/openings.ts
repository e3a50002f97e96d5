/** What stands before a statement and says nothing itself. */
const OPENINGS =
  String.raw`hey|hi|hello|yo|hiya|so|btw|by the way|idk(?: why)?,? but|i do not know why,? but|not sure why,? but|quick question|question|one question|serious question|fyi|for your information|ugh|oh|ah|aw|aww|well|ok|okay|alright|yeah|yep|yes|yup|nope|actually|honestly|
frankly|anyway|anyways|also|and|but|plus|just so you know|just fyi|jsyk|quick update|small update|update|correction|good news|big news|great news|exciting news|bad news|sad news|
fun fact|random fact|quick note|side note|to be honest|tbh|not gonna lie|not going to lie|ngl|between us|between you and me|in case you forgot|in case you did not know|as i said|
like i said|as i mentioned|as you know|as you may know|for the record|for context|some context|for reference|for what it is worth|fwiw|note that|please note(?: that)?|note|
please remember(?: that)?|remember(?: that)?|(?:please )?(?:don't|do not) forget(?: that)?|(?:please )?keep in mind(?: that)?|(?:please )?(?:save|store|record|write down|jot down|take note)(?: of the fact)? that|
it turns out(?: that)?|turns out(?: that)?|unfortunately|sadly|luckily|fortunately|thankfully|hopefully|the thing is(?: that)?|thing is|the truth is(?: that)?|the good news is(?: that)?|the bad news is(?: that)?|the fact is(?: that)?|i (?:already )?(?:told|mentioned)(?: you| to you)?(?: before)? that|as i told you|i (?:meant|mean) to say(?: that)?|i mean|guess what|you know what|you know|i (?:should|must|forgot to) (?:mention|say|add|tell you)(?: that)?|
i (?:just )?want(?:ed)? (?:you )?to (?:tell you|let you know|share|mention|say|add|know)(?: that)?|just wanted to (?:say|mention|let you know|share)(?: that)?|let me (?:tell you|add|mention|just say)(?: that)?|did i (?:mention|tell you)(?: that)?|
lately|nowadays|these days|right now|at the moment|finally|basically|literally|speaking of which|speaking of|lol|haha|hahaha|omg|wow|yay|woohoo|whoa|damn|sorry|my bad|oops|thanks|thank you|thx|
no|nah|interestingly|surprisingly|funnily enough|believe it or not|long story short|first of all|first|firstly|second|secondly|third|lastly|next|then|still|in fact|indeed|to clarify|just to clarify|to be clear|clarification|ps|p\.s\.|edit|
on another note|on a side note|one more thing|another thing|also fyi|in other news|news|heads up|reminder|for now|as of now|about me|a bit about me|a little about me|in addition|additionally|moreover|furthermore|besides|however|that said|i am happy to (?:say|report|share|announce)(?: that)?|i am pleased to (?:say|report|share|announce)(?: that)?|i am proud to (?:say|announce)(?: that)?|i have to (?:say|admit)(?: that)?|i must (?:say|admit)(?: that)?|i confess(?: that)?`.replace(
    /\n/gu,
    "",
  );

const LEAD_IN = new RegExp(
  String.raw`^(?:${OPENINGS})(?![\w'-])(?:\s*[,:;!.…–—-]+\s*|\s+|$)`,
  "iu",
);

/** What stands at the end of a statement and says nothing itself. */
const TRAILER =
  /[\s,]+(?:lol|haha|hahaha|hehe|lmao|rofl|tbh|btw|ngl|imo|imho|fyi|though|sadly|unfortunately|luckily|thankfully|by the way|you know|i guess|of course|i must say|if you must know|if you are curious|just so you know|for the record|as you know|as i said|like i said|as i mentioned|to be honest|i have to admit|i swear|please|thanks|thank you|xoxo|yay|omg|ugh|honestly|actually|anyway|and stuff|and so on|etc|or something|and all that|(?:for|in) case you (?:forgot|need it)|so please remember (?:that|it)|(?:please )?remember (?:that|it|this)|keep that in mind)(?=[\s.!]*$)/iu;

/** Words such as "no" or "first" open a statement only where they are set off; before a noun they are part of it. */
const NEEDS_PAUSE =
  /^(?:no|first|second|third|next|then|still|so|well|note|update|news|edit|correction|reminder|sorry|just|and|also|besides|right|about me)$/iu;
const OPENS_BARE = /^(?:so|and|also|then|well|still)$/iu;

/** Takes openings off the front, one after the other. At most as many as anybody strings together. */
const MOST_OPENINGS = 6;
export const withoutOpening = (sentence: string): string => {
  let rest = sentence.trim();
  for (let taken = 0; taken < MOST_OPENINGS; taken += 1) {
    const found = LEAD_IN.exec(rest);
    if (!found) return rest;
    const word = found[0].replace(/[\s,:;!.…–—-]+$/u, "");
    const paused = /[,:;!.…–—-]/u.test(found[0].slice(word.length));
    if (NEEDS_PAUSE.test(word) && !paused && !OPENS_BARE.test(word)) return rest;
    rest = rest.slice(found[0].length);
  }
  return rest;
};

/** Takes a trailer off the end. */
export const withoutTrailer = (sentence: string): string => {
  const end = sentence.replace(/[\s.!…]+$/u, "");
  const found = TRAILER.exec(end);
  return found === null ? end : end.slice(0, found.index);
};
