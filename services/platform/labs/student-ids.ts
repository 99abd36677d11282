// The ids that a new student may get: made of the user name, part of pod names ever after (decision 12).
import { createHash } from 'node:crypto';

const longest = 20;

/** Without end, the best first: `turing`, `turing2`, `turing3`. */
export function* student_ids(username: string): Generator<string, never> {
  const stem = stemOf(username);
  yield stem;
  for (let number = 2; ; number++) yield `${stem.slice(0, longest - String(number).length)}${number}`;
}

/**
 * Latin letters that are no letter with a mark, so that NFKD leaves them: of Europe, Turkey, Azerbaijan, Vietnam and
 * West Africa.
 */
const folded: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', þ: 'th', đ: 'd', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l', ŋ: 'ng', ŧ: 't' },
  ...{
    ə: 'a',
    ɐ: 'a',
    ƀ: 'b',
    ɓ: 'b',
    ƈ: 'c',
    ȼ: 'c',
    ɖ: 'd',
    ɗ: 'd',
    ǝ: 'e',
    ɇ: 'e',
    ɛ: 'e',
    ƒ: 'f',
    ǥ: 'g',
    ɠ: 'g',
    ɣ: 'g',
  },
  ...{
    ɩ: 'i',
    ɨ: 'i',
    ɪ: 'i',
    ȷ: 'j',
    ɉ: 'j',
    ƙ: 'k',
    ƚ: 'l',
    ɫ: 'l',
    ɲ: 'n',
    ƞ: 'n',
    ɵ: 'o',
    ɔ: 'o',
    ƥ: 'p',
    ɍ: 'r',
    ʂ: 's',
  },
  ...{ ƭ: 't', ʈ: 't', ʉ: 'u', ʊ: 'u', ʋ: 'v', ʌ: 'v', ƴ: 'y', ɏ: 'y', ƶ: 'z', ʒ: 'z', ƿ: 'w' },
};

function stemOf(username: string): string {
  const plain = username
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => folded[letter] ?? '')
    .replace(/[^a-z0-9]/g, '');
  // A name in another script leaves nothing; its digest keeps such students apart.
  return plain === ''
    ? `s${createHash('sha256').update(username).digest('hex').slice(0, 12)}`
    : plain.slice(0, longest);
}
