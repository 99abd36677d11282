// What follows from the count of a home.
import test from 'ava';
import { desiredOf, instance_id, start } from '../../test/fixtures/labs/instance-model.ts';
import { at, up } from '../../test/fixtures/labs/plan-cases.ts';
import { afterMeasure } from './plan.ts';
import { clearing, move } from './step.ts';
import { limitOf, overfull } from './volume-use.ts';

const GIB = 1024 ** 3;

const running = desiredOf({ instance_id, state: 'running' });
const degraded = desiredOf({ instance_id, state: 'degraded', reason: 'volume_full', since: start });
const over = { reason: 'volume_full', detail: '6 GiB of 5 GiB', isFar: false } as const;

test('afterMeasure gives a home over its size the ten minutes of a degraded lab, unless it is far over', (t) => {
  const ends = (why: object) => [{ do: 'fail', why }, ...clearing(up)];
  const unknown = { reason: 'volume_full', detail: '' };
  const far = { ...over, isFar: true };
  t.deepEqual(
    {
      fits: afterMeasure(running, null, up, at(0)),
      unknown: afterMeasure(running, 'unknown', up, at(0)),
      over: afterMeasure(running, over, up, at(0)),
      farAtFirst: afterMeasure(running, far, up, at(0)),
      tidied: afterMeasure(degraded, null, up, at(599)),
      still: afterMeasure(degraded, over, up, at(599)),
      unknownStill: afterMeasure(degraded, 'unknown', up, at(599)),
      late: afterMeasure(degraded, over, up, at(600)),
      unknownLate: afterMeasure(degraded, 'unknown', up, at(600)),
      far: afterMeasure(degraded, far, up, at(1)),
    },
    {
      fits: null,
      unknown: null,
      over: [move({ from: 'running', to: 'degraded' }, over), { do: 'wait', ms: 1_000 }],
      farAtFirst: [move({ from: 'running', to: 'degraded' }, far), { do: 'wait', ms: 1_000 }],
      tidied: null,
      still: [{ do: 'wait', ms: 30_000 }],
      unknownStill: [{ do: 'wait', ms: 30_000 }],
      late: ends(over),
      unknownLate: ends(unknown),
      far: ends(far),
    },
  );
});

test('overfull counts many small files like a file system of that size', (t) => {
  const limit = limitOf({ volumeGi: 1 });
  t.deepEqual(limit, { bytes: GIB, files: 65_536 });
  t.is(overfull({ bytes: GIB, files: 65_536 }, limit), null);
  t.deepEqual(overfull({ bytes: 0, files: 65_537 }, limit), {
    reason: 'volume_full',
    detail: '65537 files of 65536',
    isFar: false,
  });
  t.deepEqual(overfull({ bytes: 3 * GIB, files: 9 }, limit), {
    reason: 'volume_full',
    detail: 'more than 2 GiB of 1 GiB',
    isFar: true,
  });
});
