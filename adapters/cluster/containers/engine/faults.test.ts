// What the words of an engine mean.
import test from 'ava';
import { EngineError, isConflict, isMissing } from './faults.ts';

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

test('isMissing is true for what another worker removed meanwhile, as engines say it', (t) => {
  for (const [status, detail] of [
    [404, 'no such network'],
    [500, 'no container with name or ID "lab" found: no such container'],
    [500, 'no volume with name lab.record found in database: no such volume'],
  ] as const)
    t.true(isMissing(new EngineError(status, detail)), detail);
  t.false(isMissing(new EngineError(500, 'no space left on device')));
});
