// A shortest text that a pattern lets through, of at least so many characters. None: the pattern is not regular, or lets none through.
import { comparePatterns } from '../../review/regex/inclusion.ts';

const known = new Map<string, string | undefined>();

export function textLike(pattern: string, least = 1): string | undefined {
  const key = `${least} ${pattern}`;
  if (!known.has(key)) known.set(key, comparePatterns(pattern, `^[\\s\\S]{0,${least - 1}}$`).gone);
  return known.get(key);
}
