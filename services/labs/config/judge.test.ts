// Configurations are read beside the event loop, and one that fails costs the next one nothing.
import test from 'ava';
import { configJudge } from './judge.ts';
import { judgeConfig } from './lab-config.ts';

const rules = { registries: [], latest: true };

const good = Buffer.from(
  "lab_id: a\nname: b\ncontainers:\n  main:\n    image: '{registry_url}/covenant/labs/shell:v1.0'\n",
);
/** As much wrong as is still judged to its end. */
const costly = Buffer.from(
  Array.from({ length: 1_490 }, (_, n) => `key_of_a_setting_${n}: ${'x'.repeat(100)}`).join('\n'),
);

test('configJudge answers like the function that its thread runs, and serves callers in turn', async (t) => {
  await using thread = configJudge(rules);
  t.deepEqual(await thread.judge(good, 'anna'), judgeConfig(good, rules));
  t.deepEqual(await thread.judge(costly, 'anna'), judgeConfig(costly, rules));
  const order: string[] = [];
  const record = (caller: string) => thread.judge(good, caller).then(() => void order.push(caller));
  await Promise.all([...['anna', 'anna', 'anna', 'anna'].map(record), record('tora')]);
  t.true(order.indexOf('tora') < 4, 'one file does not wait for four of somebody else');
});

test('configJudge reports a hundred mistakes at most, the first in the file', (t) => {
  const { read } = judgeConfig(costly, rules);
  t.false(read.ok);
  if (read.ok) return;
  t.deepEqual([read.errors.length, read.errorCount], [100, 100]);
  t.deepEqual(read.errors.at(-1)?.row, 97, 'three are of what the whole file lacks');
});

test('configJudge refuses a file with more settings than any lab has before it builds anything of it', (t) => {
  const many = (text: string) => judgeConfig(Buffer.from(text), rules).read;
  for (const text of [
    Array.from({ length: 25_000 }, (_, n) => `k${n}:`).join('\n'),
    `{${Array.from({ length: 25_000 }, (_, n) => `k${n}`).join(',')}}`,
    `containers: { main: { ports: [${'1,'.repeat(25_000)}] } }`,
    '- x\n'.repeat(25_000),
  ]) {
    const read = many(text);
    t.like(read, { ok: false, errorCount: 1 });
    t.like(read.ok ? undefined : read.errors[0], { rule: 'size', message: 'the file has too many settings' });
  }
});

test('configJudge keeps the event loop free while it reads costly files', async (t) => {
  await using thread = configJudge(rules);
  await thread.judge(good, 'anna');
  // In CPU time of this thread, so that a busy machine changes nothing: judging here would cost it all that it costs
  // there.
  const before = process.threadCpuUsage();
  await Promise.all(Array.from({ length: 20 }, (_, n) => thread.judge(costly, `teacher-${n % 6}`)));
  const beside = process.threadCpuUsage(before);
  const here = process.threadCpuUsage();
  for (let n = 0; n < 20; n++) judgeConfig(costly, rules);
  const inside = process.threadCpuUsage(here);
  const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
  t.log(`${sum(beside)} µs of the event loop beside ${sum(inside)} µs of judging`);
  t.true(sum(beside) * 3 < sum(inside));
});
