/**
 * English and Portuguese words that say nothing about the topic of a text, in folded form. Ranking
 * without them is 20 to 60 times faster and no worse. One list serves both languages, because a
 * query is too short to show its language. Words with a meaning in the other language ("era",
 * "dos", "fora") and months ("may") are therefore not listed.
 */
const ENGLISH = `
  a about after again all also am an and any anyone anything are as at be because been before being both but by can could did do does
  doing done each either else ever every everyone everything few for from further get gets getting give given go goes going got had has
  have having he her here hers herself him himself his how however i if in into is it its itself just let like many me might mine more most
  much must my myself neither nor not now of off on once only onto or other our ours ourselves out over own please same shall she should
  since so some someone something such than that the their theirs them themselves then there these they this those though through to too
  until up upon us very via was we were what whatever when whenever where wherever whether which whichever while who whoever whom whose why
  will with within without would yet you your yours yourself yourselves
  ask asked describe explain know list mention mentioned recall remember remind say said show tell told
  ain't aren't can't cannot couldn't didn't doesn't don't hadn't hasn't haven't he'd he'll i'd i'll i'm i've isn't it'd it'll
  mustn't she'd she'll shouldn't that'd that'll they'd they'll they're they've wasn't we'd we'll we're we've weren't what're won't wouldn't
  you'd you'll you're you've`;

const PORTUGUESE = `
  agora ao aos aquela aquelas aquele aqueles aquilo as ate cada com como da das de dela delas dele deles depois desde do e ela elas ele eles
  em entao entre essa essas esse esses esta estao estar estas estava estavam este estes estou eu foi foram ha isso isto ja la lhe lhes mais mas
  mesmo meu meus minha minhas muito muita muitos muitas na nao nas nem nesse nessa neste nesta no nos nossa nossas nosso nossos num numa o onde
  os ou para pela pelas pelo pelos per por porque pra pro qual quais quando quanta quantas quanto quantos que quem se seja sem ser seu seus sobre
  sou sua suas sao so tambem te tem tenho teu teus tinha tua tuas um uma umas uns voce voces vos
  conte conta diga dizer disse fale fala lembra lembrar lembre liste mostre sabe saber`;

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `${ENGLISH} ${PORTUGUESE}`.split(/\s+/u).filter((word) => word !== ""),
);

/** Whether a folded word is a stop word. */
export const isStopWord = (foldedWord: string): boolean => STOP_WORDS.has(foldedWord);
