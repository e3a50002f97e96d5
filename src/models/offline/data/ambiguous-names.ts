import { words } from "./words.ts";

/** Given names that are words as well: names where a sentence opens with them and a verb follows. */
export const AMBIGUOUS_NAMES =
  words(`max mark will bill frank jack rob pat drew chase grace hope faith joy amber ruby violet iris daisy lily rose eve dean art sue
  grant miles wade cliff clay dale glen guy jay ray rich rick chuck mike gene basil olive ivy hazel heather holly penny ginger crystal jade pearl sandy dusty rusty
  buddy chance hunter carter parker taylor mason cooper tyler porter fisher hannah skip tony harry dick don ed al sky river brook brooke robin jean carol
  merry autumn dawn summer angel christian victor constant ernest noble king earl duke bishop pierce reed reid flint stone blaze lance mat matt nick pierce troy carmen
  olga sol paz luz alba rio leo gil ana bia caio davi ravi dev om asha jun kai lin mei min ming tao wu xu yu sun han kim li lee park song sung young hong moon`);
