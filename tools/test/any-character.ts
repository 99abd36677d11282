// Texts of any characters, for property tests.
import fc from 'fast-check';

/**
 * Any character of Unicode. fast-check's own `binary` does the same with a table of a million entries, half a second
 * for each text that is asked for.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
