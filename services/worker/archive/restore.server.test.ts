// An archive that cannot be read, and a key that is gone: what is half back is neither opened nor archived, the reason
// is reported, and the lab can be started again.
import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { type Bench, labBench, shell } from '../../test/fixtures/labs/infra-with-worker.ts';

const anna = 'lab-shell-student-anna';

/** A student's lab that has been stopped, and whose archive does not hold what its record says. */
async function broken(t: ExecutionContext): Promise<{ b: Bench; id: string; mend(): Promise<void> }> {
  const b = await labBench(t);
  await b.worker();
  await b.upload('shell', shell('shell'));
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  b.write(anna, 'one.txt', '1');
  await b.stop('shell', 'anna');
  await b.until(id, ({ state }) => state === 'stopped');
  const shift = (by: string) =>
    withClient(
      b.database.ownerUrl,
      async (client) =>
        void (await client.query(
          `update runs set archive_sha256 = translate(archive_sha256, ${by}) where archived_at is not null`,
        )),
    );
  await shift("'0123456789', '1234567890'");
  return { b, id, mend: () => shift("'1234567890', '0123456789'") };
}

test('a store that hangs while a lab is archived is reported as the reason, and the files stay until they are stored', async (t) => {
  const b = await labBench(t);
  const hanging = { ...b.volumes, put: () => new Promise<never>(() => {}) };
  const stuck = await b.worker({ archives: hanging, archiveMs: 200 });
  await b.upload('shell', shell('shell'));
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  b.write(anna, 'one.txt', '1');
  await b.stop('shell', 'anna');
  const shown = await b.until(id, ({ reason }) => reason === 'archive');
  t.like(shown, { state: 'stopping', volume: 'archiving' });
  t.regex(shown.advice ?? '', /could not be archived and was kept: it did not finish within 1 s\. /);
  t.deepEqual(b.home(anna), ['one.txt: 1']);
  await stuck.end();
  await b.worker();
  await withClient(
    b.database.ownerUrl,
    async (client) => void (await client.query('update instances set due_at = now()')),
  );
  await b.until(id, ({ state }) => state === 'stopped');
  t.deepEqual(await b.archived(anna), ['one.txt: 1']);
});

test('a lab starts beside any number of homes that wait for a store that hangs', async (t) => {
  const b = await labBench(t);
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const put: typeof b.volumes.put = async (...of) => {
    waiting++;
    await gate.promise;
    return await b.volumes.put(...of);
  };
  await b.worker({ archives: { ...b.volumes, put } }, { parallel: 5 });
  await b.upload('shell', shell('shell'));
  const students = ['anna', 'ben', 'carl'];
  const ids = await Promise.all(students.map((student) => b.start('shell', student)));
  for (const id of ids) await b.until(id, ({ state }) => state === 'running');
  await Promise.all(students.map((student) => b.stop('shell', student)));
  for (const id of ids) await b.until(id, ({ volume }) => volume === 'archiving');
  const id = await b.start('shell', 'dora');
  await b.until(id, ({ state }) => state === 'running');
  t.is(waiting, 2, 'of five places two may wait for the store');
  gate.resolve();
  for (const each of ids) await b.until(each, ({ state }) => state === 'stopped');
});

const isShown = ({ reason }: { readonly reason: string | null }) => reason === 'restore';

test('a lab whose archive cannot be read stays closed, reports why, and has all of its files afterwards', async (t) => {
  const { b, id, mend } = await broken(t);
  await b.start('shell', 'anna');
  const shown = await b.until(id, isShown);
  t.is(shown.state, 'creating');
  t.regex(shown.advice ?? '', /could not be restored from their archive, which was kept: .* is not what was stored/);
  t.false(b.objects().some((each) => each.startsWith('pod')));
  await b.stop('shell', 'anna');
  t.is((await b.until(id, ({ state }) => state === 'stopped')).volume, 'released');
  t.deepEqual(b.objects(), []);
  await mend();
  await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(b.home(anna), ['one.txt: 1']);
});

test('a restore that does not fit fails at once and says what to do, and with more room all files are there', async (t) => {
  const { b, id, mend } = await broken(t);
  await mend();
  b.world.happens.failNext('write', 'home-full');
  await b.start('shell', 'anna');
  const refused = await b.until(id, ({ state }) => state === 'failed');
  t.is(refused.reason, 'restore_full');
  t.regex(
    refused.advice ?? '',
    /archive was kept: the volume of 1Gi has no space left\. Ask for a larger `volume_size`/,
  );
  t.false(b.objects().some((each) => each.startsWith('pod')));
  await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(b.home(anna), ['one.txt: 1']);
});

for (const [operation, reason] of [
  ['write', 'restore'],
  ['read', 'archive'],
] as const)
  test(`a cluster that refuses to ${operation} a home is the reason that is shown (${reason}), and it is tried again`, async (t) => {
    const { b, id, mend } = await broken(t);
    await mend();
    if (operation === 'read') {
      await b.start('shell', 'anna');
      await b.until(id, ({ state }) => state === 'running');
    }
    b.world.happens.failNext(operation, 'refused');
    await (operation === 'read' ? b.stop('shell', 'anna') : b.start('shell', 'anna'));
    const shown = await b.until(id, (each) => each.reason === reason);
    t.is(shown.state, operation === 'read' ? 'stopping' : 'creating');
    t.regex(shown.advice ?? '', /kept: not allowed\. /);
    await withClient(
      b.database.ownerUrl,
      async (client) => void (await client.query('update instances set due_at = now()')),
    );
    await b.worker();
    await b.until(id, ({ state }) => state === (operation === 'read' ? 'stopped' : 'running'));
    t.is((await b.instance(id)).reason, null);
  });

test('a start after a partial restore begins with the archive, not with the partial files', async (t) => {
  const { b, id, mend } = await broken(t);
  const role = await b.worker();
  await b.start('shell', 'anna');
  await b.until(id, isShown);
  await failed(b, id);
  await mend();
  await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(b.home(anna), ['one.txt: 1']);
  await b.stop('shell', 'anna');
  await b.until(id, ({ state }) => state === 'stopped');
  t.deepEqual(await b.archived(anna), ['one.txt: 1']);
  await role.end();
});

test('a start with restore none gives an empty home, and keeps the archive', async (t) => {
  const { b, id } = await broken(t);
  const before = await b.archived(anna);
  await b.start('shell', 'anna');
  await b.until(id, isShown);
  await failed(b, id);
  await b.start('shell', 'anna', { restore: 'none' });
  await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(b.home(anna), []);
  t.deepEqual(await b.archived(anna), before);
});

test('a lab without its key does not start and reports why; a running one goes on and can be stopped, and with the key all labs start', async (t) => {
  const b = await labBench(t);
  const keyed = await b.worker();
  await b.upload('shell', shell('shell'));
  await b.upload('other', shell('other'));
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  b.write(anna, 'one.txt', '1');
  await keyed.end();
  const keyRing = `another:${randomBytes(32).toString('base64')}`;
  const without = await b.worker({ settings: { ...b.settings, keyRing } });
  const other = await b.start('other', 'anna');
  const shown = await b.until(other, ({ reason }) => reason === 'key');
  t.is(shown.state, 'queued');
  t.regex(shown.advice ?? '', /^The key for .* is missing: key test is not in the ring\. /);
  t.is((await b.until(id, ({ reason }) => reason === 'key')).state, 'running');
  await b.stop('shell', 'anna');
  await b.until(id, ({ state }) => state === 'stopped');
  t.deepEqual(await b.archived(anna), ['one.txt: 1']);
  await without.end();
  await b.worker();
  t.is((await b.until(other, ({ state }) => state === 'running')).reason, null);
});

/** As after its deadline of five minutes. */
async function failed(b: Bench, id: string): Promise<void> {
  await withClient(b.database.ownerUrl, async (client) => {
    await client.query(
      "update instances set since = since - interval '1 hour', due_at = now() where instance_id = $1",
      [id],
    );
  });
  await b.until(id, ({ state }) => state === 'failed');
}
