/** Traces of letters in a file saved in one encoding and read in another: `?`, the replacement character, `Ã©`. */
const LOST = /[?\ufffd]|[ÃÂ][\u0080-\u00bf]|â€/

export const hasLostCharacters = (text: string): boolean => LOST.test(text)
