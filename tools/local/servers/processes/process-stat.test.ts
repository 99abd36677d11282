import test from 'ava';
import { fieldsOf, isEnded } from './process-stat.ts';

const stat = (state: string, threads: number) =>
  `17176 (redis) server) ${state} 1 17174 16215 0 -1 4227084 2931 6522 6 0 2 2 2 2 20 0 ${threads} 0 1200150 0 0\n`;

test('a zombie counts as ended, but not while its other threads live', (t) => {
  const ended = (state: string, threads: number) => isEnded(fieldsOf(stat(state, threads)));
  t.deepEqual([ended('Z', 1), ended('Z', 2), ended('S', 1), ended('D', 3)], [true, false, false, false]);
});
