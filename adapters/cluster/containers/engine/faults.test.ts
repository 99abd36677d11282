// What the words of an engine mean.
import test from 'ava';
import { EngineError, isConflict } from './faults.ts';

test('isConflict is true for what goes when it is tried again, as engines say it', (t) => {
  for (const [status, detail] of [
    [409, 'volume is in use'],
    [500, 'network name covenant already used: network already exists'],
    [
      500,
      'creating volume directory "/volumes/lab.record/_data": mkdir /volumes/lab.record/_data: no such file or directory',
    ],
  ] as const)
    t.true(isConflict(new EngineError(status, detail)), detail);
  t.false(isConflict(new EngineError(500, 'mkdir /somewhere: no such file or directory')));
});
