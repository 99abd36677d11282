// pattern: compared as languages, by proof or counter-example (../regex); where that is impossible, it says so and
// counts as breaking.

import { comparePatterns } from '../regex/inclusion.ts';
import { text } from '../source.ts';
import type { SchemaRule } from './rule.ts';
import { admits, keyword, placeOf } from './shape.ts';
import { annotated, narrowed, notUnderstood, replaced, widened } from './verdicts.ts';

const quoted = (value: string | undefined): string => `texts such as ${JSON.stringify(value ?? '')}`;

export const pattern: SchemaRule = {
  id: 'pattern',
  reason: 'A text that the pattern does not match is refused where it is sent, and not expected where it is read.',
  compare(before, after) {
    if (!admits(before, 'string') || !admits(after, 'string')) return [];
    const [old, now] = [before, after].map((shape) => keyword(shape, 'pattern').map((node) => text(node.value))) as [
      string[],
      string[],
    ];
    const shared = new Set(old.filter((each) => now.includes(each)));
    const [gone, fresh] = [old.filter((each) => !shared.has(each)), now.filter((each) => !shared.has(each))];
    const where = (rule: string, what: string) => ({
      rule,
      what,
      before: placeOf(before, 'pattern'),
      after: placeOf(after, 'pattern'),
    });
    if (gone.length === 0 && fresh.length === 0) return [];
    if (gone.length === 0)
      return [narrowed(where('pattern-added', `texts match \`${fresh[0]}\``), 'texts that do not match')];
    if (fresh.length === 0)
      return [widened(where('pattern-removed', `texts need not match \`${gone[0]}\``), 'texts that do not match it')];
    const what = `pattern changes from \`${gone[0]}\` to \`${fresh[0]}\``;
    if (gone.length > 1 || fresh.length > 1)
      return [notUnderstood(where('pattern-changed', what), 'this review compares no several patterns at once')];
    const found = comparePatterns(gone[0] ?? '', fresh[0] ?? '');
    switch (found.relation) {
      case 'same':
        return [
          annotated(
            where('pattern-rewritten', what),
            'Both patterns match the same texts, which was proved by comparing their automata.',
          ),
        ];
      case 'wider':
        return [widened(where('pattern-widened', what), quoted(found.fresh))];
      case 'narrower':
        return [narrowed(where('pattern-narrowed', what), quoted(found.gone))];
      case 'crossing':
        return [
          replaced(
            where('pattern-changed', what),
            `${JSON.stringify(found.gone)} matched and no longer does, ${JSON.stringify(found.fresh)} matches now`,
          ),
        ];
      case 'unknown':
        return [notUnderstood(where('pattern-changed', what), `the patterns cannot be compared (${found.reason})`)];
    }
  },
};
