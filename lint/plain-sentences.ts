const maxWords = 25;
const opening = /^(?:Who|Whose|Whoever|What|Whatever|Of|Where)\b/i;
const clipped = /\bof before\b|\bis none\b(?! of\b)|\bas it came\b/i;
const passive =
  /\b(?:is|are|was|were|be|been|being)\s+(?:(?:not|never|also|only|then|\w+ly)\s+)?\w+(?:ed|en|own|ught|eld|ent|ade|aid|old|one)\b/g;
/** Names in code, one after another: together one word. */
const names = /`[^`]*`(?:(?:, and | and | or |, )`[^`]*`)+/g;

/**
 * Finds the patterns of text that readers have to read twice.
 *
 * @param text one paragraph, cell, item or name, without markup
 */
export function faultsOfText(text: string): string[] {
  return sentencesOf(text.replaceAll(names, '`names`')).flatMap((sentence) => {
    const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    const faults = [
      ...(words > maxWords ? [`has ${words} words, at most ${maxWords}`] : []),
      ...(opening.test(sentence) && !sentence.endsWith('?') ? ['begins with a relative word and is no question'] : []),
      ...((sentence.match(passive)?.length ?? 0) > 2 ? ['has a chain of passives'] : []),
      ...(clipped.test(sentence) ? ['is clipped'] : []),
    ];
    return faults.map((fault) => `${fault}: ${sentence}`);
  });
}

/** Finds sentences of a comment that begin with a relative word; comments may be longer and more clipped than pages. */
export function relativeOpeningsOf(comment: string): string[] {
  return sentencesOf(comment)
    .filter((sentence) => opening.test(sentence) && !sentence.endsWith('?'))
    .map((sentence) => `begins with a relative word and is no question: ${sentence}`);
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]["”)]?)\s+(?=["“(`]|[\p{Lu}\p{N}])/u).map((sentence) => sentence.trim());
}
