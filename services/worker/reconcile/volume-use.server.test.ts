// A home that no file system holds to its size is counted now and then: one that holds too much is reported, and does
// not grow for long.
import test from 'ava';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { labBench } from '../../test/fixtures/labs/infra-with-worker.ts';

const GIB = 1024 ** 3;

test('a lab whose home is too full is degraded, shows it to its student, and runs again once files are deleted', async (t) => {
  const b = await labBench(t);
  const worker = await b.worker({}, { checkMs: 200 });
  await b.upload('shell');
  const id = (await b.start('shell', 'anna')) as InstanceId;
  await b.until(id, ({ state }) => state === 'running');
  b.world.happens.hold(id, { bytes: 6.25 * GIB, files: 12 });
  const degraded = await b.until(id, ({ state }) => state === 'degraded');
  t.like(degraded, {
    reason: 'volume_full',
    advice:
      'The home directory of the lab is larger than its volume allows: 6.3 GiB of 5 GiB. Delete files in it (`du -xh ~ | sort -h | tail` shows the largest folders): after 10 minutes the lab is stopped, and its files are kept. To delete more files, start it again. For more room, ask for a larger `volume_size` in the configuration: upload it as a new version of the lab, then start the lab again.',
  });
  t.regex(b.world.happens.noticeIn(id) ?? '', /^Your home directory is too full \(6\.3 GiB of 5 GiB\)\. Delete files/);
  b.world.happens.hold(id, { bytes: 4 * GIB, files: 10 });
  worker.wake(id);
  t.like(await b.until(id, ({ state }) => state === 'running'), { reason: null, advice: null, volume: 'bound' });
  t.is(b.world.happens.noticeIn(id), null);
});

test('a home of more than twice its size ends the lab at once, and keeps the files for the next start', async (t) => {
  const b = await labBench(t);
  await b.worker({}, { checkMs: 200 });
  await b.upload('shell');
  const id = (await b.start('shell', 'anna')) as InstanceId;
  await b.until(id, ({ state }) => state === 'running');
  b.write('lab-shell-student-anna', 'notes.txt', 'kept');
  b.world.happens.hold(id, { bytes: 11 * GIB, files: 12 });
  t.like(await b.until(id, ({ state }) => state === 'failed'), { reason: 'volume_full', volume: 'bound' });
  while (b.objects().length > 1) await new Promise(setImmediate);
  t.deepEqual(b.objects(), ['claim lab-shell-student-anna']);
  t.deepEqual((await b.published('teacher.notifications')).map(({ message }) => message).slice(-1), [
    'The lab shell of student anna was stopped, with its files kept.',
  ]);
  b.world.happens.hold(id, { bytes: 1 * GIB, files: 12 });
  await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(b.home('lab-shell-student-anna'), ['notes.txt: kept']);
});
