import test from 'ava';
import { unified } from './unified.ts';

test('unified returns nothing for equal texts', (t) => t.is(unified('a\nb', 'a\nb'), ''));

test('unified shows the first line, the change and one line around it', (t) => {
  const before = ['type T = {', '  a: string;', '  b: string;', '  c: string;', '  d: string;', '};'].join('\n');
  t.is(
    unified(before, before.replace('c: string', 'c?: number')),
    [' type T = {', ' …', '   b: string;', '-  c: string;', '+  c?: number;', '   d: string;'].join('\n'),
  );
});

test('unified shows a new type as additions', (t) => t.is(unified('', 'a\nb'), '+a\n+b'));
