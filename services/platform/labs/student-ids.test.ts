// Ids of students: in the form that pod names take, never one twice, the user name where it can be.
import test from 'ava';
import fc from 'fast-check';
import { student_ids } from './student-ids.ts';

const first = (username: string, count: number) => student_ids(username).take(count).toArray();

test('student_ids gives the user name without what a pod name cannot hold', (t) => {
  t.deepEqual(first('Anna.Berg', 3), ['annaberg', 'annaberg2', 'annaberg3']);
  t.deepEqual(first('müller-lüdenscheidt@x', 2), ['mullerludenscheidtx', 'mullerludenscheidtx2']);
  t.deepEqual(first('a-very-long-user-name-indeed', 2), ['averylongusernameind', 'averylongusernamein2']);
});

test('student_ids folds the letters that are no letter with a mark', (t) => {
  const names = {
    ...{
      Łukasz: 'lukasz',
      Øyvind: 'oyvind',
      Weiß: 'weiss',
      WEIẞ: 'weiss',
      Æsa: 'aesa',
      Đorđe: 'dorde',
      Ðýrfinna: 'dyrfinna',
    },
    ...{
      Þórr: 'thorr',
      Ħal: 'hal',
      Kıvanç: 'kivanc',
      İpek: 'ipek',
      Œdipe: 'oedipe',
      Ŋuyen: 'nguyen',
      Ŧávvet: 'tavvet',
    },
    ...{ Əli: 'ali', Åse: 'ase', 'Đặng.Thị': 'dangthi', Ɓala: 'bala', Kɔfi: 'kofi', ﬁnn: 'finn', Ǆordan: 'dzordan' },
  };
  t.deepEqual(Object.fromEntries(Object.keys(names).map((name) => [name, first(name, 1)[0]])), names);
});

test('student_ids gives ids for a name in another script', (t) => {
  const ids = ['анна', '안나', 'アンナ', '--'].map((name) => first(name, 1)[0]);
  t.is(new Set(ids).size, 4);
  for (const id of ids) t.regex(id ?? '', /^s[0-9a-f]{12}$/);
});

test('student_ids gives a thousand ids in the form of the contract, whatever the name is', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (username) =>
      first(username, 1_000).every((id) => /^[a-z0-9]{1,20}$/.test(id)),
    ),
    { numRuns: 30 },
  );
  t.pass();
});
