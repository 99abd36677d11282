// A start on a disk that is really full: one sentence that says so, with the last lines of what found it out.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { noSmallDisk, onSmallDisk } from '../testing/small-disk.ts';
import { testFolder } from './test-folder.ts';

const program = (start: string) => `
const [dir, folder] = process.argv.slice(1);
const load = (file) => import(folder + '/' + file);
const [{ printFailure }, { supervise }, { openPlace }] = await Promise.all(['progress.ts', 'supervise.ts', 'place.ts'].map(load));
const start = async () => { ${start} };
await start().catch(printFailure);
process.exit(0);
`;

/** What a start says on a disk of so many MiB; undefined where the machine cannot make one. */
async function told(t: ExecutionContext, mib: number, start: string): Promise<string[] | undefined> {
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

test('too little room is told before anything is started', async (t) => {
  const lines = await told(
    t,
    16,
    `(await load('parts.ts')).startParts({ dir, durable: false, signal: new AbortController().signal })`.replace(
      /^/,
      'await ',
    ),
  );
  if (lines === undefined) return t.pass();
  t.is(lines.length, 1, lines.join('\n'));
  t.regex(
    lines[0] ?? '',
    /The disk that holds DIR has 1\d MB free and \d+ MB are needed: free some space and start again\.$/,
  );
});

for (const [part, mib, sentence] of [
  ['postgres', 12, /postgres could not make its data folder because the disk is full; initdb said:$/],
] as const)
  test(`${part} on a full disk says so, with the last lines of its log`, async (t) => {
    const start = `
      const { ${part} } = await load('${part}.ts');
      await supervise(() => ${part}(openPlace(dir, false)), { dir, progress() {}, signal: new AbortController().signal });`;
    const lines = await told(t, mib, start);
    if (lines === undefined) return t.pass();
    t.regex(lines[0] ?? '', sentence);
    t.true(
      lines.slice(1).some((line) => /No space left on device/.test(line)),
      lines.join('\n'),
    );
  });
