// A start on a disk that is really full: one sentence that says so, with the last lines of what found it out.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { testFolder } from '../../test/folder.ts';
import { noSmallDisk, onSmallDisk } from '../../test/small-disk.ts';
import { endLeftovers } from './processes/processes.ts';

const program = (start: string) => `
const [dir, folder] = process.argv.slice(1);
const load = (file) => import(folder + '/' + file);
const [{ printFailure }, { supervise }, { openPlace }] = await Promise.all(['progress.ts', 'processes/supervise.ts', 'data-folder.ts'].map(load));
const start = async () => { ${start} };
await start().catch(printFailure);
process.exit(0);
`;

/** What a start says on a disk of so many MiB; undefined where the machine cannot make one. */
async function warningsOf(t: ExecutionContext, mib: number, start: string): Promise<string[] | undefined> {
  const dir = await testFolder();
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const node = [process.execPath, '--input-type=module', '-e', program(start), dir, import.meta.dirname];
  const command = onSmallDisk(dir, mib, node);
  if (command === undefined) {
    t.log(noSmallDisk);
    return undefined;
  }
  const { stderr } = spawnSync(command[0], command.slice(1), { encoding: 'utf8', timeout: 120_000 });
  return stderr.trim().replaceAll(dir, 'DIR').split('\n');
}

test('npm start reports too little room before it starts anything', async (t) => {
  const lines = await warningsOf(
    t,
    16,
    `await (await load('parts.ts')).startParts({ dir, durable: false, signal: new AbortController().signal });`,
  );
  if (lines === undefined) return t.pass();
  t.is(lines.length, 1, lines.join('\n'));
  t.regex(
    lines[0] ?? '',
    /The disk with DIR has 1\d MB free, but \d+ MB are required\. Free some space and start again\.$/,
  );
});

for (const [part, mib, sentence] of [
  [
    'postgres',
    12,
    /postgres could not create its data folder because the disk is full\. The output of initdb ends with:$/,
  ],
] as const)
  test(`${part} reports a full disk with the last lines of its log`, async (t) => {
    const start = `
      const { ${part} } = await load('${part}.ts');
      await supervise(() => ${part}(openPlace(dir, false)), { dir, progress() {}, signal: new AbortController().signal });`;
    const lines = await warningsOf(t, mib, start);
    if (lines === undefined) return t.pass();
    t.regex(lines[0] ?? '', sentence);
    t.true(
      lines.slice(1).some((line) => /No space left on device/.test(line)),
      lines.join('\n'),
    );
  });

test('PostgreSQL on a full disk is unavailable for writes and open for reads, and works again once there is room', async (t) => {
  // Tables alone are on the small disk: a server that cannot write its log ends itself, and is started again until it
  // can.
  const data = await testFolder();
  t.teardown(async () => {
    await endLeftovers(data);
    rmSync(data, { recursive: true, force: true });
  });
  const lines = await warningsOf(
    t,
    8,
    `
    const { postgres, withClient } = await load('postgres.ts');
    const { toStoreError } = await import(folder + '/../../../adapters/store/faults.ts');
    const stopping = new AbortController();
    const watch = { dir: ${JSON.stringify(data)}, progress() {}, signal: stopping.signal };
    const server = await supervise(() => postgres(openPlace(watch.dir, false)), watch);
    await withClient(server.facts.adminUrl, async (client) => {
      const { mkdir } = await import('node:fs/promises');
      await mkdir(dir + '/tables');
      const refused = await client.query("create tablespace small location '" + dir + "/tables'").then(() => undefined, String);
      if (refused !== undefined) return console.error('not tried: ' + refused);
      await client.query('create table kept (id int, text text) tablespace small');
      await client.query("insert into kept values (1, 'old')");
      await client.query('create table more (id int, text text) tablespace small');
      const fill = (into) => client.query('insert into ' + into + " select n, repeat(md5(n::text), 20) from generate_series(1, 20000) n");
      const failed = await fill('more').catch((error) => toStoreError('analytics', error));
      console.error(failed.kind + ': ' + failed.message);
      console.error(JSON.stringify((await client.query('select * from kept')).rows));
      await client.query('drop table more');
      await client.query("insert into kept values (2, 'new')");
      console.error(JSON.stringify((await client.query('select * from kept')).rows));
    });
    await server.stop();`,
  );
  if (lines === undefined) return t.pass();
  // Where the server runs as someone else than the owner of the folder.
  if (lines[0]?.startsWith('not tried')) {
    t.log(lines[0]);
    return t.pass();
  }
  t.deepEqual(lines, [
    'unavailable: analytics: unavailable (53100)',
    '[{"id":1,"text":"old"}]',
    '[{"id":1,"text":"old"},{"id":2,"text":"new"}]',
  ]);
});
