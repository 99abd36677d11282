import test from 'ava';
import { unified } from './unified.ts';

test('equal texts have no difference', (t) => t.is(unified('a\nb', 'a\nb'), ''));

test('a difference shows the first line, what changed and one line around it', (t) => {
  const before = ['type T = {', '  a: string;', '  b: string;', '  c: string;', '  d: string;', '};'].join('\n');
  t.is(
    unified(before, before.replace('c: string', 'c?: number')),
    [' type T = {', ' …', '   b: string;', '-  c: string;', '+  c?: number;', '   d: string;'].join('\n'),
  );
});

test('something new is all additions', (t) => t.is(unified('', 'a\nb'), '+a\n+b'));
