/** The emotions that are told apart, each with its energy (0 calm to 1 agitated). */
export type EmotionLabel = "joy" | "sadness" | "anger" | "fear" | "surprise" | "disgust" | "love";
export const ENERGY: Readonly<Record<EmotionLabel, number>> = {
  joy: 0.7,
  sadness: 0.25,
  anger: 0.85,
  fear: 0.75,
  surprise: 0.8,
  disgust: 0.6,
  love: 0.55,
};

/**
 * Stems that show an emotion, with a weight of 1, or of 2 behind an exclamation mark; English and
 * Portuguese. `*` stands for any ending.
 */
const TABLE: Readonly<Record<EmotionLabel, string>> = {
  joy: `happy happier happiest happily joy* glad delighted! thrilled! excited! excit* ecstatic! overjoyed! yay! woohoo! hooray! great awesome! amazing! fantastic! wonderful! fun pleased cheerful proud grateful thankful relieved celebrat* congrat* lol haha* stoked! pumped! blessed lucky win won enjoy* smil* laugh* finally
    feliz felizes alegr* animad* empolgad*! contente orgulhos* maravilh*! ótimo incrível! adorei! eba! uhul! kkk* parabéns aliviad* comemor*`,
  sadness: `sad sadly sadder unhappy depress*! miserable! heartbroken! devastated! grief! griev*! mourn*! cry cried crying! tears lonely lonesome alone miss missed missing lost loss disappoint* upset hopeless! hurt gloomy died! death! funeral! sorry regret* down blue tired exhausted
    triste* tristeza chorei! chorando! deprimid*! saudade* sozinh* decepcion* arrasad*! luto! morreu! faleceu! infeliz cansad*`,
  anger: `angry! anger! mad furious! rage! annoy* irritat* pissed! hate! hated! hates! outrag*! frustrat* fed_up! sick_of! ridiculous unfair damn resent* hostile livid! infuriat*! idiot* stupid
    raiva! bravo irritad* furios*! ódio! odeio! puto! puta! absurdo injust*`,
  fear: `afraid! scared! scary terrified! fear! fears! fearful! worry worried worries anxious anxiety! nervous panic*! dread*! frighten*! concerned stress* overwhelm* uneasy insecure threat*
    medo! assustad*! preocupad* ansios* nervos* pânico! apavorad*! estress*`,
  surprise: `surprised! surprise surprising wow! omg! unbelievable! shocked! shocking! astonish*! unexpected* whoa! incredible amazed! stunned! no_way! can't_believe! cannot_believe! suddenly
    surpres* nossa! caramba! uau! inacreditável! chocad*! inesperad*`,
  disgust: `disgust*! gross! nasty! eww*! yuck! revolting! repuls*! vile! sickening! awful horrible! nauseat*!
    nojo! nojent*! horrível! eca! repugnant*!`,
  love: `love! loves! loved! loving! adore*! beloved! darling sweetheart cherish*! affection* in_love! crush romantic hug hugs kiss* dear
    amo! amor! ama! apaixonad*! carinho* querid* beijo* abraço*`,
};

export interface EmotionWord {
  readonly label: EmotionLabel;
  readonly weight: number;
}

export const EMOTION_WORDS = new Map<string, EmotionWord>();
export const EMOTION_STEMS: (readonly [stem: string, word: EmotionWord])[] = [];
export const EMOTION_PHRASES: (readonly [phrase: string, word: EmotionWord])[] = [];
for (const [label, list] of Object.entries(TABLE) as [EmotionLabel, string][]) {
  for (const entry of list.trim().split(/\s+/u)) {
    const word: EmotionWord = { label, weight: entry.endsWith("!") ? 2 : 1 };
    const form = entry.replace(/!$/u, "");
    if (form.includes("_")) EMOTION_PHRASES.push([form.replaceAll("_", " "), word]);
    else if (form.endsWith("*")) EMOTION_STEMS.push([form.slice(0, -1), word]);
    else EMOTION_WORDS.set(form, word);
  }
}

/** Pictures that show an emotion as plainly as a word. */
export const EMOTION_PICTURES: readonly (readonly [RegExp, EmotionLabel])[] = [
  [/[😀😃😄😁😆😂🤣🙂😊😎🎉🥳🙌👏💪🤩😅]|(?:^|\s)[:;=]-?[)D](?=\s|$)/u, "joy"],
  [/[😢😭😞😔🙁☹💔😿😥]|(?:^|\s)[:;=]'?-?\((?=\s|$)/u, "sadness"],
  [/[😠😡🤬👿]/u, "anger"],
  [/[😨😰😱😟😧]/u, "fear"],
  [/[😲😮🤯😯]/u, "surprise"],
  [/[🤢🤮]/u, "disgust"],
  [/[🥰😍😘💕💖💗💓💞😻]|❤|(?:^|\s)<3(?=\s|$)/u, "love"],
];
