// What a cursor promises: every key comes back, and only to the query that gave it.
import test from 'ava';
import fc from 'fast-check';
import { cursorsOf } from './cursor.ts';

const key = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));

test('a cursor gives back the key it was made of, in the form that the contract allows', (t) => {
  fc.assert(
    fc.property(key, (last) => {
      const cursors = cursorsOf('listLabs', { course_id: undefined });
      const cursor = cursors.write(last);
      t.regex(cursor, /^[A-Za-z0-9_-]+$/);
      t.is(cursors.read(cursor), last);
    }),
  );
});

test('a cursor counts for the operation and filters that gave it and for no others', (t) => {
  const cursor = cursorsOf('listLabs', { course_id: 'a', owner: 'b' }).write('shell');
  t.is(cursorsOf('listLabs', { owner: 'b', course_id: 'a', state: undefined }).read(cursor), 'shell');
  t.is(cursorsOf('listLabs', { course_id: 'b', owner: 'b' }).read(cursor), null);
  t.is(cursorsOf('listLabs', {}).read(cursor), null);
  t.is(cursorsOf('listCourses', { course_id: 'a', owner: 'b' }).read(cursor), null);
});

test('a malformed cursor is refused and never thrown', (t) => {
  const cursors = cursorsOf('listLabs', {});
  const genuine = JSON.parse(Buffer.from(cursors.write('shell'), 'base64url').toString()) as [string, string];
  const forged = [null, {}, [], genuine[0], [genuine[0]], [genuine[0], 7], [genuine[0], 'a\0b']];
  for (const value of forged) t.is(cursors.read(Buffer.from(JSON.stringify(value)).toString('base64url')), null);
  fc.assert(fc.property(fc.string(), (text) => t.is(cursors.read(text), null)));
});
